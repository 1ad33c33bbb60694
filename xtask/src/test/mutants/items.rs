//! Finds functions, constants and other named items in a source file.

use std::ops::Range;

use anyhow::Result;
use proc_macro2::Span;
use syn::visit::{self, Visit};

/// A named item: its path below the file's module, and its byte range from its keyword on.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) path: String,
    pub(super) range: Range<usize>,
}

/// Lists the items of a file. Items inside a function belong to the function.
pub(super) fn items(text: &str) -> Result<Vec<Item>> {
    let mut items = Items::default();
    items.visit_file(&syn::parse_file(text)?);
    Ok(items.found)
}

#[derive(Default)]
struct Items {
    /// Modules and types around the visited item.
    within: Vec<String>,
    found: Vec<Item>,
}

impl Items {
    fn add(&mut self, name: &syn::Ident, first: Span, last: Span) {
        let path = self.within.iter().cloned().chain([name.to_string()]).collect::<Vec<_>>().join("::");
        self.found.push(Item { path, range: first.byte_range().start..last.byte_range().end });
    }

    fn add_function(&mut self, signature: &syn::Signature, block: &syn::Block) {
        self.add(&signature.ident, signature.fn_token.span, block.brace_token.span.close());
    }

    fn inside(&mut self, name: String, visit: impl FnOnce(&mut Self)) {
        self.within.push(name);
        visit(self);
        self.within.pop();
    }
}

impl<'ast> Visit<'ast> for Items {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.add_function(&function.sig, &function.block);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.add_function(&function.sig, &function.block);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(block) = &function.default {
            self.add_function(&function.sig, block);
        }
    }

    fn visit_item_const(&mut self, constant: &'ast syn::ItemConst) {
        self.add(&constant.ident, constant.const_token.span, constant.semi_token.span);
    }

    fn visit_impl_item_const(&mut self, constant: &'ast syn::ImplItemConst) {
        self.add(&constant.ident, constant.const_token.span, constant.semi_token.span);
    }

    fn visit_item_static(&mut self, constant: &'ast syn::ItemStatic) {
        self.add(&constant.ident, constant.static_token.span, constant.semi_token.span);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.add(&item.ident, item.enum_token.span, item.brace_token.span.close());
    }

    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        let name = item.ident.as_ref().or_else(|| item.mac.path.get_ident());
        if let Some(name) = name {
            self.add(name, name.span(), item.mac.delimiter.span().close());
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let name = match &*item.self_ty {
            syn::Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
            _ => None,
        };
        self.inside(name.unwrap_or_else(|| "impl".to_owned()), |items| visit::visit_item_impl(items, item));
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.inside(item.ident.to_string(), |items| visit::visit_item_trait(items, item));
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.inside(item.ident.to_string(), |items| visit::visit_item_mod(items, item));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_found_by_their_paths() {
        let text = "const A: u8 = 1;\nimpl B for C<u8> {\n    fn d() { fn e() {} }\n}\nmod f {\n    fn g() {}\n}\n";
        let found = items(text).unwrap();
        let found: Vec<(&str, &str)> =
            found.iter().map(|item| (item.path.as_str(), &text[item.range.clone()])).collect();
        assert_eq!(found, [("A", "const A: u8 = 1;"), ("C::d", "fn d() { fn e() {} }"), ("f::g", "fn g() {}")]);
    }
}
