"""PyPI: jwm.robotstxt, which carries Google's C++ library compiled."""
from adapter import serve
from jwm.robotstxt.googlebot import RobotsMatcher

serve(lambda octets, agent, url: RobotsMatcher().OneAgentAllowedByRobots(octets, agent, url))
