#!/usr/bin/env bash
# Succeeds when the service on this machine answers. Needs nothing but bash. Usage: healthcheck.sh [PORT]
set -euo pipefail
exec 3<>"/dev/tcp/127.0.0.1/${1:-9309}"
printf 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
IFS= read -r -t 2 status <&3
[[ $status == 'HTTP/1.1 200'* ]]
