//! Documents that show what the command prints: README, its picture, and the reference of the command line.
//!
//! `WAYBILL_BLESS=1` writes them.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failure here is a failed test")]

use std::fmt::Write as _;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::{ended, isolated};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn is_blessing() -> bool {
    std::env::var_os("WAYBILL_BLESS").is_some()
}

/// Runs a script of the README in the project's root, with the built command on its path, and returns its output.
fn run_script(script: &str) -> String {
    let command = Path::new(env!("CARGO_BIN_EXE_waybill"));
    let path = std::env::var("PATH").unwrap();
    let mut shell = Command::new("bash");
    isolated(&mut shell, &root());
    shell.env("PATH", format!("{}:{path}", command.parent().unwrap().display())).env("COLUMNS", "80");
    // Servers that the script starts end with it.
    let script = format!("trap 'kill $(jobs -p) 2>/dev/null' EXIT\n{script}");
    let ended = ended(&shell.args(["-c", &script]).stdin(Stdio::null()).output().unwrap());
    assert!(ended.status == 0, "{script}\n{}{}", ended.out, ended.err);
    ended.out
}

#[test]
fn commands_print_the_output_in_the_readme() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let mut tried = 0;
    for example in readme.clone().split("```sh\n").skip(1) {
        let (script, rest) = example.split_once("```\n").unwrap();
        let Some(output) = rest.strip_prefix("\n```text\n").and_then(|rest| rest.split_once("```")) else { continue };
        let script = script.replace("waybill mock", &format!("waybill mock >/dev/null --port {port}"));
        // The log of the server is not part of the example.
        let found = run_script(&script.replace(":8080", &format!(":{port}")));
        if is_blessing() {
            readme = readme.replace(&format!("```text\n{}```", output.0), &format!("```text\n{found}```"));
        } else {
            assert_eq!(found, output.0, "{script}");
        }
        tried += 1;
    }
    assert_eq!(tried, 2);
    if is_blessing() {
        std::fs::write(root().join("README.md"), readme).unwrap();
    }
}

#[test]
fn picture_shows_the_output_of_diff() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_waybill"));
    isolated(&mut command, &root().join("examples/releases"));
    command
        .args(["diff", "shipping-1.4.0.yaml", "shipping-1.5.0.yaml"])
        .env("CLICOLOR_FORCE", "1")
        .env("COLUMNS", "100");
    let output = ended(&command.output().unwrap()).out;
    for (name, palette) in [("light", LIGHT), ("dark", DARK)] {
        let picture = draw("waybill diff shipping-1.4.0.yaml shipping-1.5.0.yaml", &output, &palette);
        let file = root().join(format!("docs/images/diff-{name}.svg"));
        if is_blessing() {
            std::fs::write(&file, &picture).unwrap();
        }
        assert!(
            std::fs::read_to_string(&file).unwrap() == picture,
            "{} is not what `waybill diff` prints",
            file.display()
        );
    }
}

/// The colours of a picture.
struct Palette {
    background: &'static str,
    text: &'static str,
    quiet: &'static str,
    red: &'static str,
}

const LIGHT: Palette = Palette { background: "#ffffff", text: "#1f2328", quiet: "#59636e", red: "#cf222e" };
const DARK: Palette = Palette { background: "#0d1117", text: "#f0f6fc", quiet: "#9198a1", red: "#ff7b72" };

/// Draws a command and its coloured output as a terminal.
fn draw(command: &str, output: &str, palette: &Palette) -> String {
    const LINE: usize = 20;
    let width = output.lines().map(|line| plain(line).chars().count()).max().unwrap_or_default() * 8 + 40;
    let height = (output.lines().count() + 2) * LINE + 20;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace\" font-size=\"13\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{}\" stroke=\"{}\" stroke-opacity=\"0.3\"/>\n",
        palette.background, palette.quiet
    );
    let mut draw_line = |at: usize, spans: &str| {
        let _ = writeln!(
            svg,
            "<text x=\"20\" y=\"{}\" xml:space=\"preserve\" fill=\"{}\">{spans}</text>",
            at * LINE + 28,
            palette.text
        );
    };
    draw_line(0, &format!("<tspan fill=\"{}\">$ </tspan>{command}", palette.quiet));
    for (at, line) in output.lines().enumerate() {
        draw_line(at + 1, &spans(line, palette));
    }
    svg + "</svg>\n"
}

/// Turns the escape sequences of a line into spans.
fn spans(line: &str, palette: &Palette) -> String {
    let mut spans = String::new();
    let (mut bold, mut fill) = (false, palette.text);
    for piece in line.split("\u{1b}[") {
        let (code, text) =
            piece.split_once('m').filter(|(code, _)| code.chars().all(|c| c.is_ascii_digit())).unwrap_or(("", piece));
        match code {
            "0" => (bold, fill) = (false, palette.text),
            "1" => bold = true,
            "2" => fill = palette.quiet,
            "31" => fill = palette.red,
            _ => {}
        }
        if !text.is_empty() {
            let weight = if bold { " font-weight=\"bold\"" } else { "" };
            let text = text.replace('&', "&amp;").replace('<', "&lt;");
            let _ = write!(spans, "<tspan fill=\"{fill}\"{weight}>{text}</tspan>");
        }
    }
    spans
}

/// Returns a line without its escape sequences.
fn plain(line: &str) -> String {
    let mut pieces = line.split("\u{1b}[");
    let first = pieces.next().unwrap_or_default().to_owned();
    first + &pieces.filter_map(|piece| piece.split_once('m')).map(|(_, text)| text).collect::<String>()
}

#[test]
fn reference_lists_the_help_of_every_command() {
    let mut reference = "# Command line\n\nThe output of `--help` of every command.\n".to_owned();
    add_help(&mut Vec::new(), &mut reference);
    let file = root().join("docs/reference/command-line.md");
    if is_blessing() {
        std::fs::write(&file, &reference).unwrap();
    }
    assert!(
        std::fs::read_to_string(&file).unwrap() == reference,
        "{} is out of date; WAYBILL_BLESS=1 writes it",
        file.display()
    );
}

/// Adds the help of a command and of those below it.
fn add_help(path: &mut Vec<String>, reference: &mut String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_waybill"));
    isolated(&mut command, &root());
    let help = ended(&command.args(&*path).arg("--help").env("COLUMNS", "100").output().unwrap()).out;
    let name = ["waybill"].into_iter().chain(path.iter().map(String::as_str)).collect::<Vec<_>>().join(" ");
    let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
    let _ = write!(reference, "\n## {name}\n\n```text\n{}\n```\n", lines.join("\n").trim_end());
    let commands = lines.iter().skip_while(|line| **line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // A description that is continued on the next line is indented further.
    let names = commands.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<String> = names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect();
    for name in names.into_iter().filter(|name| name != "help") {
        path.push(name);
        add_help(path, reference);
        path.pop();
    }
}
