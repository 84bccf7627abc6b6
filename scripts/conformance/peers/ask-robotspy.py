"""Asks robotspy from PyPI. It takes text, so octets that are not UTF-8 are replaced."""
from adapter import serve
from robots import RobotsParser

serve(lambda octets, agent, url: RobotsParser.from_string(octets.decode("utf-8", "replace")).can_fetch(agent, url))
