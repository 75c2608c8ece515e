/* flame_keys.js -- a flame graph by the keyboard.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { hasView } from './places.js';
import { childOf, neighbourOf, overlap, parentOf } from './flame_layout.js';

/** The list of keys, see keyboard.js. */
export const KEYS = [
   ['arrows', 'move from frame to frame'],
   ['Enter', 'zoom to the frame'],
   ['Backspace', 'zoom out to the caller'],
   ['Esc', 'show all; then leave the search'],
   ['n and N', 'next or previous frame found'],
   ['s', 'callers and callees of the function'],
   ['o', 'source of the function'],
   ['i', 'flame graph or icicle'],
];

/* 1 if the arrow leads away from the root of the part, -1 if towards it. */
function outward(view, part, key) {
   const isUp = view.scene.form === 'flame' || part.id === 'callers';
   return (key === 'ArrowUp') === isUp ? 1 : -1;
}

/* Up and down: to the caller, or to the largest callee.  The root of a sandwich is in
   both parts. */
function moveAlong(view, key) {
   const { scene } = view;
   let { part, place } = view.cursor;
   if (place === 0 && scene.parts.length > 1)
      part = scene.parts[key === 'ArrowUp' ? 0 : 1];
   const { layout } = part;
   if (outward(view, part, key) < 0)
      place = parentOf(layout, place);
   else
      place = nextBelow(view, part, place);
   view.actions.select(part, place);
}

/* The largest callee in sight; above the zoomed frame, the one that leads there. */
function nextBelow(view, part, place) {
   const { layout } = part, zoomed = view.zoom[part.id];
   let next = childOf(layout, place);
   if (place < zoomed && zoomed < layout.end[place])
      for (next = place + 1; !overlap(layout, next, zoomed);)
         next = layout.end[next];
   return layout.width[next] >= view.pane.least(part) ? next : place;
}

function moveAside(view, step) {
   const { part, place } = view.cursor;
   const next = neighbourOf(part.layout, place, step, view.pane.least(part));
   if (overlap(part.layout, next, view.zoom[part.id]))
      view.actions.select(part, next);
}

/* The next box that matches the search, in the order of the graph. */
function moveToMatch(view, step) {
   const found = view.pane.boxes().filter((box) => box.isMatch);
   if (found.length === 0) {
      view.ctx.announce('Nothing found in sight');
      return;
   }
   const { part, place } = view.cursor;
   const at = found.findIndex((box) => box.part === part && box.at === place);
   const next = at < 0 ? (step > 0 ? 0 : found.length - 1)
      : (at + step + found.length) % found.length;
   view.actions.select(found[next].part, found[next].at);
}

function fnAtCursor({ cursor: { part, place } }) {
   return part.layout.merged.fn[part.layout.node[place]];
}

function openSource(view) {
   const fn = fnAtCursor(view);
   if (fn >= 0 && hasView(view.ctx, 'source'))
      view.ctx.go({ view: 'source', fn: view.paths.keyOf(fn), file: null, line: null });
}

function zoomOut(view) {
   const part = view.scene.parts.find(({ id }) => view.zoom[id] > 0);
   if (part)
      view.actions.zoomTo(part, parentOf(part.layout, view.zoom[part.id]));
}

const ACTIONS = {
   ArrowUp: (view) => moveAlong(view, 'ArrowUp'),
   ArrowDown: (view) => moveAlong(view, 'ArrowDown'),
   ArrowLeft: (view) => moveAside(view, -1),
   ArrowRight: (view) => moveAside(view, 1),
   Home: (view) => view.actions.select(view.cursor.part, 0),
   Enter: (view) => view.actions.zoomTo(view.cursor.part, view.cursor.place),
   Backspace: zoomOut,
   Escape: ({ ctx, zoom }) => ctx.go(zoom.callees > 0 || zoom.callers > 0
      ? { node: null, caller: null } : { q: null }),
   n: (view) => moveToMatch(view, 1),
   N: (view) => moveToMatch(view, -1),
   s: (view) => {
      const fn = fnAtCursor(view);
      if (fn >= 0)
         view.actions.sandwich(fn);
   },
   o: openSource,
   i: ({ ctx, scene }) => ctx.go({ form: scene.form === 'icicle' ? 'flame' : 'icicle' }),
};

/**
 * The listener of keydown of a view (flame.js).
 * @param {object} [own] by key what it does in this view; null: nothing
 */
export function makeKeys(view, own = {}) {
   const actions = new Map(Object.entries({ ...ACTIONS, ...own }));
   return (event) => {
      const action = actions.get(event.key);
      if (!action || event.ctrlKey || event.metaKey || event.altKey)
         return;
      event.preventDefault();
      action(view);
   };
}
