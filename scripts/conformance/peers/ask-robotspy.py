"""PyPI: robotspy. It takes text; what is not UTF-8 is replaced."""
from adapter import serve
from robots import RobotsParser

serve(lambda octets, agent, url: RobotsParser.from_string(octets.decode("utf-8", "replace")).can_fetch(agent, url))
