# Asks Perl's WWW::RobotRules about octets. The file is treated as the robots.txt of the URL's host, or of another host
# if the URL has none. It is an error if the module knows no robots.txt for an http URL.
use strict;
use warnings;
no warnings 'uninitialized';
use JSON::PP;
use MIME::Base64 qw(decode_base64);
use URI;
use WWW::RobotRules;

my $json = JSON::PP->new->utf8->canonical;
$| = 1;
while (my $line = <STDIN>) {
    # JSON::PP is slow with long strings.
    my $octets = $line =~ s/"robotsBase64":"([^"]*)"/"robotsBase64":""/ ? decode_base64($1) : '';
    my $question = $json->decode($line);
    my ($agent, $url) = @$question{qw(agent url)};
    utf8::encode($_) for $agent, $url;
    my $allowed = eval {
        my $rules = WWW::RobotRules->new($agent);
        my $site = URI->new($url);
        $site = URI->new('http://example.com/') unless $site->can('port') && length $site->host;
        $rules->parse(URI->new_abs('/robots.txt', $site), $octets);
        my $found = $rules->allowed($url);
        die 'no robots.txt is known' if $found < 0;
        $found ? JSON::PP::true : JSON::PP::false;
    };
    my $reply = { id => $question->{id} };
    if (defined $allowed) { $reply->{allow} = $allowed }
    else { $reply->{error} = { code => 'die', message => "$@" } }
    print $json->encode($reply), "\n";
}
