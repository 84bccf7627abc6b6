"""Asks protego from PyPI. It takes text, so octets that are not UTF-8 are replaced."""
from adapter import serve
from protego import Protego

serve(lambda octets, agent, url: Protego.parse(octets.decode("utf-8", "replace")).can_fetch(url, agent))
