# hash.pl -- hashes, regular expressions, sort, fork, a signal, die in eval.
# SPDX-License-Identifier: GPL-2.0-or-later
use strict;
local $| = 1;
my %h;
open my $in, '<', $ARGV[0] or die;
while (<$in>) { $h{lc $1}++ while /(\w+)/g }
my @top = sort { $h{$b} <=> $h{$a} || $a cmp $b } keys %h;
print join(" ", map { "$_:$h{$_}" } @top[0 .. 9]), "\n";
my $text = join "", map { chr(97 + $_ * 7 % 26) } 1 .. 20000;
print scalar(() = $text =~ /a.*?b/g), " ", length($text =~ s/([aeiou])/<$1>/gr), "\n";
my $n = 0;
local $SIG{USR1} = sub { $n++ };
kill USR1 => $$ for 1 .. 25;
print "$n\n";
my $pid = fork;
if (!$pid) { print "child\n"; exit 21 }
waitpid $pid, 0;
print $? >> 8, "\n";
local $SIG{ALRM} = sub { die "alarm\n" };
eval { alarm 1; select undef, undef, undef, 30; };
print "caught $@";
eval { die { code => 5 } };
warn "code $@->{code}\n";
exit 23;
