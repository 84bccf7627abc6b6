#!/usr/bin/env bash
# Paste 3.10.1, TransLogger (the access log of many WSGI applications): the offset of the time zone is computed as a
# decimal number of hundredths of an hour, although the form is that of Apache's Combined log. India (+0530) is written
# "+0550", Nepal (+0545) "+0575": offsets that no zone has. A reader that takes them as hours and minutes is 20 or 30
# minutes off, and no line looks wrong.
#
# Seen on 2026-11-29 with Python 3.11.7. Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check paste==3.10.1 setuptools==80.9.0
cat >log.py <<'PY'
import logging
import sys
from paste.translogger import TransLogger

logging.basicConfig(level=logging.INFO, format='%(message)s', stream=sys.stdout)


def application(environ, start_response):
    start_response('200 OK', [('Content-Length', '2')])
    return [b'hi']


environ = {'REQUEST_METHOD': 'GET', 'PATH_INFO': '/robots.txt', 'SCRIPT_NAME': '', 'SERVER_PROTOCOL': 'HTTP/1.1'}
environ |= {'REMOTE_ADDR': '192.0.2.7', 'wsgi.errors': sys.stderr, 'HTTP_USER_AGENT': 'FooBot/1.0'}
list(TransLogger(application, setup_console_handler=False)(environ, lambda status, headers, exc_info=None: None))
PY
for zone in Asia/Kolkata=+0550 Asia/Kathmandu=+0575; do
  line=$(TZ=${zone%=*} venv/bin/python log.py)
  echo "${zone%=*}: $line"
  grep -qF " ${zone#*=}]" <<<"$line"
done
