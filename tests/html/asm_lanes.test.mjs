/* asm_lanes.test.mjs -- arrows of jumps beside machine code.
   SPDX-License-Identifier: GPL-2.0-or-later */

import test from 'node:test';
import assert from 'node:assert/strict';
import { laneFrom, lanesOf, passingLanes } from '../../annotate/page/asm_lanes.js';
import { numbers } from './random_paths.mjs';

test('lanes go up and down, turn, and are crossed by arrows from farther away', () => {
   assert.deepEqual(lanesOf('330', 3), { lanes: ['up down', 'up down', ''], head: '' });
   assert.deepEqual(lanesOf('0e3', 3),
      { lanes: ['', 'down turn', 'up down across'], head: 'arrow' });
   assert.deepEqual(lanesOf('507', 3),
      { lanes: ['up turn', 'across', 'up down turn across'], head: 'across' });
   assert.deepEqual(lanesOf('c', 1), { lanes: ['turn'], head: 'arrow' });
});

test('what has no arrows has lanes that are empty', () => {
   assert.deepEqual(lanesOf(undefined, 2), { lanes: ['', ''], head: '' });
   assert.deepEqual(lanesOf(undefined, 0), { lanes: [], head: '' });
   assert.deepEqual(lanesOf('3', 2).lanes, ['', 'up down']);
});

test('rows of words between instructions continue the arrows that pass', () => {
   assert.deepEqual(passingLanes('36e', 3, true).lanes, ['up down', '', '']);
   assert.deepEqual(passingLanes('36e', 3, false).lanes,
      ['up down', 'up down', 'up down']);
   assert.deepEqual(passingLanes('9', 1, true), { lanes: ['up down'], head: '' });
});

test('an arrow begins in the lane that turns and does not end', () => {
   assert.equal(laneFrom('3e5', 3), 2);
   assert.equal(laneFrom('3ed', 3), -1);
   assert.equal(laneFrom(undefined, 3), -1);
});

/* As the command writes them: of each jump what its lane has in its rows. */
function drawn(jumps, nRows, nLanes) {
   const cells = Array.from({ length: nRows }, () => new Array(nLanes).fill(0));
   for (const { from, to, lane } of jumps) {
      for (let row = Math.min(from, to); row < Math.max(from, to); row++) {
         cells[row][lane] |= 2;
         cells[row + 1][lane] |= 1;
      }
      cells[from][lane] |= 4;
      cells[to][lane] |= 12;
   }
   return cells.map((row) => row.map((cell) => cell.toString(16)).join(''));
}

test('lines meet: what goes down from a row comes up from the next', () => {
   const random = numbers(11);
   for (let i = 0; i < 200; i++) {
      const jumps = Array.from({ length: 4 }, (_, lane) => ({ lane,
         from: Math.floor(random() * 20), to: Math.floor(random() * 20) }));
      const rows = drawn(jumps, 20, 4);
      rows.slice(1).forEach((arrows, row) => {
         const has = (name) => (lane) => lane.split(' ').includes(name);
         assert.deepEqual(lanesOf(rows[row], 4).lanes.map(has('down')),
            lanesOf(arrows, 4).lanes.map(has('up')));
         assert.deepEqual(passingLanes(rows[row], 4, false),
            passingLanes(arrows, 4, true));
      });
      jumps.filter(({ from, to }) => from !== to
         && jumps.filter((other) => other.from === from).length === 1)
         .forEach(({ from, lane }) => assert.equal(laneFrom(rows[from], 4), lane));
      jumps.forEach(({ to }) => assert.equal(lanesOf(rows[to], 4).head, 'arrow'));
   }
});
