/* timeline_layout.test.mjs -- a timeline as lines, ticks and places.
   SPDX-License-Identifier: GPL-2.0-or-later */

import test from 'node:test';
import assert from 'node:assert/strict';
import {
   areaPath, byteTicks, countTicks, linePath, mostOf, pointsOf, scale, seriesOf, thin,
} from '../../annotate/page/timeline_layout.js';

const timeline = {
   end: [10, 20, 30], min: [0, 5, 4], max: [5, 50, 9], max_at: [10, 14, 21],
   last: [5, 8, 4], max_blocks: [1, 3, 2], last_blocks: [1, 2, 2],
   max_extra: [0, 0, 0], last_extra: [0, 0, 0], max_stack: [0, 0, 0],
};

test('a line has each maximum at its time, and the end of each bucket', () => {
   assert.deepEqual(pointsOf(timeline, 'bytes'),
      [[0, 0], [10, 5], [14, 50], [20, 8], [21, 9], [30, 4]]);
   assert.deepEqual(pointsOf(timeline, 'blocks'),
      [[0, 0], [10, 1], [14, 3], [20, 2], [21, 2], [30, 2]]);
});

test('a child that inherits blocks does not begin at 0', () => {
   const child = { ...timeline, end: [10], max: [7], max_at: [0], last: [5] };
   assert.deepEqual(pointsOf(child, 'bytes'), [[0, 7], [10, 5]]);
});

test('no timeline has no points', () => {
   assert.deepEqual(pointsOf(null, 'bytes'), []);
   assert.equal(mostOf([]), 0);
});

test('of many points, each pixel keeps its first, least, largest and last', () => {
   const points = [];
   for (let t = 0; t < 1000; t++) {
      points.push([t, t === 500 ? 99 : t === 501 ? -5 : t % 7]);
   }
   const few = thin(points, 10, 1000);
   assert.ok(few.length <= 44, `${few.length} points`);
   assert.ok(few.some(([t, v]) => t === 500 && v === 99));
   assert.ok(few.some(([t, v]) => t === 501 && v === -5));
   assert.deepEqual(few[0], points[0]);
   assert.deepEqual(few[few.length - 1], points[999]);
   assert.ok(few.every(([t], i) => i === 0 || t > few[i - 1][0]));
});

test('few points stay as they are', () => {
   const points = [[0, 0], [5, 3], [9, 1]];
   assert.deepEqual(thin(points, 100, 10), points);
});

test('a scale and its inverse', () => {
   const x = scale(200, 50, 250);
   assert.equal(x(0), 50);
   assert.equal(x(100), 150);
   assert.equal(x.invert(150), 100);
   assert.equal(x.invert(-20), 0);
   assert.equal(x.invert(9999), 200);
   assert.equal(scale(0, 50, 250)(0), 50);
});

test('ticks are round numbers up to the most', () => {
   assert.deepEqual(countTicks(100, 5), [0, 20, 40, 60, 80, 100]);
   assert.deepEqual(countTicks(7, 4), [0, 2, 4, 6]);
   assert.deepEqual(countTicks(0, 4), [0]);
   assert.deepEqual(byteTicks(3 * 1048576, 4),
      [0, 1048576, 2 * 1048576, 3 * 1048576]);
   assert.deepEqual(byteTicks(700, 4), [0, 256, 512]);
   assert.deepEqual(byteTicks(1, 4), [0, 1]);
});

test('paths of lines and areas', () => {
   const x = scale(10, 0, 100);
   const y = scale(10, 50, 0);
   assert.equal(linePath([[0, 0], [5, 10]], x, y), 'M0,50L50,0');
   assert.equal(areaPath([[0, 0], [5, 10]], x, y), 'M0,50L50,0L50,50L0,50Z');
   assert.equal(areaPath([], x, y), '');
});

test('only what was recorded can be chosen', () => {
   assert.deepEqual(seriesOf([timeline]), ['bytes', 'blocks']);
   assert.deepEqual(seriesOf([{ ...timeline, max_extra: [0, 8, 0] }]),
      ['bytes', 'blocks', 'extra']);
   assert.deepEqual(seriesOf([null]), []);
   assert.deepEqual(seriesOf([{ ...timeline, max_blocks: [null, null, null] }]),
      ['bytes']);
});
