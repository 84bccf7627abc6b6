"""Asks jwm.robotstxt from PyPI, which contains Google's C++ library in compiled form."""
from adapter import serve
from jwm.robotstxt.googlebot import RobotsMatcher

serve(lambda octets, agent, url: RobotsMatcher().OneAgentAllowedByRobots(octets, agent, url))
