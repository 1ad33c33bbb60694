//! Valid and invalid forms of `waybill.toml`. The published JSON Schema accepts and rejects the same files.

use std::time::Duration;

use super::*;

/// Valid files.
const READ: &[&str] = &[
    "description = \"openapi.json\"",
    "description = \"./api//v1/openapi.yaml\"",
    "description = \"-rf\"",
    "build = \"npm ci && npm run openapi\"\noutput = \"dist/openapi.json\"",
    "build = 'make'\noutput = 'x'\ntimeout = 60\nbuild_env = ['NPM_TOKEN', 'CI']\nparallel = true",
    "description = 'x'\ntimeout = 86400\nbuild_env = []\nparallel = false",
    "[[descriptions]]\nname = 'Orders'\ndescription = 'orders.json'",
    "[[descriptions]]\nname = 'A'\nfolder = 'docs/a'\ndescription = 'a.json'\n[[descriptions]]\nname = 'B'\nfolder = '.'\nbuild = 'make'\noutput = 'b'",
    "[[descriptions]]\nname = '..'\nfolder = 'up'\ndescription = 'a.json'",
    "description = 'x'\n[check]",
    "description = 'x'\n[check]\npaths = ['src/**', '*.{json,yaml}']\nfail_on = 'risky'",
    "description = 'x'\n[exclude]",
    "description = 'x'\n[exclude]\ntags = ['admin']\npaths = ['/debug/**', '**/{id}']\ninternal = true",
    "description = 'x'\n[deprecation.min_days]\nstable = 180\nbeta = 30",
    "description = 'x'\n[renames]\n'GET /labels' = 'POST /stickers'\n'/v1' = '/v2'\n'Custom-method /a' = 'GET /b c'",
    "description = 'x'\n[levels]\nresponse-enum-value-added = 'additive'\n'request-*-narrowed' = 'breaking'",
];

/// Invalid files, each with the location, a part of the message, and true if the JSON Schema rejects it too.
const REFUSED: &[(&str, &str, &str, bool)] = &[
    ("# nothing yet\n", "1:1", "no `description`", true),
    ("\ndescripton = 'x'\n", "2:1", "unknown field `descripton`", true),
    ("description = 4\n", "1:15", "invalid type", true),
    ("description = \"../x\"\n", "1:15", "not a path inside the repository", true),
    ("description = \"/etc/passwd\"\n", "1:15", "not a path inside the repository", true),
    ("description = \"api/../../x\"\n", "1:15", "not a path inside the repository", true),
    ("description = \"a\\nb\"\n", "1:15", "not a path inside the repository", true),
    ("description = \"\"\n", "1:15", "not a path inside the repository", true),
    ("description = \"./.\"\n", "1:15", "not a path inside the repository", true),
    ("description = \"x\"\nbuild = \"make\"\noutput = \"x\"\n", "1:15", "combined with `build` or `output`", true),
    ("build = \"make\"\n", "1:9", "`build` is set without `output`", true),
    ("output = \"x\"\n", "1:10", "`output` is set without `build`", true),
    ("build = \"  \"\noutput = \"x\"\n", "1:9", "`build` is not a command", true),
    ("build = \"make\"\noutput = \"../x\"\n", "2:10", "`output` is not a path inside", true),
    ("description = 'x'\ntimeout = 0\n", "2:11", "from 1 to 86400 seconds", true),
    ("description = 'x'\ntimeout = 86401\n", "2:11", "from 1 to 86400 seconds", true),
    ("description = 'x'\ntimeout = '5m'\n", "2:11", "`timeout` is a number of seconds, such as 300", true),
    ("description = 'x'\nbuild_env = ['A', 'B=1']\n", "2:19", "not the name of an environment variable", true),
    ("description = 'x'\nparallel = 1\n", "2:12", "invalid type", true),
    ("description = 'x'\n[check]\npath = ['x']\n", "3:1", "unknown field `path`", true),
    ("description = 'x'\n[check]\npaths = []\n", "3:9", "`paths` is empty", true),
    ("description = 'x'\n[check]\npaths = ['a', '../b']\n", "3:15", "not inside the repository", true),
    ("description = 'x'\n[check]\npaths = ['a[']\n", "3:10", "not a valid glob", false),
    ("description = 'x'\n[check]\nfail_on = 'all'\n", "3:11", "unknown variant `all`", true),
    ("description = 'x'\n[exclude]\ntag = ['a']\n", "3:1", "unknown field `tag`", true),
    ("description = 'x'\n[exclude]\ntags = ['a', '']\n", "3:14", "an empty name", true),
    ("description = 'x'\n[exclude]\npaths = ['debug/**']\n", "3:10", "start with a slash", true),
    ("description = 'x'\n[exclude]\ninternal = 'x-internal'\n", "3:12", "invalid type", true),
    (
        "description = 'x'\n[levels]\nresponse-enum-value-aded = 'risky'\n",
        "3:1",
        "the nearest is `response-enum-value-added`",
        false,
    ),
    (
        "description = 'x'\n[levels]\ntag-added = 'minor'\n",
        "3:1",
        "the levels are breaking, risky, additive, docs",
        true,
    ),
    ("description = 'x'\n[levels]\ntag-added = 1\n", "3:13", "expected a string", true),
    (
        "description = 'x'\n[levels]\ntag-added = 'risky'\nparameter-removed = 'risky'\n",
        "4:1",
        "\"remove a parameter\" requires a major release",
        false,
    ),
    ("description = 'x'\n[levels]\n'Tag-*' = 'risky'\n", "3:1", "no rule matches `Tag-*`", true),
    (
        "description = 'x'\n[renames]\n'labels' = '/stickers'\n",
        "3:1",
        "`labels` is neither an operation nor a path",
        true,
    ),
    ("description = 'x'\n[renames]\n'/labels' = 'stickers'\n", "3:1", "`stickers` is neither an operation nor", true),
    ("description = 'x'\n[renames]\n'GET  /labels' = 'GET /stickers'\n", "3:1", "is neither an operation nor", true),
    ("description = 'x'\n[renames]\n'GET /a' = 'GET b'\n", "3:1", "`GET b` is neither an operation nor", true),
    ("description = 'x'\n[renames]\n'/labels' = 1\n", "3:13", "expected a string", true),
    ("description = 'x'\n[renames]\n'/labels' = 'GET /stickers'\n", "3:1", "name it in both or in none", false),
    ("description = 'x'\n[renames]\n'/a/{b}' = '/a/{c}'\n", "3:1", "are the same address", false),
    ("description = 'x'\n[renames]\n'/a' = '/c'\n'/b' = '/c'\n", "4:1", "are both renamed to `/c`", false),
    ("description = 'x'\n[deprecation]\ndays = 3\n", "3:1", "unknown field `days`", true),
    ("description = 'x'\n[deprecation.min_days]\nstabel = 3\n", "3:1", "expected one of `draft`", true),
    ("description = 'x'\n[deprecation.min_days]\nstable = -1\n", "3:10", "expected u32", true),
    ("descriptions = []\n", "1:16", "`descriptions` is empty", true),
    ("[[descriptions]]\ndescription = 'x'\n", "1:1", "missing field `name`", true),
    ("[[descriptions]]\nname = 'A'\n", "1:1", "\"A\" has no source", true),
    ("[[descriptions]]\nname = 'A'\ndescription = 'x'\nbranch = 'y'\n", "4:1", "unknown field `branch`", true),
    ("[[descriptions]]\nname = '..'\ndescription = 'x'\n", "2:8", "not a folder inside the repository", true),
    ("[[descriptions]]\nname = ''\ndescription = 'x'\n", "2:8", "not a folder inside", true),
    ("[[descriptions]]\nname = \"a\\tb\"\nfolder = 'a'\ndescription = 'x'\n", "2:8", "is not a valid name", true),
    ("[[descriptions]]\nname = 'A'\nfolder = '/tmp'\ndescription = 'x'\n", "3:10", "not a folder inside", true),
    ("[[descriptions]]\nname = 'A'\nfolder = ''\ndescription = 'x'\n", "3:10", "not a folder inside", true),
    (
        "description = 'x'\n[[descriptions]]\nname = 'A'\ndescription = 'y'\n",
        "1:15",
        "cannot be combined with `[[descriptions]]`",
        true,
    ),
    (
        "[[descriptions]]\nname = 'A'\ndescription = 'x'\n[[descriptions]]\nname = 'A'\nfolder = 'b'\ndescription = 'y'\n",
        "5:8",
        "two descriptions are named \"A\"",
        false,
    ),
    (
        "[[descriptions]]\nname = 'A'\ndescription = 'x'\n[[descriptions]]\nname = 'B'\nfolder = 'A/'\ndescription = 'y'\n",
        "6:10",
        "two descriptions have the folder",
        false,
    ),
];

fn schema() -> jsonschema::Validator {
    let schema: serde_json::Value = serde_json::from_str(include_str!("../../../schema/waybill.json")).unwrap();
    jsonschema::draft202012::meta::validate(&schema).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

fn instance(text: &str) -> serde_json::Value {
    toml::from_str(text).unwrap()
}

#[test]
fn invalid_setting_is_reported_with_line_and_column() {
    for (text, at, words, _) in REFUSED {
        let said = parse(text, NAME).unwrap_err().to_string();
        assert!(said.contains(&format!("--> waybill.toml:{at}\n")) && said.contains(words), "{text}: {said}");
    }
    let said = parse("description = ", "v1.4.0:waybill.toml").unwrap_err().to_string();
    assert!(said.contains("--> v1.4.0:waybill.toml:1:"), "{said}");
}

#[test]
fn published_schema_accepts_the_same_settings_as_the_reader() {
    let schema = schema();
    for text in READ {
        parse(text, NAME).unwrap();
        let errors: Vec<String> = schema.iter_errors(&instance(text)).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{text}: {errors:?}");
    }
    for (text, _, _, by_schema) in REFUSED {
        assert_eq!(!schema.is_valid(&instance(text)), *by_schema, "{text}");
    }
}

#[test]
fn missing_settings_have_their_default() {
    let settings = parse("build = ' make '\noutput = './out//x.json'", NAME).unwrap();
    let source = Source::Built { command: "make".to_owned(), output: "out/x.json".to_owned() };
    let description = DescriptionSettings { name: None, folder: String::new(), source };
    let builds = BuildSettings { timeout: Duration::from_mins(15), build_env: Vec::new(), parallel: false };
    assert_eq!(
        settings,
        Settings {
            descriptions: vec![description],
            builds,
            check: CheckSettings::default(),
            comparison: ComparisonSettings::default()
        }
    );
}

#[test]
fn folder_of_a_description_defaults_to_its_name() {
    let text = "[[descriptions]]\nname = 'Orders'\ndescription = 'a'\n[[descriptions]]\nname = 'B'\nfolder = 'docs/b/'\ndescription = 'b'";
    let folders: Vec<String> = parse(text, NAME).unwrap().descriptions.into_iter().map(|one| one.folder).collect();
    assert_eq!(folders, ["Orders", "docs/b"]);
}
