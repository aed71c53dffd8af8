//! Messages of the protocol as they come over the pipe, each with a limit on its length.

use lsp_server::Message;
use std::io::{self, BufRead, ErrorKind, Read};

/// The largest message that is read, in bytes. A file of 1 MB is much shorter than this, however JSON writes it.
const MOST_BYTES: u64 = 64 << 20;

/// The longest line of a header that is read, in bytes.
const MOST_HEADER_BYTES: u64 = 4096;

/// Reads the next message; none at the end of the input.
///
/// Memory is taken as the bytes come, and never for what a header only promises.
///
/// # Errors
/// [`ErrorKind::InvalidData`] for bytes that are not a message: the next one can still be read. [`ErrorKind::FileTooLarge`] for a
/// message or a header over the limit: nothing after it can be read.
pub(super) fn read_message(input: &mut impl BufRead) -> io::Result<Option<Message>> {
    let Some(length) = read_header(input)? else {
        return Ok(None);
    };
    if length > MOST_BYTES {
        let why = format!("a message has {length} bytes, but at most {MOST_BYTES} are allowed");
        return Err(io::Error::new(ErrorKind::FileTooLarge, why));
    }
    let mut bytes = Vec::new();
    input.take(length).read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < length {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    let message = serde_json::from_slice(&bytes);
    message.map(Some).map_err(|error| {
        invalid_data(&format!(
            "this is not a message ({error}): {}",
            String::from_utf8_lossy(&bytes)
        ))
    })
}

/// Reads the lines of a header, and returns the length that it announces; none at the end of the input.
fn read_header(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.take(MOST_HEADER_BYTES).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        if line.len() as u64 == MOST_HEADER_BYTES && !line.ends_with(b"\n") {
            let why = format!("a header line is longer than {MOST_HEADER_BYTES} bytes");
            return Err(io::Error::new(ErrorKind::FileTooLarge, why));
        }
        let line = String::from_utf8_lossy(&line);
        let Some(line) = line.strip_suffix("\r\n") else {
            return Err(invalid_data(&format!("this is not a header: {line}")));
        };
        if line.is_empty() {
            break;
        }
        let Some((name, value)) = line.split_once(": ") else {
            return Err(invalid_data(&format!("this is not a header: {line}")));
        };
        if name.eq_ignore_ascii_case("Content-Length") {
            length = Some(read_length(value)?);
        }
    }
    length
        .map(Some)
        .ok_or_else(|| invalid_data("a header has no Content-Length"))
}

/// Reads a number of bytes. One that no machine can count to is the largest number.
fn read_length(value: &str) -> io::Result<u64> {
    let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number {
        return Err(invalid_data(&format!(
            "Content-Length is not a number: {value}"
        )));
    }
    Ok(value.parse().unwrap_or(u64::MAX))
}

fn invalid_data(why: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, why)
}
