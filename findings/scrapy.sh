#!/usr/bin/env bash
# Scrapy 2.19.0, ROBOTSTXT_OBEY = True:
#
# 1. The rules in the body of an error answer are obeyed: a robots.txt that is answered with 503 (RFC 9309 §2.3.1.4: nothing
#    may be fetched) or with 404 (§2.3.1.3: everything may) decides by the text of the error page.
# 2. A spider with allowed_domains, which "scrapy genspider" writes, takes a robots.txt that redirects to another host for
#    none: the offsite middleware drops the redirected request. Without allowed_domains the same rules are obeyed.
#
# Seen on 2026-11-29 with Python 3.11.7. Fails if one of these changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check scrapy==2.19.0
cat >crawl.py <<'PY'
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import scrapy
from scrapy.crawler import CrawlerProcess

answer, has_domains = sys.argv[1], sys.argv[2] == 'domains'
RULES = b'User-agent: *\nDisallow: /closed\n'
seen = []


class Origin(BaseHTTPRequestHandler):
    def do_GET(self):
        seen.append(self.path)
        if self.path == '/robots.txt' and answer == 'moved':
            self.send_response(301)
            self.send_header('Location', f'http://127.0.0.2:{self.server.server_port}/rules')
            self.send_header('Content-Length', '0')
            return self.end_headers()
        body = RULES if self.path in ('/robots.txt', '/rules') else b'<p>a page'
        self.send_response(int(answer) if self.path == '/robots.txt' else 200)
        self.send_header('Content-Type', 'text/plain' if body is RULES else 'text/html')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(('0.0.0.0', 0), Origin)
threading.Thread(target=server.serve_forever, daemon=True).start()
base = f'http://127.0.0.1:{server.server_port}'


class Pages(scrapy.Spider):
    name = 'pages'
    start_urls = [f'{base}/closed', f'{base}/open']
    if has_domains:
        allowed_domains = ['127.0.0.1']

    def parse(self, response):
        pass


process = CrawlerProcess({'ROBOTSTXT_OBEY': True, 'LOG_LEVEL': 'CRITICAL', 'RETRY_ENABLED': False, 'TELNETCONSOLE_ENABLED': False})
process.crawl(Pages)
process.start()
print(' '.join(sorted({path for path in seen if path in ('/closed', '/open')})))
PY
expect() {
  seen=$(venv/bin/python crawl.py "$1" "$2")
  echo "robots.txt: $1, allowed_domains: $2: fetched $seen"
  [ "$seen" = "$3" ]
}
expect 200 none /open
expect 503 none /open
expect 404 none /open
expect moved none /open
expect moved domains '/closed /open'
