//! A Markdown document of blocks with one blank line between them. It ends with one line end.

/// The blocks written so far.
#[derive(Debug, Default)]
pub(super) struct Document {
    text: String,
}

impl Document {
    /// Writes a heading. Use level 2 and below, because the front matter's title is level 1.
    pub(super) fn heading(&mut self, level: usize, text: &str) {
        self.block([&"#".repeat(level), " ", text]);
    }

    /// Writes a paragraph.
    pub(super) fn paragraph(&mut self, text: &str) {
        self.block([text]);
    }

    /// Writes a block quote.
    pub(super) fn quote(&mut self, text: &str) {
        self.block(["> ", text]);
    }

    /// Writes a list with one line for each item. An empty list writes nothing.
    pub(super) fn list(&mut self, items: impl IntoIterator<Item = String>) {
        let lines: Vec<String> = items.into_iter().map(|item| "- ".to_owned() + &item).collect();
        if !lines.is_empty() {
            self.block([lines.join("\n").as_str()]);
        }
    }

    /// Writes a collapsible list. CommonMark and MDX need the blank lines to parse the content as Markdown.
    pub(super) fn folded(&mut self, summary: &str, items: impl IntoIterator<Item = String>) {
        self.block(["<details>\n<summary>", summary, "</summary>"]);
        self.list(items);
        self.block(["</details>"]);
    }

    /// Writes collapsible blocks.
    pub(super) fn folded_blocks(&mut self, summary: &str, blocks: impl IntoIterator<Item = String>) {
        self.block(["<details>\n<summary>", summary, "</summary>"]);
        for block in blocks {
            self.block([block.as_str()]);
        }
        self.block(["</details>"]);
    }

    /// Writes a block as given.
    pub(super) fn block<'a>(&mut self, parts: impl IntoIterator<Item = &'a str>) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.extend(parts);
        self.text.push('\n');
    }

    /// Returns the document.
    pub(super) fn finish(self) -> String {
        self.text
    }
}
