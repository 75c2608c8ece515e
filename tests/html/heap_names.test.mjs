/* heap_names.test.mjs -- names of moments, lines and calls of the heap.
   SPDX-License-Identifier: GPL-2.0-or-later */

import test from 'node:test';
import assert from 'node:assert/strict';
import {
   callPlace, choiceName, momentName, ownLines, withUnit,
} from '../../annotate/page/heap_names.js';

const peak = { name: 'peak', why: 'peak', side: 0 };
const third = { name: '3', why: 'periodic', side: 1 };

test('moments have names that fit into a sentence', () => {
   assert.equal(momentName(peak, false), 'the peak');
   assert.equal(momentName({ ...peak, side: 1 }, true), 'the new peak');
   assert.equal(momentName(third, false), 'snapshot 3');
   assert.equal(momentName(third, true), 'snapshot 3 (new)');
});

test('a choice says what is shown', () => {
   assert.equal(choiceName({ from: null, to: peak }, false), 'Live at the peak');
   assert.equal(choiceName({ from: { ...peak, why: 'start' }, to: peak }, false),
      'From the start to the peak');
   assert.equal(choiceName({ from: null, to: { ...peak, why: 'all' } }, false),
      'Allocated in the whole run');
   assert.equal(choiceName({ from: null, to: { ...peak, why: 'all' } }, false, 'Copied'),
      'Copied in the whole run');
});

test('a node has the lines of its sites, each once', () => {
   const frames = [{ file: 'a.c', line: 9 }, { file: 'a.c', line: 3 },
      { file: null, line: 0 }];
   const sites = [0, 1, 0, 2].map((frame) => ({ path: [frame] }));
   const lines = ownLines({ heap: { site_nodes: [5, 5, 5, 5] },
      report: { frames, sites } });
   assert.deepEqual([...lines], [[5, [{ file: 'a.c', line: 3 },
      { file: 'a.c', line: 9 }]]]);
   assert.equal(ownLines({ heap: { site_nodes: null }, report: {} }).size, 0);
});

test('a call is in the file of the caller, if no other is said', () => {
   const paths = { parent: [-1, 0, 0], fn: [0, 1, 1], callLine: [0, 7, 8],
      callFile: [-1, -1, 0], files: ['b.h'],
      functions: [{ name: 'main', file: 'a.c' }, { name: 'f' }] };
   assert.equal(callPlace(paths, 0), null);
   assert.deepEqual(callPlace(paths, 1), { file: 'a.c', line: 7 });
   assert.deepEqual(callPlace(paths, 2), { file: 'b.h', line: 8 });
});

test('without libraries, lines and calls are those of the program', () => {
   /* main calls a library at line 7, which calls f, which calls it at line 5. */
   const paths = { parent: [-1, 0, 1, 2], fn: [0, 1, 2, 1], callLine: [0, 7, 99, 5],
      callFile: [-1, -1, -1, -1], files: [],
      functions: [{ file: 'a.c' }, { file: '/usr/include/l.h' }, { file: 'f.c' }] };
   const home = [0, 0, 2, 2];
   assert.deepEqual(callPlace(paths, 2), { file: '/usr/include/l.h', line: 99 });
   assert.deepEqual(callPlace(paths, 2, home), { file: 'a.c', line: 7 });
   const frames = [{ file: '/usr/include/l.h', line: 88, library: true },
      { file: 'f.c', line: 5 }, { file: '/usr/include/l.h', line: 99, library: true }];
   const doc = { heap: { site_nodes: [3] },
      report: { frames, sites: [{ path: [0, 1, 2] }] } };
   assert.deepEqual([...ownLines(doc)], [[3, [{ file: '/usr/include/l.h', line: 88 }]]]);
   assert.deepEqual([...ownLines(doc, home)], [[2, [{ file: 'f.c', line: 5 }]]]);
});

test('amounts have one unit', () => {
   assert.equal(withUnit('1,234'), '1,234 bytes');
   assert.equal(withUnit('1.21 KiB'), '1.21 KiB');
   assert.equal(withUnit('12', 'events'), '12 events');
});
