mod adapter;

fn main() {
    adapter::serve(|octets, agent, url| {
        if octets.is_empty() {
            return Err("no octets".into());
        }
        let all = octets.iter().chain(agent.as_bytes()).chain(url.as_bytes());
        Ok(all.map(|&octet| u64::from(octet)).sum::<u64>() % 2 == 0)
    });
}
