/* format.test.mjs -- numbers and names as text.
   SPDX-License-Identifier: GPL-2.0-or-later */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as format from '../../annotate/page/format.js';

test('a number is grouped, and nothing is not a number', () => {
   assert.equal(format.full(0), '0');
   assert.equal(format.full(999), '999');
   assert.equal(format.full(1234567), '1,234,567');
   assert.equal(format.full(-1234), '\u22121,234');
   assert.equal(format.full(1234.5), '1,234.50');
   assert.equal(format.full(2 ** 53), '9,007,199,254,740,992');
   assert.equal(format.full(null), 'n/a');
   assert.equal(format.full(undefined), 'n/a');
   assert.equal(format.full(NaN), 'n/a');
});

test('a short number has three digits, and its step', () => {
   assert.equal(format.shortCount(999), '999');
   assert.equal(format.shortCount(1000), '1.00 k');
   assert.equal(format.shortCount(9995), '10.0 k');
   assert.equal(format.shortCount(1234567), '1.23 M');
   assert.equal(format.shortCount(999999), '1.00 M');
   assert.equal(format.shortCount(-45600000000), '\u221245.6 G');
   assert.equal(format.shortCount(0), '0');
   assert.equal(format.shortBytes(1023), '1023 B');
   assert.equal(format.shortBytes(1024), '1.00 KiB');
   assert.equal(format.shortBytes(1048575), '1.00 MiB');
   assert.equal(format.shortBytes(5496399), '5.24 MiB');
   assert.equal(format.shortBytes(1000 * 1024), '1000 KiB');
});

test('no short number shows more than four digits', () => {
   for (let value = 1; value < 1e15; value = Math.ceil(value * 1.003)) {
      assert.match(format.shortCount(value), /^(\d{1,3}|\d\.\d\d|\d\d\.\d)( [kMGTPE])?$/);
      assert.match(format.shortBytes(value),
         /^(\d{1,4}|\d\.\d\d|\d\d\.\d) ([KMGTPE]i)?B$/);
   }
});

test('a time has its unit', () => {
   assert.equal(format.time(23645030, 'instrs'), '23.6 Minstr');
   assert.equal(format.time(12, 'instrs'), '12 instr');
   assert.equal(format.time(12, 'ms'), '12 ms');
   assert.equal(format.time(2500, 'ms'), '2.50 s');
   assert.equal(format.time(2048, 'bytes'), '2.00 KiB');
   assert.equal(format.time(null, 'instrs'), 'n/a');
});

test('a share of nothing is none', () => {
   assert.equal(format.percent(1, 4), '25.0%');
   assert.equal(format.percent(1, 1000000), '<0.1%');
   assert.equal(format.percent(0, 10), '0.0%');
   assert.equal(format.percent(1, 0), 'n/a');
   assert.equal(format.percent(null, 10), 'n/a');
   assert.equal(format.percentage(-0.01), '\u2212<0.1%');
   assert.equal(format.percentage(12345), '12,345%');
});

test('a change has its sign', () => {
   assert.equal(format.changePercent(100, 150), '+50.0%');
   assert.equal(format.changePercent(100, 50), '\u221250.0%');
   assert.equal(format.changePercent(1, 99), '+9,800%');
   assert.equal(format.changePercent(1, 10001), '\u00d710,001');
   assert.equal(format.changePercent(0, 5), 'new');
   assert.equal(format.changePercent(5, 0), 'gone');
   assert.equal(format.changePercent(0, 0), '0');
   assert.equal(format.signed(5, format.full), '+5');
   assert.equal(format.signed(0, format.full), '0');
});

test('the state says which form numbers have', () => {
   const long = format.formatter({});
   const short = format.formatter({ unit: 'short' });
   assert.equal(long.value(2048, 'bytes'), '2,048');
   assert.equal(short.value(2048, 'bytes'), '2.00 KiB');
   assert.equal(short.change(-2048, 'count'), '\u22122.05 k');
   assert.equal(long.short(2048, 'count'), '2.05 k');
});

test('a search finds what is shown, and the whole name', () => {
   assert.equal(format.searched('Main'), 'main');
   const text = format.searched('(anonymous namespace)::Tree');
   assert.ok(text.includes('(anon)::tree'));
   assert.ok(text.includes('(anonymous namespace)::tree'));
});

test('names hide nothing', () => {
   assert.equal(format.visible('a\u202eb\u001b[1m\n'), 'a\\u202eb\\x1b[1m\\x0a');
   assert.equal(format.visible('<b>"&amp;'), '<b>"&amp;');
   assert.equal(format.visible('a::(anonymous namespace)::f<(anonymous namespace)::T>'),
      'a::(anon)::f<(anon)::T>');
   assert.equal(format.baseName('/src/a.c'), 'a.c');
   assert.equal(format.baseName('a.c'), 'a.c');
   assert.equal(format.baseName(''), '');
   assert.equal(format.plural(1, 'block'), '1 block');
   assert.equal(format.plural(1000, 'block'), '1,000 blocks');
   assert.equal(format.lowerFirst('Estimated cycles'), 'estimated cycles');
   assert.equal(format.lowerFirst('D1 misses'), 'D1 misses');
});
