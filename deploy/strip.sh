#!/bin/sh
# Leaves of a built clone what `robots` needs to run: no sources, tests, types, maps, and no packages of its own tests.
set -eu
cd "$(dirname "$0")/.."
rm -rf packages/testkit apps bench
for package in packages/*/; do
  (cd "$package" && rm -rf src test tsconfig*.json ./*.tsbuildinfo)
done
find packages -path '*/node_modules' -prune -o -type f \( -name '*.map' -o -name '*.d.ts' \) -exec rm -f {} +
# Links to what was removed.
find node_modules -xtype l -exec rm -f {} +
