/* timeline_layout.js -- a timeline as points, ticks and SVG paths; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { range, ticks } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';

/* The columns of the document's timeline: of a bucket's most, and at its end. What a
   bucket's most was is known of bytes with its time; the others are drawn there, too. */
const COLUMNS = {
   bytes: ['max', 'last'],
   blocks: ['max_blocks', 'last_blocks'],
   extra: ['max_extra', 'last_extra'],
   stack: ['max_stack', 'max_stack'],
};

/**
 * What the timelines have: "bytes", "blocks", "extra" (headers and rounding), "stack".
 * @param {(object|null)[]} timelines one per side
 */
export function seriesOf(timelines) {
   const has = (name) => timelines.some((timeline) => timeline !== null
      && (timeline[COLUMNS[name][0]] || []).some((value) => value > 0));
   return Object.keys(COLUMNS).filter(has);
}

/**
 * [time, value] in order of time: from 0, the most of each bucket, and its end.
 * @param {object|null} timeline columns by bucket
 * @param {string} name as of seriesOf
 */
export function pointsOf(timeline, name) {
   const points = [];
   if (timeline === null) {
      return points;
   }
   const [most, last] = COLUMNS[name].map((column) => timeline[column]);
   const add = (time, value) => {
      if (points.length === 0 || time > points[points.length - 1][0]) {
         points.push([time, value || 0]);
      }
   };
   if (timeline.max_at[0] > 0) {
      add(0, 0);
   }
   timeline.end.forEach((end, i) => {
      add(timeline.max_at[i], most[i]);
      add(end, last[i]);
   });
   return points;
}

/** The largest value of points; 0 if there are none. */
export function mostOf(points) {
   return points.reduce((most, point) => Math.max(most, point[1]), 0);
}

/**
 * At most four points for each of n pieces of the time: the first, the least, the
 * largest and the last. More would not be seen.
 */
export function thin(points, n, endTime) {
   if (points.length <= 4 * n) {
      return points;
   }
   const pieces = new Map();
   points.forEach(([time], i) => {
      const piece = Math.min(Math.floor(time / endTime * n), n);
      pieces.set(piece, [...(pieces.get(piece) || []), i]);
   });
   const kept = [...pieces.values()].flatMap((piece) => extremes(points, piece));
   return [...new Set(kept)].sort((a, b) => a - b).map((i) => points[i]);
}

function extremes(points, indices) {
   const byValue = [...indices].sort((a, b) => points[a][1] - points[b][1]);
   return [indices[0], byValue[0], byValue[byValue.length - 1],
      indices[indices.length - 1]];
}

/**
 * A scale of d3 from 0..most to low..high. Its invert(place) stays within 0..most.
 */
export function scale(most, low, high) {
   return scaleLinear().domain([0, most || 1]).range([low, high]).clamp(true);
}

/** About n round whole numbers from 0 up to `most`. */
export function countTicks(most, n) {
   return most <= 0 ? [0] : ticks(0, most, n).filter(Number.isInteger);
}

/** The same for bytes: multiples of a power of two. */
export function byteTicks(most, n) {
   const step = 2 ** Math.max(0, Math.ceil(Math.log2(most / n)));
   return most <= 0 ? [0] : range(0, most + 1, step);
}

/** A line through the points, as an SVG path. */
export function linePath(points, x, y) {
   return line().x(([time]) => tenth(x(time))).y(([, value]) => tenth(y(value)))(points)
      || '';
}

/** The area between the points and 0. */
export function areaPath(points, x, y) {
   return area().x(([time]) => tenth(x(time))).y0(tenth(y(0)))
      .y1(([, value]) => tenth(y(value)))(points) || '';
}

/* A tenth of a pixel is enough. */
function tenth(value) {
   return Math.round(value * 10) / 10;
}
