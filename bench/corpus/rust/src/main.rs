//! The same WARC file read by Rust's flate2 and fast-robots: URL, date, status, octets and the verdict on `/` for GPTBot, a
//! capture a line. `flate2-fast-robots FILE`
use fast_robots::RobotsTxt;
use flate2::bufread::MultiGzDecoder;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};

fn main() -> io::Result<()> {
    let path = std::env::args().nth(1).expect("expected FILE");
    let members = MultiGzDecoder::new(BufReader::with_capacity(1 << 20, File::open(path)?));
    let mut records = BufReader::with_capacity(1 << 20, members);
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout());
    let mut head = Vec::new();
    let mut block = Vec::new();
    while read_head(&mut records, &mut head)? {
        let length = field(&head, b"content-length").and_then(|text| text.parse().ok()).unwrap_or(0);
        block.resize(length, 0);
        records.read_exact(&mut block)?;
        if field(&head, b"warc-type") == Some("response") {
            write_row(&mut out, &head, &block)?;
        }
    }
    out.flush()
}

/// Reads the lines of a header into `head`; returns false at the end of the file.
fn read_head(records: &mut impl BufRead, head: &mut Vec<u8>) -> io::Result<bool> {
    head.clear();
    loop {
        let start = head.len();
        if records.read_until(b'\n', head)? == 0 {
            return Ok(false);
        }
        let is_empty = head[start..].iter().all(u8::is_ascii_whitespace);
        if is_empty && start == 0 {
            head.clear();
        } else if is_empty {
            return Ok(true);
        }
    }
}

/// The value of a header field. `name` is in lower case.
fn field<'a>(head: &'a [u8], name: &[u8]) -> Option<&'a str> {
    head.split(|&octet| octet == b'\n').find_map(|line| {
        let rest = line.get(name.len()..)?;
        let is_named = line[..name.len()].eq_ignore_ascii_case(name) && rest.first() == Some(&b':');
        if is_named { std::str::from_utf8(&rest[1..]).ok().map(str::trim) } else { None }
    })
}

fn write_row(out: &mut impl Write, head: &[u8], block: &[u8]) -> io::Result<()> {
    let end = block.windows(4).position(|four| four == b"\r\n\r\n").map_or(block.len(), |at| at + 4);
    let status = block.get(9..12).and_then(|three| std::str::from_utf8(three).ok()).unwrap_or("");
    let body = &block[end..];
    let allowed = match status {
        "200" => RobotsTxt::parse_bytes(body).map_or("null", |robots| {
            if robots.is_allowed("GPTBot", "/") { "true" } else { "false" }
        }),
        _ => "null",
    };
    let url = field(head, b"warc-target-uri").unwrap_or("");
    let date = field(head, b"warc-date").unwrap_or("");
    writeln!(out, "{url}\t{date}\t{status}\t{}\t{allowed}", body.len())
}
