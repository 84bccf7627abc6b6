"""Asks urllib.robotparser of the running Python. Passes the same text to `parse` that the parser's own `read` would
pass."""
import sys
from urllib.robotparser import RobotFileParser

SURROGATES = sys.version_info >= (3, 14) or sys.version_info[:2] == (3, 13) and sys.version_info[2] >= 8


def answer(octets, agent, url):
    parser = RobotFileParser()
    # Before 3.13.8, `read` raises an error for ill-formed UTF-8, so for these versions the ill-formed parts are
    # replaced.
    parser.parse(octets.decode("utf-8", "surrogateescape" if SURROGATES else "replace").splitlines())
    return parser.can_fetch(agent, url)


if __name__ == "__main__":
    from adapter import serve

    serve(answer)
