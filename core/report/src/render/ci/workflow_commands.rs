//! Annotations as workflow commands of GitHub Actions: `::error file=a.json,line=3,col=5,title=T::message`.
//!
//! Values are escaped like in GitHub's toolkit (`@actions/core`, `command.ts`).

use waybill_base::text::printable;

use super::{DescriptionOutcome, Severity};
use crate::{Change, Report};

/// Writes a command for each change that fails the run or needs review, and one for the verdict. Failing changes come
/// first.
#[must_use]
pub fn write_workflow_commands(descriptions: &[DescriptionOutcome<'_>]) -> String {
    let mut written = String::new();
    for described in descriptions {
        match described.outcome {
            Ok(report) => write_report(described, report, &mut written),
            Err(reason) => {
                let title = format!("{} could not be compared", described.name);
                write_command("error", None, &title, reason, &mut written);
            }
        }
    }
    written
}

fn write_report(described: &DescriptionOutcome<'_>, report: &Report, written: &mut String) {
    for (severity, command) in [(Severity::Error, "error"), (Severity::Warning, "warning")] {
        for change in report.changes.iter().filter(|change| described.severity(change) == severity) {
            write_command(command, place(described, change), change.title, &change.message, written);
        }
    }
    for problem in &report.problems {
        let place = Some((problem.file.as_str(), problem.place.line, problem.place.column));
        let title = if problem.is_warning() { "Compared, with a problem" } else { "Compared only in part" };
        write_command("warning", place, title, &problem.message, written);
    }
    write_command("notice", None, described.name, &report.verdict.sentence, written);
}

/// Returns the location of a change in the current description, if that is a file. Removed values are located at their
/// former container.
fn place<'a>(described: &DescriptionOutcome<'a>, change: &'a Change) -> Option<(&'a str, u32, u32)> {
    let place = change.new.as_ref()?;
    let file = place.file.as_deref().or(described.current_path)?;
    Some((file, place.line, place.column))
}

fn write_command(command: &str, place: Option<(&str, u32, u32)>, title: &str, message: &str, written: &mut String) {
    written.extend(["::", command, " "]);
    if let Some((file, line, column)) = place {
        written.extend(["file=", &escape_property(file), &format!(",line={line},col={column},")]);
    }
    written.extend(["title=", &escape_property(title), "::", &escape_data(message), "\n"]);
}

fn escape_data(text: &str) -> String {
    printable(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn escape_property(text: &str) -> String {
    escape_data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_value_ends_its_command_or_its_property() {
        assert_eq!(escape_property("a,b:c%\n::error::"), "a%2Cb%3Ac%25 %3A%3Aerror%3A%3A");
        assert_eq!(escape_data("50 %\r\n::add-mask::x"), "50 %25  ::add-mask::x");
    }
}
