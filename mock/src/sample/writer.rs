//! An XML writer. It assigns prefixes to namespaces on first use, and declares them on the outermost element at the
//! end.

use crate::xml::escape;

/// The namespace of `xsi:type` and `xsi:nil`.
const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";
/// The namespace of `xml:lang`, which is never declared.
const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// Markup without the declarations in its outermost start tag.
#[derive(Default)]
pub(super) struct Writer {
    out: String,
    namespaces: Vec<String>,
    /// Position of the declarations: after the name of the outermost element.
    declarations_at: usize,
    uses_xsi: bool,
}

/// A position for [`Writer::rewind`].
#[derive(Clone, Copy)]
pub(super) struct Mark {
    length: usize,
    namespaces: usize,
    uses_xsi: bool,
}

impl Writer {
    /// Returns the number of bytes written so far.
    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    /// Returns the current position, for [`Writer::rewind`].
    pub(super) fn mark(&self) -> Mark {
        Mark { length: self.out.len(), namespaces: self.namespaces.len(), uses_xsi: self.uses_xsi }
    }

    /// Removes everything that was written after `mark`.
    pub(super) fn rewind(&mut self, mark: Mark) {
        self.out.truncate(mark.length);
        self.namespaces.truncate(mark.namespaces);
        self.uses_xsi = mark.uses_xsi;
    }

    /// Starts an element. Its attributes and [`Writer::finish_start`] come next.
    pub(super) fn start(&mut self, namespace: &str, local: &str) {
        self.out.push('<');
        self.name(namespace, local);
        if self.declarations_at == 0 {
            self.declarations_at = self.out.len();
        }
    }

    /// Writes an attribute of the started element.
    pub(super) fn attribute(&mut self, namespace: &str, local: &str, value: &str) {
        self.out.push(' ');
        self.name(namespace, local);
        self.out.push_str("=\"");
        escape(value, &mut self.out);
        self.out.push('"');
    }

    /// Writes `xsi:type` with a type's name.
    pub(super) fn xsi_type(&mut self, namespace: &str, local: &str) {
        self.uses_xsi = true;
        self.out.push_str(" xsi:type=\"");
        self.name(namespace, local);
        self.out.push('"');
    }

    /// Writes `xsi:nil`.
    pub(super) fn xsi_nil(&mut self) {
        self.uses_xsi = true;
        self.out.push_str(" xsi:nil=\"true\"");
    }

    /// Ends a start tag.
    pub(super) fn finish_start(&mut self) {
        self.out.push('>');
    }

    /// Writes text within an element.
    pub(super) fn text(&mut self, text: &str) {
        escape(text, &mut self.out);
    }

    /// Ends an element. Without content, it becomes an empty tag.
    pub(super) fn end(&mut self, namespace: &str, local: &str, content_start: usize) {
        if self.out.len() == content_start {
            self.out.truncate(content_start - 1);
            self.out.push_str("/>");
            return;
        }
        self.out.push_str("</");
        self.name(namespace, local);
        self.out.push('>');
    }

    /// Returns the complete document.
    pub(super) fn finish(self) -> String {
        let mut declarations = String::new();
        for (index, namespace) in self.namespaces.iter().enumerate() {
            declarations.extend([" xmlns:", &prefix(index), "=\""]);
            escape(namespace, &mut declarations);
            declarations.push('"');
        }
        if self.uses_xsi {
            declarations.extend([" xmlns:xsi=\"", XSI, "\""]);
        }
        let mut out = self.out;
        out.insert_str(self.declarations_at, &declarations);
        out
    }

    /// Returns a name as the value of a leaf, with the prefix of its namespace.
    pub(super) fn qualified(&mut self, namespace: &str, local: &str) -> String {
        match namespace {
            "" => local.to_owned(),
            XML => format!("xml:{local}"),
            namespace => format!("{}:{local}", prefix(self.declare(namespace))),
        }
    }

    fn name(&mut self, namespace: &str, local: &str) {
        match namespace {
            "" => {}
            XML => self.out.push_str("xml:"),
            namespace => {
                let index = self.declare(namespace);
                self.out.push_str(&prefix(index));
                self.out.push(':');
            }
        }
        self.out.push_str(local);
    }

    /// Returns the index of a namespace among the declared ones.
    fn declare(&mut self, namespace: &str) -> usize {
        let known = self.namespaces.iter().position(|known| known == namespace);
        known.unwrap_or_else(|| {
            self.namespaces.push(namespace.to_owned());
            self.namespaces.len() - 1
        })
    }
}

/// Returns the prefix of the namespace with this index.
fn prefix(index: usize) -> String {
    format!("ns{}", index + 1)
}
