"""PyPI: jwm.robotstxt, which carries Google's C++ library compiled."""
from jwm.robotstxt.googlebot import RobotsMatcher

from ndjson import serve

serve(lambda octets, agent, url: RobotsMatcher().OneAgentAllowedByRobots(octets, agent, url))
