/* flame_details.js -- the frame that is chosen in a flame graph, as text, with its links.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { fill, figure, h, link, nameText, percentFigure } from './dom.js';
import { shownName } from './paths.js';
import { callsLink, functionAsmLink, hasView, lineLink } from './places.js';
import { visible } from './format.js';
import { isThread } from './flame_layout.js';
import { callLines, frameAt, sandwichPatch } from './flame_scene.js';

const MOST_LINES = 3;

/** What the root of all is called. */
export const ALL = 'all';

/** What legends say of a profile that has calls, but not their paths. */
export function estimateOf() {
   return h('span', {}, 'Paths are estimated from calls: each path of a '
      + 'function has its part of what the function called');
}

/** The whole name of a function; of unknown code also its object; of a thread what
   reports call it; -1: of all. */
export function nameOf({ paths, ctx: { model } }, fn) {
   if (fn < 0)
      return ALL;
   const known = paths.functions[fn], { name } = known;
   if (isThread(known))
      return model.threadLabel(name);
   return name === '???' ? shownName(known) : name;
}

/** "1,234 (12.3%)"; of a pair "1,234 → 1,334 (+100, +8.1%)". */
export function valueText({ ctx: { format }, scene: { whole, values } }, now, old) {
   const { unit } = values.kind;
   if (old === null) {
      return [figure(format.value(now, unit), now), ' (',
              percentFigure(now, whole.now, format), ')'];
   }
   const kind = now < old ? 'better' : now > old ? 'worse' : 'muted';
   return [figure(format.value(old, unit), old), ' → ',
           figure(format.value(now, unit), now), ' (',
           h('span', { class: kind }, now === old ? 'same'
              : `${format.change(now - old, unit)}, ${format.changePercent(old, now)}`),
           ')'];
}

/* The share of what is zoomed to, or of a sandwich's function; of a pair, of all. */
function shareOfShown({ ctx: { format }, scene, zoom }, part, frame) {
   const base = part.now[part.layout.node[zoom[part.id]]];
   if (frame.old !== null)
      return entry('of all', percentFigure(frame.now, scene.whole.now, format));
   if (base === scene.whole.now || !(base > 0) || frame.now > base)
      return null;
   return entry(zoom[part.id] > 0 ? 'of the zoomed frame' : 'of the function',
      percentFigure(frame.now, base, format));
}

/** A figure with its label. */
export function entry(label, ...content) {
   return h('span', { class: 'flame-entry' }, h('span', { class: 'muted' }, label), ' ',
      content);
}

/** Where a function is: its file and object. */
export function placeText(functions, fn) {
   const { file, object } = functions[fn];
   return [file, object].filter(Boolean).map((text) =>
      h('span', { class: 'flame-entry muted' }, nameText(text)));
}

function callersOf(view, part, place) {
   const { ctx, paths } = view;
   const inclusive = paths.inclusive(ctx.model.kind(ctx.state));
   const lines = callLines(paths, part, place, inclusive);
   if (lines.length === 0)
      return null;
   const shown = lines.slice(0, MOST_LINES).map(({ file, line }, i) => [
      i > 0 ? ', ' : '', file ? lineLink(ctx, file, line) : `line ${line}`]);
   const more = lines.length - shown.length;
   const { isInlined } = frameAt(paths, part, place);
   return entry(isInlined ? 'inlined at' : 'called at', shown,
      more > 0 ? ` and ${ctx.format.plural(more, 'other line')}` : '');
}

function linksOf({ ctx, paths, scene }, fn) {
   if (fn < 0)
      return null;
   const key = paths.keyOf(fn);
   const isShown = scene.form === 'sandwich' && scene.fn === fn;
   return [
      isShown ? null : link(ctx, 'Callers and callees', sandwichPatch(paths, fn)),
      callsLink(ctx, key, 'Call graph'),
      hasView(ctx, 'source') ? link(ctx, 'Source',
         { view: 'source', fn: key, file: null, line: null }) : null,
      functionAsmLink(ctx, paths.functions[fn], 'Assembly')];
}

/** The frame's line of figures, for a reader's eyes; also in short, for a tooltip. */
export function figuresOf(view, part, place) {
   const { ctx: { format }, paths, scene: { values: { kind } } } = view;
   const frame = frameAt(paths, part, place);
   const hasOwn = frame.fn >= 0 && (frame.own || frame.ownOld);
   return [
      entry(visible(kind.title || kind.name), valueText(view, frame.now, frame.old)),
      shareOfShown(view, part, frame),
      hasOwn ? entry('self', valueText(view, frame.own, frame.ownOld)) : null,
      frame.calls
         ? entry('calls', figure(format.value(frame.calls, 'count'), frame.calls))
         : null];
}

/**
 * Shows a frame in the element `root`.
 * @param {object} view ctx, paths, scene, zoom
 */
export function showDetails(root, view, part, place) {
   const { paths } = view;
   const frame = frameAt(paths, part, place);
   const name = nameOf(view, frame.fn);
   root.dataset.node = frame.node;
   root.dataset.name = frame.fn < 0 ? ALL : paths.functions[frame.fn].name;
   root.dataset.value = frame.now;
   root.dataset.self = frame.own === null ? '' : frame.own;
   root.dataset.old = frame.old === null ? '' : frame.old;
   fill(root,
      h('div', { class: 'flame-name' }, h('strong', {}, nameText(name)),
         frame.isInlined ? h('span', { class: 'flame-badge' }, 'inlined') : null),
      h('div', { class: 'flame-figures' }, figuresOf(view, part, place)),
      h('div', { class: 'flame-figures' },
         frame.fn >= 0 ? placeText(paths.functions, frame.fn) : null,
         callersOf(view, part, place), linksOf(view, frame.fn)));
}

/** The same in a sentence, for the ears. */
export function spoken(view, part, place) {
   const { ctx: { format }, paths, scene } = view, { kind } = scene.values;
   const { fn, now, old, isInlined } = frameAt(paths, part, place);
   const change = old === null ? format.percent(now, scene.whole.now)
      : `before ${format.value(old, kind.unit)}, ${format.changePercent(old, now)}`;
   const name = nameOf(view, fn) + (isInlined ? ', inlined' : '');
   return visible(`${name}: ${format.value(now, kind.unit)} ${kind.name}, ${change}`);
}
