//! Options that leave operations out. `[exclude]` of `waybill.toml` does the same for every run.

use waybill_core::report::Exclusions;

/// Operations to leave out.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Operations to leave out")]
pub(crate) struct ExclusionArguments {
    /// Leave out operations with this tag; can be repeated.
    #[arg(long = "exclude-tag", value_name = "TAG", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    tags: Vec<String>,
    /// Leave out operations whose path matches this glob, such as "/debug/**"; can be repeated.
    #[arg(long = "exclude-path", value_name = "GLOB", value_parser = parse_path)]
    paths: Vec<String>,
    /// Leave out operations with `x-internal: true`.
    #[arg(long = "exclude-internal")]
    internal: bool,
}

impl ExclusionArguments {
    /// Adds these exclusions to others.
    pub(crate) fn add_to(&self, exclusions: &mut Exclusions) {
        let ExclusionArguments { tags, paths, internal } = self;
        let add = |all: &mut Vec<String>, more: &[String]| {
            for one in more {
                if !all.contains(one) {
                    all.push(one.clone());
                }
            }
        };
        add(&mut exclusions.tags, tags);
        add(&mut exclusions.paths, paths);
        exclusions.internal |= internal;
    }
}

/// True if a glob can match a path. All paths start with a slash.
pub(crate) fn can_match_path(glob: &str) -> bool {
    glob.starts_with(['/', '*'])
}

fn parse_path(glob: &str) -> Result<String, String> {
    if can_match_path(glob) {
        Ok(glob.to_owned())
    } else {
        Err("paths start with a slash, such as /debug/**".to_owned())
    }
}
