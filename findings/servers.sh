#!/usr/bin/env bash
# Privoxy 3.0.34 answers 404 ("No such domain") for a host name that does not exist, where Squid 5.7 and tinyproxy 1.11.1
# answer 5xx. A client behind it that reads 404 as "the site has no such file" takes a typing error in a host name, or a
# failure of DNS, for the site's own word. Debian 12 (apt-get download); nothing outside of this machine is asked.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill "${pid:-}" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
apt-get download privoxy=3.0.34-1 libmbedtls14 libmbedcrypto7 libmbedx509-1 libpcre3 libbrotli1 >/dev/null 2>&1
for package in ./*.deb; do dpkg -x "$package" .; done
machine="$(uname -m)-linux-gnu"
privoxy() { LD_LIBRARY_PATH="$folder/usr/lib/$machine:$folder/lib/$machine" exec "$folder/usr/sbin/privoxy" "$@"; }
printf 'listen-address 127.0.0.1:18118\ntempldir %s/etc/privoxy/templates\n' "$folder" >config
privoxy --no-daemon config >/dev/null 2>&1 &
pid=$!
for _ in $(seq 100); do
  (exec 3<>/dev/tcp/127.0.0.1/18118) 2>/dev/null && break
  sleep 0.1
done
(privoxy --version)
seen=$(curl -s -o page -w '%{http_code}' -x http://127.0.0.1:18118 http://unknown.invalid/robots.txt)
echo "http://unknown.invalid/robots.txt through Privoxy: status $seen, $(grep -o 'No such domain' page | head -1)"
[ "$seen" = 404 ]
