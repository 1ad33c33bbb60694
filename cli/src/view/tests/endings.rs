//! The end of the page's server: with the last page, on request, and never before a page was open.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{Served, open_stream, wait_for_comment};

/// Environment variable for a process that only serves, which the test of ctrl-c starts.
const SERVES: &str = "WAYBILL_TEST_SERVES_VIEWER";

#[test]
fn viewer_ends_after_the_last_page_is_closed() {
    let mut served = Served::start(Duration::from_millis(300));
    let (first, mut second) = (open_stream(&served), open_stream(&served));
    drop(first);
    std::thread::sleep(Duration::from_millis(600));
    wait_for_comment(&mut second);
    let began = Instant::now();
    drop(second);
    assert!(served.ends_within(Duration::from_secs(10)));
    assert!(began.elapsed() >= Duration::from_millis(300), "{:?}", began.elapsed());
}

#[test]
fn a_page_that_is_loaded_again_keeps_it() {
    let mut served = Served::start(Duration::from_millis(1_500));
    for _ in 0..4 {
        drop(open_stream(&served));
        std::thread::sleep(Duration::from_millis(500));
    }
    let mut page = open_stream(&served);
    std::thread::sleep(Duration::from_secs(2));
    wait_for_comment(&mut page);
    drop(page);
    assert!(served.ends_within(Duration::from_secs(10)));
}

#[test]
fn viewer_waits_for_the_first_page_and_stops_on_request() {
    let mut served = Served::start(Duration::from_millis(50));
    assert_eq!(served.get("").status, 200);
    std::thread::sleep(Duration::from_millis(300));
    let mut page = open_stream(&served);
    let began = Instant::now();
    served.stop.take().unwrap().send(()).unwrap();
    page.read_to_end(&mut Vec::new()).unwrap();
    assert!(served.ends_within(Duration::from_secs(10)));
    assert!(began.elapsed() < Duration::from_secs(3), "an open page is not waited for: {:?}", began.elapsed());
}

/// Serves in a separate process if a test requests it. Does nothing otherwise.
#[test]
fn serves_where_a_test_asks_for_it() {
    if std::env::var_os(SERVES).is_none() {
        return;
    }
    let mut served = Served::start(Duration::from_mins(1));
    let interrupted = {
        let _inside = served.runtime.enter();
        crate::server::interrupted()
    };
    println!("\nserves http://{}{}", served.address, served.folder);
    let stop = served.stop.take().unwrap();
    served.runtime.block_on(interrupted);
    stop.send(()).unwrap();
    assert!(served.ends_within(Duration::from_secs(3)));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_in_order_while_a_page_is_open() {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "view::tests::endings::serves_where_a_test_asks_for_it", "--nocapture"]);
    let mut process = command.env(SERVES, "1").stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let lines = BufReader::new(process.stdout.take().unwrap()).lines();
    let mut lines = lines.map(Result::unwrap);
    let address = lines.find_map(|line| line.strip_prefix("serves http://").map(str::to_owned)).unwrap();
    let (host, path) = address.split_once('/').unwrap();
    let mut stream = BufReader::new(std::net::TcpStream::connect(host).unwrap());
    std::io::Write::write_fmt(stream.get_mut(), format_args!("GET /{path}stream HTTP/1.1\r\nHost: {host}\r\n\r\n"))
        .unwrap();
    wait_for_comment(&mut stream);
    let began = Instant::now();
    assert!(Command::new("kill").args(["-INT", &process.id().to_string()]).status().unwrap().success());
    stream.read_to_end(&mut Vec::new()).unwrap();
    lines.for_each(drop);
    assert!(process.wait().unwrap().success());
    assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
}
