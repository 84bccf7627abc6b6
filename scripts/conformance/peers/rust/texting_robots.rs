//! crates.io: texting_robots.
mod adapter;
use texting_robots::Robot;

fn main() {
    adapter::serve(|octets, agent, url| {
        Robot::new(agent, octets).map(|robot| robot.allowed(url)).map_err(|error| error.to_string())
    });
}
