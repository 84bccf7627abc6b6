"""Archives URLs with a program of Python: NAME FOLDER URL..."""
import glob
import os
import shutil
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

def started(folder, port, *arguments):
    """A program of this environment that listens on a port."""
    program, *others = arguments
    path = os.path.join(os.path.dirname(sys.executable), program)
    server = subprocess.Popen([path, *others], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while socket.socket().connect_ex(('127.0.0.1', port)) != 0:
        time.sleep(0.1)
    return server

def requested(urls, **options):
    import requests
    for url in urls:
        try:
            requests.get(url, allow_redirects=False, **options)
        except requests.RequestException as error:
            print(url, error, file=sys.stderr)

def ended(server):
    server.terminate()
    server.wait()

def warcprox(folder, urls):
    proxy = started(folder, 8071, 'warcprox', '-p', '8071', '-z', '-d', folder)
    requested(urls, timeout=5, proxies={'http': 'http://127.0.0.1:8071'})
    ended(proxy)

def pywb(folder, urls):
    tools = os.path.dirname(sys.executable)
    subprocess.run([f'{tools}/wb-manager', 'init', 'all'], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    server = started(folder, 8072, 'wayback', '--live', '--record', '-p', '8072')
    # It asks a server that answers 503 again for about three minutes.
    requested([f'http://127.0.0.1:8072/all/record/{url}' for url in urls], timeout=240)
    ended(server)
    for at, path in enumerate(sorted(glob.glob(f'{folder}/collections/all/archive/*.warc.gz'))):
        shutil.copy(path, f'{folder}/{at}.warc.gz')

def crau(folder, urls):
    program = os.path.join(os.path.dirname(sys.executable), 'crau')
    subprocess.run([program, 'archive', f'{folder}/a.warc.gz', *urls], cwd=folder, check=True, capture_output=True)

name, to, *all_urls = sys.argv[1:]
globals()[name](to, all_urls)
