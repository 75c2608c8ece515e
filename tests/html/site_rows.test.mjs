/* site_rows.test.mjs -- allocation sites: their names, lifetimes and block sizes.
   SPDX-License-Identifier: GPL-2.0-or-later */

import test from 'node:test';
import assert from 'node:assert/strict';
import {
   allLifetimes, allSizes, columnsOf, joinRecursion, leftOut, ownFrames, searchText,
   shortType, sizeBars, siteRows, span,
} from '../../annotate/page/site_rows.js';

const frames = [
   { function: 'std::vector<int>::push_back', file: '/usr/include/c++/12/bits/v.h',
      line: 5, object: null, address: '0x1000', library: true },
   { function: 'strdup', file: 'strdup.c', line: 9, object: null,
      address: '0x5010', library: true },
   { function: 'parse', file: 'parse.c', line: 7, object: null, address: '0x1010' },
   { function: 'main', file: 'main.c', line: 3, object: null, address: '0x1020' },
   { function: '???', file: null, line: 0, object: '/usr/lib/libfoo.so.1',
      address: '0x10', in_file: true, library: true },
];
const objects = [
   { start: '0x1000', end: '0x2000', path: '/src/prog' },
   { start: '0x5000', end: '0x6000', path: '/usr/lib/x86_64-linux-gnu/libc.so.6' },
];

function site(members) {
   return { total_bytes: 100, total_blocks: 4, peak_bytes: 60, peak_blocks: 2,
      end_bytes: 0, end_blocks: 0, max_bytes: 70, max_blocks: 3, lifetime: 80,
      temporary_blocks: 1, temporary_bytes: 25, min_size: 20, max_size: 30,
      freed_blocks: 4, shortest: 2, longest: 50, freed_lifetime: 80, reallocs: 0,
      read_bytes: null, size_classes: [[5, 4]], threads: [], path: [2, 3],
      type: null, heat: null, ...members };
}

test('a site is named after the innermost frame of the program', () => {
   const own = ownFrames({ frames, objects });
   assert.equal(own([0, 2, 3]), 2);
   assert.equal(own([1, 3]), 3);
   assert.equal(own([4, 2]), 2);
   assert.equal(own([4, 0]), 4);
   assert.equal(own([]), -1);
   const unnamed = { function: '???', file: null, line: 0, object: '/bin/x' };
   const stripped = ownFrames({ frames: [unnamed, ...frames], objects });
   assert.equal(stripped([0, 3, 4]), 3, 'a name says more');
   assert.equal(stripped([1, 0]), 0);
   const wrapper = { ...frames[2], function: 'xmalloc', wrapper: true };
   const wrapped = ownFrames({ frames: [wrapper, ...frames], objects });
   assert.equal(wrapped([0, 3, 4]), 3, 'its caller is where to act');
   assert.equal(wrapped([1, 0]), 0, 'there is no other');
});

test('rows have what the table sorts by', () => {
   const [row] = siteRows({ frames, objects, sites: [site({})] });
   assert.equal(row.name, 'parse');
   assert.equal(row.place, 'parse.c:7');
   assert.equal(row.values.peak, 60);
   assert.equal(row.values.max, 70);
   assert.equal(row.values.temporary, 25);
   assert.equal(row.values.lifetime, 20);
   assert.equal(row.values.size, 25);
   assert.equal(row.values.reads, null);
});

test('sites that differ in the depth of a recursion are one', () => {
   const sites = [[2, 3], [2, 2, 3], [2, 2, 2, 3], [3]].map((path, i) => site({ path,
      size_classes: [[5, 1], [6 + i, 2]], shortest: i === 1 ? null : 10 - i,
      threads: [[1, 10, 1]], min_size: 20 - i }));
   const rows = joinRecursion({ frames, objects, sites });
   assert.deepEqual(rows.map((row) => [row.index, row.members]),
      [[0, [0, 1, 2]], [1, [3]]]);
   const sum = rows[0].site;
   assert.equal(sum.peak_bytes, 180);
   assert.equal(sum.max_bytes, null);
   assert.equal(sum.shortest, 8);
   assert.equal(sum.min_size, 18);
   assert.equal(sum.read_bytes, null);
   assert.deepEqual(sum.size_classes, [[5, 3], [6, 2], [7, 2], [8, 2]]);
   assert.deepEqual(sum.threads, [[1, 30, 3]]);
   assert.equal(rows[1].site.max_bytes, 70);
});

test('without lines, addresses tell call paths apart', () => {
   const code = (address) => ({ function: 'f', file: null, line: 0, object: 'x',
      address });
   const report = { objects, frames: [code('0x1'), code('0x2')],
      sites: [[0], [1], [0, 0]].map((path) => site({ path })) };
   assert.deepEqual(joinRecursion(report).map((row) => row.members), [[0, 2], [1]]);
});

test('what is not known is null, not 0', () => {
   const [row] = siteRows({ frames, objects, sites: [site({ total_blocks: 0,
      lifetime: null, temporary_blocks: null })] });
   assert.equal(row.values.temporary, null);
   assert.equal(row.values.lifetime, null);
   assert.equal(row.values.size, null);
});

test('columns without any value are left out', () => {
   const rows = siteRows({ frames, objects, sites: [site({})] });
   const names = columnsOf(rows).map(column => column.name);
   assert.ok(names.includes('peak') && names.includes('temporary'));
   assert.ok(!names.includes('reads'));
   assert.ok(!names.includes('leaked'), 'all are 0');
});

test('a search looks at all frames and the type', () => {
   const report = { frames, objects, sites: [site({ type: 'Node', path: [0, 2] })] };
   const [row] = siteRows(report);
   const text = searchText(row, report);
   assert.ok(['push_back', 'Node', 'parse.c'].every((name) => text.includes(name)));
   assert.ok(!text.includes('main'));
});

test('block sizes: one bar per power of two, gaps included', () => {
   assert.deepEqual(sizeBars(site({ size_classes: [[0, 2], [5, 8], [7, 4]] })), [
      { from: 0, to: 0, blocks: 2, share: 0.25 },
      { from: 1, to: 1, blocks: 0, share: 0 },
      { from: 2, to: 3, blocks: 0, share: 0 },
      { from: 4, to: 7, blocks: 0, share: 0 },
      { from: 8, to: 15, blocks: 0, share: 0 },
      { from: 16, to: 31, blocks: 8, share: 1 },
      { from: 32, to: 63, blocks: 0, share: 0 },
      { from: 64, to: 127, blocks: 4, share: 0.5 },
   ]);
   assert.deepEqual(sizeBars(site({ size_classes: [] })), []);
});

test('lifetimes lie on a logarithmic scale from one instruction to the run', () => {
   const all = span(site({ shortest: 1, longest: 1000, freed_lifetime: 40,
      freed_blocks: 4 }), 1000);
   assert.deepEqual([all.from, all.to, all.mean.toFixed(6)], [0, 1, '0.333333']);
   assert.equal(span(site({ shortest: null, longest: null }), 1000), null);
   assert.deepEqual(span(site({ shortest: 0, longest: 0, freed_lifetime: 0 }), 1000),
      { from: 0, to: 0, mean: 0 });
   assert.equal(span(site({}), 0), null);
});

test('what was left out is the difference to the totals', () => {
   const totals = { peak_bytes: 100, bytes: 400 };
   assert.deepEqual(leftOut({ sites: [site({}), site({ peak_bytes: null })], totals }),
      { peak: 40, total: 200 });
   assert.deepEqual(leftOut({ sites: [], totals: { peak_bytes: null, bytes: 5 } }),
      { peak: 0, total: 5 });
});

test('long types are shown without their parameters', () => {
   assert.equal(shortType('std::vector<int>'), 'std::vector<int>');
   assert.equal(shortType('std::map<std::string, std::vector<int> >::node'),
      'std::map<...>::node');
   assert.equal(shortType('an_extremely_long_name_of_a_struct'),
      'an_extremely_long_name_of_a_struct');
   assert.equal(shortType('operator> of what is much too < long'),
      'operator> of what is much too < long');
});

test('sizes of all sites', () => {
   const rows = [[[0, 1], [2, 4]], [[2, 4], [3, 2]]].map((classes) =>
      ({ site: site({ size_classes: classes }) }));
   assert.deepEqual(allSizes(rows).map((bar) => bar.blocks), [1, 0, 8, 2]);
   assert.deepEqual(allSizes([]), []);
});

test('lifetimes of all sites, by powers of ten', () => {
   const rows = [[5, 1], [50, 5], [12000, 10], [0, 0], [null, 3]].map(([sum, n]) =>
      ({ site: site({ freed_lifetime: sum, freed_blocks: n }) }));
   assert.deepEqual(allLifetimes(rows), [
      { from: 1, to: 10, blocks: 1, share: 0.1 },
      { from: 10, to: 100, blocks: 5, share: 0.5 },
      { from: 100, to: 1000, blocks: 0, share: 0 },
      { from: 1000, to: 10000, blocks: 10, share: 1 }]);
   assert.deepEqual(allLifetimes([]), []);
});
