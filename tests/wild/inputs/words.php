<?php
// words.php -- arrays, regular expressions, generators, exceptions, JSON.
// SPDX-License-Identifier: GPL-2.0-or-later
$text = file_get_contents($argv[1]);
preg_match_all('/[A-Za-z_]+/', $text, $words);
$counts = array_count_values($words[0]);
ksort($counts);
arsort($counts);
echo json_encode(array_slice($counts, 0, 6)), "\n";
function squares($n) { for ($i = 0; $i < $n; $i++) yield $i => $i * $i; }
$sum = 0;
foreach (squares(20000) as $i => $s) $sum = ($sum * 31 + $s) % 1000003;
echo $sum, " ", md5($text), "\n";
try {
   intdiv(1, 0);
} catch (DivisionByZeroError $e) {
   fwrite(STDERR, $e->getMessage() . "\n");
}
exit(13);
