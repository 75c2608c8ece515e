/* timeline.js -- draws live bytes over time; a click or drag chooses a moment or span.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { fill, svg } from './dom.js';
import { nearest, neighbour } from './heap_moments.js';
import {
   areaPath, byteTicks, countTicks, linePath, mostOf, pointsOf, scale, thin,
} from './timeline_layout.js';

const LEFT = 68;
const RIGHT = 14;
const TOP = 22;
const BOTTOM = 24;
const DRAG_PX = 5; /* a shorter drag is a click */

/**
 * @param {object} ctx
 * @param {{sides: object[], moments: object[], timeUnit: string}} data
 * @param {{choose: function(object|null, object, boolean)}} act choose(from, to, isLast):
 *    from is null for a moment; isLast is false while a drag goes on
 * @returns {{root: Element, update: function({from, to, series})}}
 */
export function makeTimeline(ctx, data, act) {
   const view = { ctx, data, act, shown: null, width: 0,
      back: svg('g', { 'aria-hidden': 'true' }), front: svg('g'),
      cross: svg('g', { class: 'cross', 'aria-hidden': 'true' }) };
   view.cover = svg('rect', { class: 'cover', x: LEFT, y: TOP });
   view.handles = [makeHandle(view, 'from'), makeHandle(view, 'to')];
   view.root = svg('svg', { class: 'timeline', 'data-timeline': '', role: 'group',
      'aria-label': 'Live memory over time' },
   view.back, view.front, view.cross, view.cover, view.handles);
   listen(view);
   new ResizeObserver(() => draw(view)).observe(view.root);
   return { root: view.root, update: (shown) => {
      view.shown = shown;
      draw(view);
   } };
}

/* ---- Drawing ---- */

function thinned({ data, shown, width }) {
   return data.sides.map((side) => thin(pointsOf(side.timeline, shown.series),
      Math.max(1, Math.round(width)), side.end_time));
}

function measure(view) {
   const { data, shown } = view;
   const [width, height] = [view.root.clientWidth, view.root.clientHeight];
   const lines = thinned({ data, shown, width });
   const end = data.sides.reduce((most, side) => Math.max(most, side.end_time), 0);
   const most = lines.reduce((size, line) => Math.max(size, mostOf(line)), 0);
   return { width, height, lines, end, most,
      x: scale(end, LEFT, width - RIGHT), y: scale(most * 1.04, height - BOTTOM, TOP) };
}

function draw(view) {
   if (view.shown === null || view.root.clientWidth === 0) {
      return;
   }
   view.place = measure(view);
   const { width, height } = view.place;
   view.cover.setAttribute('width', Math.max(0, width - LEFT - RIGHT));
   view.cover.setAttribute('height', Math.max(0, height - TOP - BOTTOM));
   fill(view.back, ticks(view), curvesOf(view), momentMarks(view), peakMarks(view));
   fill(view.front, choiceMarks(view));
   placeHandles(view);
}

function text(x, y, words, attributes) {
   return svg('text', { x: Math.round(x), y: Math.round(y), ...attributes }, words);
}

function ticks({ ctx, data, shown, place }) {
   const { x, y, width, height, most, end } = place;
   const isBlocks = shown.series === 'blocks';
   const up = (isBlocks ? countTicks : byteTicks)(most, height > 180 ? 4 : 2);
   const along = (data.timeUnit === 'bytes' ? byteTicks : countTicks)(end,
      Math.max(2, Math.floor(width / 140)));
   return [
      up.map((value) => [
         svg('line', { class: 'rule', x1: LEFT, x2: width - RIGHT, y1: y(value),
            y2: y(value) }),
         text(LEFT - 8, y(value) + 4,
            ctx.format.short(value, isBlocks ? 'count' : 'bytes'),
            { class: 'tick', 'text-anchor': 'end' })]),
      along.map((time, i) => text(x(time), height - 7,
         ctx.format.time(time, data.timeUnit),
         { class: 'tick', 'text-anchor': i === 0 ? 'start'
            : x(time) > width - 50 ? 'end' : 'middle' })),
   ];
}

function curvesOf({ place }) {
   return place.lines.map((line, side) => {
      const kind = place.lines.length === 1 ? '' : side === 0 ? ' old' : ' new';
      return [
         svg('path', { class: `area${kind}`, d: areaPath(line, place.x, place.y) }),
         svg('path', { class: `line${kind}`, d: linePath(line, place.x, place.y) })];
   });
}

function momentMarks({ data, place }) {
   const base = place.height - BOTTOM;
   return data.moments.filter((moment) => moment.nodes && moment.why !== 'start')
      .map(({ time, why }) => svg('line', { class: `moment ${why}`, x1: place.x(time),
         x2: place.x(time), y1: base, y2: base + (why === 'asked' ? 9 : 5) }));
}

/* The peak is known exactly, with its time. */
function peakMarks({ ctx, data, shown, place }) {
   const peaks = shown.series !== 'bytes' ? []
      : data.moments.filter((moment) => moment.why === 'peak');
   return peaks.map((peak) => {
      const [x, y] = [place.x(peak.time), place.y(peak.bytes)];
      const isRight = x > place.width - 170;
      const side = peaks.length === 1 ? '' : peak.side === 0 ? 'old ' : 'new ';
      return [
         svg('circle', { class: 'peak', cx: x, cy: y, r: 3.5 }),
         text(x + (isRight ? -7 : 7), Math.max(y - 5, 12),
            `${side}peak ${ctx.format.short(peak.bytes, 'bytes')}`,
            { class: 'peak-name', 'text-anchor': isRight ? 'end' : 'start' })];
   });
}

/* A span of one run is an area; two moments of two runs are two lines. */
function choiceMarks({ shown, place }) {
   const { from, to } = shown;
   const at = (moment) => Math.round(place.x(moment.time)) + 0.5;
   const bar = (moment) => svg('line', { class: 'chosen', x1: at(moment), x2: at(moment),
      y1: TOP, y2: place.height - BOTTOM });
   if (to === null || to.why === 'all') {
      return [];
   }
   if (from === null || from.side !== to.side) {
      return [from, to].filter((moment) => moment !== null).map(bar);
   }
   const [low, high] = [at(from), at(to)].sort((a, b) => a - b);
   return [svg('rect', { class: 'span', x: low, width: high - low, y: TOP,
      height: Math.max(0, place.height - TOP - BOTTOM) }), bar(from), bar(to)];
}

/* ---- Handles, for the keyboard ---- */

function makeHandle(view, which) {
   const handle = svg('g', { class: 'handle', role: 'slider', tabindex: '0',
      'data-handle': which, 'aria-valuemin': 0 },
   svg('circle', { r: 5, cy: 0 }));
   handle.addEventListener('keydown', (event) => onKey(view, which, event));
   return handle;
}

function placeHandles(view) {
   const { shown, place, data, ctx } = view;
   view.handles.forEach((handle, i) => {
      const moment = i === 0 ? shown.from : shown.to;
      const isThere = moment !== null && moment.why !== 'all';
      handle.toggleAttribute('hidden', !isThere);
      handle.setAttribute('tabindex', isThere ? '0' : '-1');
      if (!isThere) {
         return;
      }
      const label = i === 0 ? 'From' : shown.from === null ? 'Moment' : 'To';
      handle.setAttribute('transform',
         `translate(${place.x(moment.time)} ${place.height - BOTTOM})`);
      handle.setAttribute('aria-label', label);
      handle.setAttribute('aria-valuemax', place.end);
      handle.setAttribute('aria-valuenow', moment.time);
      handle.setAttribute('aria-valuetext', `${moment.name}, `
         + ctx.format.time(moment.time, data.timeUnit));
   });
}

/* With Shift a moment becomes the end of a span. */
function onKey(view, which, event) {
   const { data, shown, act } = view;
   const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1,
      PageDown: -5, PageUp: 5, Home: -Infinity, End: Infinity };
   if (!Object.hasOwn(steps, event.key) || event.altKey || event.ctrlKey) {
      return;
   }
   event.preventDefault();
   const moment = which === 'from' ? shown.from : shown.to;
   const next = neighbour(data.moments, moment, steps[event.key]);
   if (which === 'from') {
      act.choose(next, shown.to, true);
   } else {
      act.choose(shown.from === null && event.shiftKey ? moment : shown.from, next, true);
   }
}

/* ---- Pointer ---- */

function listen(view) {
   const { cover } = view;
   let begin = null;
   const at = (event) => event.clientX - view.root.getBoundingClientRect().left;
   cover.addEventListener('pointerdown', (event) => {
      if (event.button === 0) {
         begin = at(event);
         cover.setPointerCapture(event.pointerId);
      }
   });
   cover.addEventListener('pointermove', (event) => {
      showCross(view, at(event));
      if (begin !== null && Math.abs(at(event) - begin) >= DRAG_PX) {
         chooseSpan(view, begin, at(event), false);
      }
   });
   cover.addEventListener('pointerup', (event) => {
      if (begin !== null) {
         chooseSpan(view, begin, at(event), true);
      }
      begin = null;
   });
   cover.addEventListener('pointercancel', () => {
      begin = null;
   });
   cover.addEventListener('pointerleave', () => fill(view.cross));
}

/* Only moments are known by call path, so a choice goes to the nearest ones. Of two
   runs, a click compares them at one time. */
function chooseSpan({ data, act, place }, begin, end, isLast) {
   const time = (px) => place.x.invert(px);
   const near = (side, px) => nearest(data.moments, side, time(px));
   if (data.sides.length > 1) {
      act.choose(near(0, begin), near(1, end), isLast);
   } else if (Math.abs(end - begin) < DRAG_PX) {
      act.choose(null, near(0, end), isLast);
   } else {
      const [low, high] = begin < end ? [begin, end] : [end, begin];
      act.choose(near(0, low), near(0, high), isLast);
   }
}

/* The time and value under the pointer. */
function showCross({ ctx, data, shown, place, cross }, px) {
   const x = Math.min(Math.max(px, LEFT), place.width - RIGHT);
   const time = place.x.invert(x);
   const isBlocks = shown.series === 'blocks';
   const values = place.lines.map((line) =>
      ctx.format.short(valueAt(line, time), isBlocks ? 'count' : 'bytes'));
   const at = ctx.format.time(Math.round(time), data.timeUnit);
   const isRight = x > place.width / 2;
   fill(cross,
      svg('line', { x1: x, x2: x, y1: TOP, y2: place.height - BOTTOM }),
      text(x + (isRight ? -6 : 6), TOP + 12,
         `${values.join(' \u2192 ')} at ${at}`,
         { 'text-anchor': isRight ? 'end' : 'start' }));
}

function valueAt(points, time) {
   let last = 0;
   for (const [at, value] of points) {
      if (at > time) {
         break;
      }
      last = value;
   }
   return last;
}
