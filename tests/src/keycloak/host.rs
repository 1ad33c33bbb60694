//! The host under test: a program that makes calls through its language's client and tells what happened, line by line.
//!
//! It can be stopped and continued with all that it started.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::processes::{family, signal};

const LONGEST_END: Duration = Duration::from_secs(20);

/// A running host; it is ended with this value.
#[derive(Debug)]
pub(super) struct Host {
    process: Mutex<Child>,
    input: Mutex<Option<ChildStdin>>,
    id: u32,
}

impl Host {
    /// Starts the program; what it prints beside its lines goes to the log.
    pub(super) fn start(command: &[String], log: File) -> io::Result<(Self, Lines)> {
        let (program, arguments) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut process = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .map_err(|error| io::Error::other(format!("cannot start {program}: {error}")))?;
        let output = process.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let (id, input) = (process.id(), Mutex::new(process.stdin.take()));
        Ok((Self { process: Mutex::new(process), input, id }, Lines(BufReader::new(output))))
    }

    pub(super) fn id(&self) -> u32 {
        self.id
    }

    /// Gives it one command.
    pub(super) fn tell(&self, command: &Value) -> io::Result<()> {
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        let input = input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        input.write_all(format!("{command}\n").as_bytes())?;
        input.flush()
    }

    pub(super) fn stop(&self) -> io::Result<()> {
        signal("STOP", &family(self.id))
    }

    pub(super) fn resume(&self) -> io::Result<()> {
        signal("CONT", &family(self.id))
    }

    /// Waits for its end.
    pub(super) fn wait(&self) -> io::Result<()> {
        drop(self.input.lock().unwrap_or_else(PoisonError::into_inner).take());
        let started = Instant::now();
        let mut process = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        while started.elapsed() < LONGEST_END {
            match process.try_wait()? {
                Some(status) if status.success() => return Ok(()),
                Some(status) => return Err(io::Error::other(format!("the host ended with {status}"))),
                None => thread::sleep(Duration::from_millis(20)),
            }
        }
        Err(io::Error::other("the host did not end"))
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let process = self.process.get_mut().unwrap_or_else(PoisonError::into_inner);
        if !matches!(process.try_wait(), Ok(Some(_))) {
            let _ = signal("KILL", &family(self.id));
            let _ = process.wait();
        }
    }
}

/// What the host prints: lines of JSON.
#[derive(Debug)]
pub(super) struct Lines(BufReader<ChildStdout>);

impl Iterator for Lines {
    type Item = io::Result<Value>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut line = String::new();
        match self.0.read_line(&mut line) {
            Ok(0) => None,
            Ok(_) => Some(serde_json::from_str(&line).map_err(|_| io::Error::other("the host printed no JSON"))),
            Err(error) => Some(Err(error)),
        }
    }
}
