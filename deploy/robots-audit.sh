#!/bin/sh
# A weekly audit: a page by mail, compared with the week before, and a proposal of whom nginx may refuse.
# The settings are variables of the environment; systemd reads them from /etc/robots-exclusion/audit.
#   AUDIT_LOGS      the access logs, compressed or not, such as "/var/log/nginx/access.log*"
#   AUDIT_VERSIONS  the versions of robots.txt, as for --versions
#   AUDIT_SITE      the host, if the logs do not name it
#   AUDIT_OPTIONS   more options, such as "--own-proxies 192.0.2.0/24"
#   AUDIT_MAIL_TO   who gets the page; without it, no mail is sent
#   AUDIT_SENDMAIL  default: /usr/sbin/sendmail
# Nothing includes the proposal by itself: read proposal.conf, and copy what you want.
set -eu
umask 077

audit() {
  # shellcheck disable=SC2086 # logs and options are lists of words
  robots audit --versions="$AUDIT_VERSIONS" --since 7d --network \
    ${AUDIT_SITE:+--site="$AUDIT_SITE"} ${AUDIT_OPTIONS:-} "$@" -- $AUDIT_LOGS
}

code=0
if [ -f report.json ]; then
  set -- --compare-with report.json
else
  set --
fi
audit "$@" --format html >page.html || code=$?
# 4: the logs lack something. The page says what, and nothing is concluded from them.
case $code in
  0)
    audit --format nginx >proposal.new && mv proposal.new proposal.conf
    audit --format json >report.new && mv report.new report.json
    ;;
  4) ;;
  *) exit "$code" ;;
esac

if [ -n "${AUDIT_MAIL_TO:-}" ]; then
  {
    printf 'To: %s\nSubject: robots.txt: which crawlers obeyed this week\n' "$AUDIT_MAIL_TO"
    printf 'MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64\n\n'
    base64 <page.html
  } | "${AUDIT_SENDMAIL:-/usr/sbin/sendmail}" -t
fi
exit "$code"
