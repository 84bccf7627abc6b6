#!/usr/bin/env bash
# Archives and tables, where good guesses are wrong:
#
# 1. warcio 1.8.1 (capture_http with requests 2.34.2): of a 103 (Early Hints) and the 200 behind it, only the 103 is
#    archived, and requests returns 103. Python's http.client passes over 100 alone, although every 1xx is interim
#    (RFC 9110 §15.2); warcprox, which reads by http.client too, stores the same. A robots.txt behind a 103 is lost.
# 2. fastparquet 2026.9.0: a nullable BOOLEAN column that PyArrow 26.0.1 writes in data pages of version 2 (encoding RLE)
#    cannot be read; the same column in pages of version 1 (PLAIN) can.
#
# Seen on 2026-11-29 with Python 3.11.7. Fails if one of these changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check warcio==1.8.1 requests==2.34.2 fastparquet==2026.9.0 pyarrow==26.0.1
cat >early.py <<'PY'
import socket
import threading
from warcio.capture_http import capture_http
import requests
from warcio.archiveiterator import ArchiveIterator


def serve(listener):
    connection, _ = listener.accept()
    connection.recv(65536)
    connection.sendall(b'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n')
    connection.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi')
    connection.close()


listener = socket.create_server(('127.0.0.1', 0))
threading.Thread(target=serve, args=(listener,), daemon=True).start()
with capture_http('early.warc.gz'):
    status = requests.get(f'http://127.0.0.1:{listener.getsockname()[1]}/').status_code
with open('early.warc.gz', 'rb') as file:
    responses = [record for record in ArchiveIterator(file) if record.rec_type == 'response']
    stored = [record.http_headers.get_statuscode() for record in responses]
print('requests returned', status, '- archived', stored)
assert (status, stored) == (103, ['103'])
PY
venv/bin/python early.py
cat >booleans.py <<'PY'
import fastparquet
import pandas
import pyarrow
from pyarrow import parquet

values = [True, None, False, True] * 20
for version in ('1.0', '2.0'):
    table = pyarrow.table({'a': pyarrow.array(values)})
    parquet.write_table(table, 'a.parquet', data_page_version=version, use_dictionary=False)
    try:
        found = fastparquet.ParquetFile('a.parquet').to_pandas()['a']
        is_read = [None if pandas.isna(each) else bool(each) for each in found] == values
    except ValueError as error:
        is_read = str(error)
    print('data pages', version, '-', is_read)
    assert (is_read is True) == (version == '1.0')
PY
venv/bin/python booleans.py
