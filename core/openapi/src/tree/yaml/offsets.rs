//! Converts character offsets of the parser to byte offsets.

/// A position in the text that follows the parser, almost always forwards in small steps.
pub(super) struct Offsets<'s> {
    text: &'s str,
    ascii: bool,
    character: usize,
    byte: usize,
}

impl<'s> Offsets<'s> {
    pub(super) fn new(text: &'s str) -> Offsets<'s> {
        Offsets { text, ascii: text.is_ascii(), character: 0, byte: 0 }
    }

    pub(super) fn byte(&mut self, character: usize) -> usize {
        if self.ascii {
            return character.min(self.text.len());
        }
        while self.character < character {
            let Some(next) = self.text.get(self.byte..).and_then(|rest| rest.chars().next()) else { break };
            self.byte += next.len_utf8();
            self.character += 1;
        }
        while self.character > character {
            let Some(last) = self.text.get(..self.byte).and_then(|before| before.chars().next_back()) else { break };
            self.byte -= last.len_utf8();
            self.character -= 1;
        }
        self.byte
    }
}
