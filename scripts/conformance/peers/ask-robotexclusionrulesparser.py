"""Asks robotexclusionrulesparser from PyPI, with the syntax that the first argument names. It gets octets, which it
decodes as Latin-1."""
import sys

import robotexclusionrulesparser as rerp
from adapter import serve

SYNTAX = getattr(rerp, sys.argv[1])


def answer(octets, agent, url):
    parser = rerp.RobotExclusionRulesParser()
    parser.parse(octets)
    return parser.is_allowed(agent, url, SYNTAX)


serve(answer)
