"""One question a line in, one answer a line out, as `robots batch` speaks: for the Python peers."""
import base64
import json
import sys


def serve(answer):
    """Calls `answer(octets, agent, url)` for each question until the input ends; an exception is an answer too."""
    for line in sys.stdin.buffer:
        question = json.loads(line)
        reply = {"id": question["id"]}
        try:
            reply["allow"] = bool(answer(base64.b64decode(question["robotsBase64"]), question["agent"], question["url"]))
        except RecursionError:
            raise
        except Exception as error:
            reply["error"] = {"code": type(error).__name__, "message": str(error)}
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()
