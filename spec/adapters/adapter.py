"""`robots conformance` for a reader in Python: one JSON object a line in, one a line out. Standard library only."""
import base64
import json
import sys


def serve(ask):
    """Answers with `ask(octets, agent, url)`, true where the URL is allowed; an exception is an answer, too."""
    for line in sys.stdin.buffer:
        question = json.loads(line)
        reply = {"id": question["id"]}
        try:
            reply["allow"] = bool(ask(base64.b64decode(question["robotsBase64"]), question["agent"], question["url"]))
        except RecursionError:
            raise
        except Exception as error:
            reply["error"] = {"code": type(error).__name__, "message": str(error)}
        print(json.dumps(reply), flush=True)
