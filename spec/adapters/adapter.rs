//! `robots conformance` for a reader in Rust: one JSON object a line in, one a line out.
//! Needs the crates `serde_json` and `base64`.
use base64::{engine::general_purpose::STANDARD, Engine};
use serde_json::{json, Value};
use std::io::{stdin, stdout, BufRead, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};

/// Answers with `ask(octets, agent, url)`, true where the URL is allowed, until the input ends; a panic is an answer, too.
pub fn serve(ask: impl Fn(&[u8], &str, &str) -> Result<bool, String>) {
    for line in stdin().lock().lines() {
        let question: Value = serde_json::from_str(&line.expect("a line")).expect("a question");
        let text = |name: &str| question[name].as_str().expect("a text");
        let octets = STANDARD.decode(text("robotsBase64")).expect("base64");
        let answer = catch_unwind(AssertUnwindSafe(|| ask(&octets, text("agent"), text("url"))));
        let reply = match answer.unwrap_or(Err("it panicked".into())) {
            Ok(allow) => json!({ "id": question["id"], "allow": allow }),
            Err(message) => json!({ "id": question["id"], "error": { "message": message } }),
        };
        writeln!(stdout(), "{reply}").expect("an open output");
    }
}
