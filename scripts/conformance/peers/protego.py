"""PyPI: protego. It takes text; what is not UTF-8 is replaced."""
import os
import sys

# This file has the module's name.
sys.path = [path for path in sys.path if os.path.abspath(path or ".") != os.path.dirname(os.path.abspath(__file__))]
from protego import Protego  # noqa: E402

sys.path.append(os.path.dirname(os.path.abspath(__file__)))
from ndjson import serve  # noqa: E402

serve(lambda octets, agent, url: Protego.parse(octets.decode("utf-8", "replace")).can_fetch(url, agent))
