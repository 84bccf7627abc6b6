"""PyPI: protego. It takes text; what is not UTF-8 is replaced."""
from adapter import serve
from protego import Protego

serve(lambda octets, agent, url: Protego.parse(octets.decode("utf-8", "replace")).can_fetch(url, agent))
