#!/usr/bin/env bash
# GNU Wget2 1.99.1 (Debian 12), recursive, with --user-agent=FooBot/1.0: of robots.txt it obeys the group for "wget2",
# whatever name it sends, and not the group for "FooBot", under which the site knows it. The option's text says nothing of
# robots.txt. A site that closes itself to FooBot is fetched; one that closes itself to wget2 is not.
#
# Seen on 2026-11-29. Fails if that changes. The programs asked are on this machine.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill "${pid:-}" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
apt-get download wget2=1.99.1-2.2 libwget0=1.99.1-2.2 >/dev/null 2>&1
for package in ./*.deb; do dpkg -x "$package" .; done
export LD_LIBRARY_PATH="$folder/usr/lib/$(uname -m)-linux-gnu"
wget2() { "$folder/usr/bin/wget2" "$@"; }
wget2 --version | head -1
mkdir site
echo '<a href="/page.html">page</a>' >site/index.html
echo '<p>page' >site/page.html
python3 -m http.server --bind 127.0.0.1 --directory site 18120 >log 2>&1 &
pid=$!
for _ in $(seq 100); do
  (exec 3<>/dev/tcp/127.0.0.1/18120) 2>/dev/null && break
  sleep 0.1
done
for name in FooBot wget2; do
  printf 'User-agent: %s\nDisallow: /page\n' "$name" >site/robots.txt
  rm -rf fetched
  wget2 -q -r -P fetched --user-agent=FooBot/1.0 http://127.0.0.1:18120/ || true
  seen=$(test -e "$(find fetched -name page.html | head -1)" && echo fetched || echo 'not fetched')
  echo "robots.txt closes /page to $name: /page.html is $seen"
  case $name in FooBot) [ "$seen" = fetched ] ;; wget2) [ "$seen" = 'not fetched' ] ;; esac
done
