//! A Markdown document as a row of blocks with one blank line between them, ended by one line end.

/// Blocks written so far.
#[derive(Debug, Default)]
pub(super) struct Document {
    text: String,
}

impl Document {
    /// A heading; level 1 is the title that front matter already gives, so documents start with 2.
    pub(super) fn heading(&mut self, level: usize, text: &str) {
        self.block([&"#".repeat(level), " ", text]);
    }

    /// A paragraph.
    pub(super) fn paragraph(&mut self, text: &str) {
        self.block([text]);
    }

    /// A paragraph set apart from the rest.
    pub(super) fn quote(&mut self, text: &str) {
        self.block(["> ", text]);
    }

    /// A list with an item a line; an empty one is no block at all.
    pub(super) fn list(&mut self, items: impl IntoIterator<Item = String>) {
        let lines: Vec<String> = items.into_iter().map(|item| "- ".to_owned() + &item).collect();
        if !lines.is_empty() {
            self.block([lines.join("\n").as_str()]);
        }
    }

    /// A list that a reader opens by its summary. Blank lines make both grammars read the inside as Markdown.
    pub(super) fn folded(&mut self, summary: &str, items: impl IntoIterator<Item = String>) {
        self.block(["<details>\n<summary>", summary, "</summary>"]);
        self.list(items);
        self.block(["</details>"]);
    }

    /// Blocks that a reader opens by their summary.
    pub(super) fn folded_blocks(&mut self, summary: &str, blocks: impl IntoIterator<Item = String>) {
        self.block(["<details>\n<summary>", summary, "</summary>"]);
        for block in blocks {
            self.block([block.as_str()]);
        }
        self.block(["</details>"]);
    }

    /// A block exactly as given.
    pub(super) fn block<'a>(&mut self, parts: impl IntoIterator<Item = &'a str>) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.extend(parts);
        self.text.push('\n');
    }

    /// The whole text.
    pub(super) fn finish(self) -> String {
        self.text
    }
}
