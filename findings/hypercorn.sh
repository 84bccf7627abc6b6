#!/usr/bin/env bash
# Hypercorn 0.18.0, access log with its default format: the request line has the version without "HTTP/", the path is
# decoded, and the query is missing, although the line has the quotes and the order of a Combined log. A reader that
# looks for " HTTP/" at the end takes "/robots.txt 1.1" for the path; "/a%2Fb?x=1" and "/a/b" are the same line.
#
# Seen on 2026-11-29 with Python 3.11.7. Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill "${pid:-}" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check hypercorn==0.18.0
cat >application.py <<'PY'
async def application(scope, receive, send):
    if scope['type'] == 'lifespan':
        return
    await send({'type': 'http.response.start', 'status': 200, 'headers': [(b'content-length', b'2')]})
    await send({'type': 'http.response.body', 'body': b'hi'})
PY
venv/bin/hypercorn --access-logfile log --bind 127.0.0.1:18119 application:application >/dev/null 2>&1 &
pid=$!
for _ in $(seq 200); do
  (exec 3<>/dev/tcp/127.0.0.1/18119) 2>/dev/null && break
  sleep 0.1
done
for path in /robots.txt '/a%2Fb?x=1' /a/b; do curl -s -o /dev/null "http://127.0.0.1:18119$path"; done
sleep 0.5
cut -d '"' -f 2 log
[ "$(cut -d '"' -f 2 log)" = $'GET /robots.txt 1.1\nGET /a/b 1.1\nGET /a/b 1.1' ]
