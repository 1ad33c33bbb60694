//! What a store is asked, as its `MONITOR` says it: each command of the layout with the process that gave it.

use std::collections::HashMap;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::registry::{Instance, Registry};

/// How long a connection is taken for the same one's without looking again: a port may become another's.
const FRESH: Duration = Duration::from_secs(2);

/// Which of the four scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    Lock,
    Save,
    Renew,
    Unlock,
}

/// A script that was run.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    /// When, in milliseconds since the Unix epoch.
    pub(super) at: i64,
    pub(super) script: Script,
    /// Who wants the lock or has it: another one for each lock.
    pub(super) owner: String,
    /// Nothing where the process was gone before it could be found, or nobody looked.
    pub(super) sender: Option<Instance>,
    /// Whether it got as far as to write what it is for: a record, or a lock where it is free.
    pub(super) wrote: bool,
}

/// A connection that says what is asked, until it is ended.
#[derive(Debug)]
pub(super) struct Monitor {
    heard: Arc<Mutex<Heard>>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Heard {
    text: String,
    asked: Vec<Asked>,
}

impl Monitor {
    /// Listens to the server on this port, also when it was started anew; senders are looked up where a registry is given.
    pub(super) fn start(port: u16, registry: Option<Arc<Registry>>) -> Self {
        let (heard, is_over) = (Arc::<Mutex<Heard>>::default(), Arc::new(AtomicBool::new(false)));
        let listener = Listener {
            port,
            registry,
            heard: Arc::clone(&heard),
            is_over: Arc::clone(&is_over),
            known: HashMap::new(),
        };
        Self { heard, is_over, thread: Some(thread::spawn(|| listener.listen())) }
    }

    /// Ends it; gives all that was said, and the scripts that were run.
    pub(super) fn end(&mut self) -> (String, Vec<Asked>) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        let heard = std::mem::take(&mut *lock(&self.heard));
        (heard.text, heard.asked)
    }
}

impl Drop for Monitor {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

struct Listener {
    port: u16,
    registry: Option<Arc<Registry>>,
    heard: Arc<Mutex<Heard>>,
    is_over: Arc<AtomicBool>,
    known: HashMap<u16, (Option<Instance>, Instant)>,
}

impl Listener {
    fn listen(mut self) {
        while !self.is_over.load(Ordering::Relaxed) {
            // It ends where the server is started anew.
            let _ = self.read();
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn read(&mut self) -> io::Result<()> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))?;
        stream.set_read_timeout(Some(Duration::from_millis(200)))?;
        stream.write_all(b"MONITOR\r\n")?;
        let (mut reader, mut line) = (BufReader::new(stream), Vec::new());
        while !self.is_over.load(Ordering::Relaxed) {
            match reader.read_until(b'\n', &mut line) {
                Ok(0) => return Ok(()),
                Ok(_) if line.ends_with(b"\n") => {
                    self.hear(&String::from_utf8_lossy(&line));
                    line.clear();
                }
                // The beginning of a line stays until the rest comes.
                Ok(_) => {}
                Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn hear(&mut self, line: &str) {
        let asked = Asked::read(line).map(|(asked, port)| Asked { sender: self.sender(port), ..asked });
        let mut heard = lock(&self.heard);
        heard.text.push_str(line);
        match asked {
            Some(asked) => heard.asked.push(asked),
            // What a script does follows it.
            None if line.contains(" lua] \"HSET\" ") || line.contains(" lua] \"SET\" ") => {
                if let Some(last) = heard.asked.last_mut() {
                    last.wrote = true;
                }
            }
            None => {}
        }
    }

    fn sender(&mut self, port: u16) -> Option<Instance> {
        let registry = self.registry.as_ref()?;
        let known = self.known.get(&port).filter(|(_, at)| at.elapsed() < FRESH);
        if let Some((Some(sender), _)) = known {
            return Some(*sender);
        }
        let sender = registry.owner_of(port, self.port);
        self.known.insert(port, (sender, Instant::now()));
        sender
    }
}

impl Asked {
    /// A line such as `+1795873461.123456 [0 127.0.0.1:40000] "EVAL" "…" "2" "waybill:{…}:lock" "waybill:{…}:record" "…"`; with
    /// the client's port.
    fn read(line: &str) -> Option<(Self, u16)> {
        let (time, rest) = line.strip_prefix('+')?.split_once(" [")?;
        let (client, command) = rest.split_once("] \"")?;
        let port = client.rsplit_once(':')?.1.parse().ok()?;
        let mut words = command.trim_end().trim_end_matches('"').split("\" \"");
        if !words.next()?.eq_ignore_ascii_case("eval") {
            return None;
        }
        let script = words.next()?;
        let script = [
            ("'HSET'", Script::Save),
            ("'SET'", Script::Lock),
            ("'DEL'", Script::Unlock),
            ("'PEXPIRE'", Script::Renew),
        ]
        .into_iter()
        .find(|(command, _)| script.contains(command))?
        .1;
        let owner = words.nth(3)?.to_owned();
        let (seconds, micros) = time.split_once('.')?;
        let at = seconds.parse::<i64>().ok()? * 1_000 + micros.parse::<i64>().ok()? / 1_000;
        Some((Self { at, script, owner, sender: None, wrote: false }, port))
    }
}

fn lock(heard: &Mutex<Heard>) -> MutexGuard<'_, Heard> {
    heard.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::{Asked, Script};

    #[test]
    fn monitor_line_is_parsed_into_script_and_owner() {
        let line = r#"+1795873461.123456 [0 127.0.0.1:40000] "EVAL" "-- Has \"it\"\nredis.call('HSET', KEYS[2])" "2" "waybill:{0}:lock" "waybill:{0}:record" "an-owner" "0""#;
        let (asked, port) = Asked::read(&format!("{line}\r\n")).unwrap();
        assert_eq!(
            (asked.at, asked.script, asked.owner.as_str(), port),
            (1_795_873_461_123, Script::Save, "an-owner", 40_000)
        );
        assert!(Asked::read("+1795873461.123456 [0 lua] \"HSET\" \"waybill:{0}:record\"").is_none());
        assert!(Asked::read("+OK").is_none());
    }
}
