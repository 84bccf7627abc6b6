"""Archives URLs with a program of Python: NAME FOLDER URL..."""
import os
import socket
import subprocess
import sys
import time
from urllib.parse import urlsplit

def fetched(url):
    """The octets that a server sends."""
    host = urlsplit(url).netloc
    with socket.create_connection(tuple(host.split(':')), 5) as connection:
        connection.sendall(f'GET /robots.txt HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n'.encode())
        return b''.join(iter(lambda: connection.recv(65536), b''))

def warcio(folder, urls):
    from warcio.capture_http import capture_http
    import requests  # After capture_http, which replaces parts of http.client.
    with capture_http(f'{folder}/a.warc.gz'):
        for url in urls:
            try:
                requests.get(url, timeout=5, allow_redirects=False)
            except requests.RequestException as error:
                print(url, error, file=sys.stderr)

def fastwarc(folder, urls):
    from fastwarc import GzipWriter, WarcRecord, WarcRecordType
    with open(f'{folder}/a.warc.gz', 'wb') as file:
        stream = GzipWriter(file)
        for url in urls:
            record = WarcRecord()
            record.init_headers(WarcRecordType.response)
            record.set_bytes_content(fetched(url))
            record.headers['WARC-Target-URI'] = url
            record.headers['Content-Type'] = 'application/http; msgtype=response'
            record.write(stream, checksum_data=True)
            stream.finish()

def warcprox(folder, urls):
    import requests
    program = os.path.join(os.path.dirname(sys.executable), 'warcprox')
    proxy = subprocess.Popen([program, '-p', '8071', '-z', '-d', folder], cwd=folder, stderr=subprocess.DEVNULL)
    while socket.socket().connect_ex(('127.0.0.1', 8071)) != 0:
        time.sleep(0.1)
    for url in urls:
        try:
            requests.get(url, timeout=5, allow_redirects=False, proxies={'http': 'http://127.0.0.1:8071'})
        except requests.RequestException as error:
            print(url, error, file=sys.stderr)
    proxy.terminate()
    proxy.wait()

name, to, *all_urls = sys.argv[1:]
globals()[name](to, all_urls)
