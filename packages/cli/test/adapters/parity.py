from adapter import serve


def even(octets, agent, url):
    if not octets:
        raise ValueError("no octets")
    return sum(octets + agent.encode() + url.encode()) % 2 == 0


serve(even)
