//! crates.io: robotstxt, a port of Google's parser. It takes text, so octets that are not UTF-8 are replaced.
mod adapter;
use robotstxt::DefaultMatcher;

fn main() {
    adapter::serve(|octets, agent, url| {
        Ok(DefaultMatcher::default().one_agent_allowed_by_robots(&String::from_utf8_lossy(octets), agent, url))
    });
}
