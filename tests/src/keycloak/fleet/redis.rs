//! The store of a fleet: a Redis server that writes each change to disk at once, and can be paused, restarted, emptied and made
//! read-only.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::super::processes::signal;

const LONGEST_START: Duration = Duration::from_secs(10);
/// It may be paused meanwhile.
const LONGEST_ANSWER: Duration = Duration::from_secs(10);
/// Where the server keeps what it wrote, below its folder.
const FILES: &str = "appendonlydir";

/// A running server; it is ended with this value.
#[derive(Debug)]
pub(in super::super) struct Redis {
    process: Child,
    port: u16,
    folder: PathBuf,
}

impl Redis {
    /// Starts a server that keeps its file in this folder, which is emptied before.
    pub(in super::super) fn start(folder: PathBuf) -> io::Result<Self> {
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        std::fs::create_dir_all(&folder)?;
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        let process = spawn(port, &folder)?;
        let redis = Self { process, port, folder };
        redis.wait()?;
        Ok(redis)
    }

    pub(in super::super) fn address(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    pub(super) fn port(&self) -> u16 {
        self.port
    }

    pub(super) fn pause(&self) -> io::Result<()> {
        signal("STOP", &[self.process.id()])
    }

    pub(super) fn resume(&self) -> io::Result<()> {
        signal("CONT", &[self.process.id()])
    }

    /// Kills it, and starts it with what it had written.
    pub(super) fn restart(&mut self) -> io::Result<()> {
        self.process.kill()?;
        self.process.wait()?;
        self.process = spawn(self.port, &self.folder)?;
        self.wait()
    }

    pub(super) fn empty(&self) -> io::Result<()> {
        self.command("FLUSHALL").map(drop)
    }

    /// It refuses to write, as one does that has no replica left, or writes again.
    pub(super) fn set_read_only(&self, is_read_only: bool) -> io::Result<()> {
        self.command(&format!("CONFIG SET min-replicas-to-write {}", u8::from(is_read_only))).map(drop)
    }

    /// Keeps a copy of what is stored now, as a backup does.
    pub(super) fn back_up(&self) -> io::Result<()> {
        let (from, to) = (self.folder.join(FILES), self.folder.join("backup"));
        if to.exists() {
            std::fs::remove_dir_all(&to)?;
        }
        std::fs::create_dir_all(&to)?;
        // Nothing is written meanwhile.
        self.pause()?;
        let copied = std::fs::read_dir(from)?.try_for_each(|file| {
            let file = file?;
            std::fs::copy(file.path(), to.join(file.file_name())).map(drop)
        });
        self.resume()?;
        copied
    }

    /// Starts with what the copy has, which is older than what processes have seen.
    pub(super) fn restore(&mut self) -> io::Result<()> {
        self.process.kill()?;
        self.process.wait()?;
        std::fs::remove_dir_all(self.folder.join(FILES))?;
        std::fs::rename(self.folder.join("backup"), self.folder.join(FILES))?;
        self.process = spawn(self.port, &self.folder)?;
        self.wait()
    }

    /// The id of the key that the record is sealed with.
    pub(super) fn key_id(&self) -> io::Result<String> {
        let script = "return redis.call('HGET', redis.call('KEYS', 'waybill:*:record')[1], 'key')";
        let answer = self.command(&format!("EVAL \"{script}\" 0"))?;
        Ok(answer.lines().nth(1).unwrap_or_default().to_owned())
    }

    /// What is kept, and the commands that took long, as texts in which no secret may show.
    pub(super) fn shown(&self) -> io::Result<String> {
        let file = std::fs::read(self.folder.join(FILES).join("store.aof.1.incr.aof"))?;
        Ok(String::from_utf8_lossy(&file).into_owned() + &self.command("SLOWLOG GET 128")?)
    }

    fn command(&self, text: &str) -> io::Result<String> {
        command(self.port, text)
    }

    fn wait(&self) -> io::Result<()> {
        let started = Instant::now();
        while started.elapsed() < LONGEST_START {
            if self.command("PING").is_ok_and(|answer| answer.starts_with("+PONG")) {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(50));
        }
        Err(io::Error::other("redis-server did not answer in time"))
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Gives the server on this port one command, and reads what comes.
pub(super) fn command(port: u16, text: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_read_timeout(Some(LONGEST_ANSWER))?;
    stream.write_all(format!("{text}\r\nQUIT\r\n").as_bytes())?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

fn spawn(port: u16, folder: &PathBuf) -> io::Result<Child> {
    Command::new("redis-server")
        .args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--appendonly", "yes"])
        .args(["--appendfsync", "always", "--appendfilename", "store.aof", "--slowlog-log-slower-than", "0"])
        .arg("--dir")
        .arg(folder)
        .stdin(Stdio::null())
        .stdout(File::create(folder.join("redis.log"))?)
        .spawn()
        .map_err(|error| io::Error::other(format!("cannot start redis-server: {error}")))
}
