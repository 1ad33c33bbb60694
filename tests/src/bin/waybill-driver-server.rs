//! Serves the driver suite's scenarios on a loopback port and says which one on its first line.
//! It ends when its standard input closes, so that no test run leaves it behind, and after 30 minutes at the latest.
//! Arguments: `[--port PORT]`, by default any free one.

use std::error::Error;
use std::io::{self, Read, Write};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use waybill_tests::driver_server::DriverServer;
use waybill_tests::driver_server::script::Script;

const LONGEST_LIFE: Duration = Duration::from_mins(30);

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let port = match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => 0,
        ["--port", port] => port.parse()?,
        _ => return Err("usage: waybill-driver-server [--port PORT]".into()),
    };
    let server = DriverServer::start(Script::built_in()?, port)?;
    writeln!(io::stdout(), "listening on {}", server.origin())?;
    io::stdout().flush()?;
    thread::spawn(|| {
        thread::sleep(LONGEST_LIFE);
        std::process::exit(1);
    });
    io::stdin().lock().read_to_end(&mut Vec::new())?;
    Ok(ExitCode::SUCCESS)
}
