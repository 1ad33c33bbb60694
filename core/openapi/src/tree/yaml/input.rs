//! The input for `saphyr-parser`. It accepts tabs after a colon, as YAML 1.2.2 does.
//!
//! The parser rejects `key:<tab>value`, but section 6.2 allows both tabs and spaces between tokens.

use saphyr_parser::StrInput;
use saphyr_parser::input::{Input, SkipTabs};

/// A text, read from its beginning.
pub(super) struct Source<'s> {
    inner: StrInput<'s>,
}

impl<'s> Source<'s> {
    pub(super) fn new(text: &'s str) -> Source<'s> {
        Source { inner: StrInput::new(text) }
    }
}

// Delegates all methods that the inner input implements more efficiently than the trait.
impl Input for Source<'_> {
    fn skip_ws_to_eol(&mut self, skip_tabs: SkipTabs) -> (usize, Result<SkipTabs, &'static str>) {
        let (count, skipped) = self.inner.skip_ws_to_eol(skip_tabs);
        let skipped = skipped.map(|skipped| match skipped {
            SkipTabs::Result(tabs, space) => SkipTabs::Result(tabs, tabs || space),
            other => other,
        });
        (count, skipped)
    }

    fn lookahead(&mut self, count: usize) {
        self.inner.lookahead(count);
    }

    fn buflen(&self) -> usize {
        self.inner.buflen()
    }

    fn bufmaxlen(&self) -> usize {
        self.inner.bufmaxlen()
    }

    fn raw_read_ch(&mut self) -> char {
        self.inner.raw_read_ch()
    }

    fn raw_read_non_breakz_ch(&mut self) -> Option<char> {
        self.inner.raw_read_non_breakz_ch()
    }

    fn skip(&mut self) {
        self.inner.skip();
    }

    fn skip_n(&mut self, count: usize) {
        self.inner.skip_n(count);
    }

    fn peek(&self) -> char {
        self.inner.peek()
    }

    fn peek_nth(&self, n: usize) -> char {
        self.inner.peek_nth(n)
    }

    fn peek_opt(&self) -> Option<char> {
        self.inner.peek_opt()
    }

    fn next_is_document_indicator(&self) -> bool {
        self.inner.next_is_document_indicator()
    }

    fn next_can_be_plain_scalar(&self, in_flow: bool) -> bool {
        self.inner.next_can_be_plain_scalar(in_flow)
    }

    fn skip_while_non_breakz(&mut self) -> usize {
        self.inner.skip_while_non_breakz()
    }

    fn skip_while_blank(&mut self) -> usize {
        self.inner.skip_while_blank()
    }

    fn fetch_while_is_alpha(&mut self, out: &mut String) -> usize {
        self.inner.fetch_while_is_alpha(out)
    }

    fn fetch_while_is_yaml_non_space(&mut self, out: &mut String) -> usize {
        self.inner.fetch_while_is_yaml_non_space(out)
    }
}
