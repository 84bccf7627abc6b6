#!/bin/sh
# Fetches a URL with curl if robots.txt allows it: robots-curl.sh URL [options of curl].
# Exit codes: curl's; 77 where the URL must not be fetched; 75 where not now, or where the service does not answer.
set -eu
service=${ROBOTS_SERVICE:-http://127.0.0.1:9309}
agent=${ROBOTS_SERVICE_AGENT:-FooBot}
url=$1
shift
case $url in *[\"\\]* | *[[:cntrl:]]*) echo "robots-curl: not a URL" >&2; exit 77 ;; esac
answer=$(curl -sS --fail -H 'content-type: application/json' \
  --data "{\"urls\":[\"$url\"],\"agents\":[\"$agent\"]}" "$service/v1/check") || exit 75
case $answer in
  *'"action":"fetch"'*) exec curl -A "$agent/1.0" "$@" -- "$url" ;; # Without --location: a redirect is asked about anew.
  *'"action":"defer"'*) echo "robots-curl: not now: $url" >&2; exit 75 ;;
  *) echo "robots-curl: disallowed: $url" >&2; exit 77 ;;
esac
