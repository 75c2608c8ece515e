/* timeline_layout.js -- a timeline as points, ticks and SVG paths; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

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
 * A function from 0..most to low..high. Its invert(place) stays within 0..most.
 */
export function scale(most, low, high) {
   const place = (value) => most > 0 ? low + value / most * (high - low) : low;
   place.invert = (at) => {
      const share = high === low ? 0 : (at - low) / (high - low);
      return Math.min(Math.max(share, 0), 1) * most;
   };
   return place;
}

function multiples(most, step) {
   const ticks = [0];
   while (ticks[ticks.length - 1] + step <= most) {
      ticks.push(ticks[ticks.length - 1] + step);
   }
   return ticks;
}

/** About n round numbers from 0 up to `most`: steps of 1, 2 or 5 times 10^k. */
export function countTicks(most, n) {
   if (most <= 0) {
      return [0];
   }
   const size = 10 ** Math.max(0, Math.floor(Math.log10(most / n)));
   const step = [1, 2, 5, 10].find((times) => times * size >= most / n);
   return multiples(most, step * size);
}

/** The same for bytes: steps of 2^k. */
export function byteTicks(most, n) {
   return most <= 0 ? [0]
      : multiples(most, 2 ** Math.max(0, Math.ceil(Math.log2(most / n))));
}

/** A line through the points. */
export function linePath(points, x, y) {
   return points.map(([time, value], i) =>
      `${i === 0 ? 'M' : 'L'}${tenth(x(time))} ${tenth(y(value))}`).join('');
}

/** The area between the points and 0. */
export function areaPath(points, x, y) {
   if (points.length === 0) {
      return '';
   }
   const [first, last] = [points[0][0], points[points.length - 1][0]];
   return `${linePath(points, x, y)}L${tenth(x(last))} ${tenth(y(0))}`
      + `L${tenth(x(first))} ${tenth(y(0))}Z`;
}

/* A tenth of a pixel is enough. */
function tenth(value) {
   return Math.round(value * 10) / 10;
}
