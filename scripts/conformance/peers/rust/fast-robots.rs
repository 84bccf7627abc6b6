//! crates.io: fast-robots. It takes a path, and rejects a file that is not UTF-8.
mod adapter;
use fast_robots::RobotsTxt;

fn main() {
    adapter::serve(|octets, agent, url| {
        let robots = RobotsTxt::parse_bytes(octets).map_err(|error| format!("{error:?}"))?;
        Ok(robots.is_allowed(agent, path_of(url)))
    });
}

/// The part of the URL after the authority, without the fragment.
fn path_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let path = if rest.len() == url.len() { rest } else { &rest[rest.find(['/', '?', '#']).unwrap_or(rest.len())..] };
    let path = path.split('#').next().unwrap_or("");
    if path.is_empty() { "/" } else { path }
}
