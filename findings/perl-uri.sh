#!/usr/bin/env bash
# Perl's URI 5.17 and WWW::RobotRules 6.02 (Debian 12: liburi-perl, libwww-robotrules-perl): a reference whose first
# segment has a colon, where the text before the colon cannot be a scheme ("1a" begins with a digit).
#
# RFC 3986 §4.2 forbids such a reference; parsers keep it whole ("/1a:c", as browsers do), or refuse it. URI loses "1a:",
# unless a slash follows the colon. So "Disallow: 1a:c" closes /c, and leaves /1a:c open; "Disallow: 1a:/c" closes /1a:/c.
#
# Seen on 2026-11-29 with Perl 5.36. Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download liburi-perl=5.17-1 libwww-robotrules-perl=6.02-1 >/dev/null 2>&1
for package in ./*.deb; do dpkg -x "$package" .; done
cat >ask.pl <<'PL'
use strict;
use warnings;
use URI;
use WWW::RobotRules;

my $file = URI->new('https://example.com/robots.txt');
print "URI $URI::VERSION, WWW::RobotRules $WWW::RobotRules::VERSION\n";
my $failed = 0;
for (['1a:c', '/c'], ['1a:/c', '/1a:/c'], ['a b:c', '/c']) {
    my ($reference, $expected) = @$_;
    my $path = URI->new_abs($reference, $file)->path_query;
    print "$reference resolved against /robots.txt: $path\n";
    $failed ||= $path ne $expected;
}
my $rules = WWW::RobotRules->new('FooBot/1.0');
$rules->parse($file, "User-agent: *\nDisallow: 1a:c\n");
for (['/c', 0], ['/1a:c', 1]) {
    my ($path, $expected) = @$_;
    my $allowed = $rules->allowed("https://example.com$path") ? 1 : 0;
    print 'Disallow: 1a:c, ', $path, ': ', ($allowed ? 'allowed' : 'disallowed'), "\n";
    $failed ||= $allowed != $expected;
}
exit $failed;
PL
perl -I usr/share/perl5 ask.pl
