//! The note about a failed store command. It is the same in every language and omits the store client's message.

use waybill_base::note::Note;

/// Maximum length of a reason, in bytes.
const MAX_REASON_BYTES: usize = 60;

/// A command to the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoreCommand {
    /// Acquire the lock and read the record.
    Lock,
    /// Write the record.
    Save,
    /// Release the lock.
    Unlock,
}

/// Returns the note for a failed store command. `reason` is one word that names the failure, such as the name of an error
/// class or the first word of a Redis error. Any other text is dropped, because it may contain a secret.
#[must_use]
pub fn note_failed_command(command: StoreCommand, reason: &str) -> Note {
    let asked = match command {
        StoreCommand::Lock => "acquire the lock",
        StoreCommand::Save => "save the record",
        StoreCommand::Unlock => "release the lock",
    };
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let is_name = (1..=MAX_REASON_BYTES).contains(&reason.len()) && reason.bytes().all(is_word);
    let reason = if is_name { reason } else { "unnamed reason" };
    Note { code: "store.error", message: format!("the shared store failed to {asked}: {reason}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_repeats_a_name_and_no_text() {
        let note = note_failed_command(StoreCommand::Lock, "READONLY");
        assert_eq!(
            (note.code, note.message.as_str()),
            ("store.error", "the shared store failed to acquire the lock: READONLY")
        );
        for text in ["", "connect to redis://u:canary@h failed", &"a".repeat(61)] {
            let note = note_failed_command(StoreCommand::Save, text);
            assert_eq!(note.message, "the shared store failed to save the record: unnamed reason");
        }
    }
}
