/* call_graph_keys.js -- the call graph by the keyboard.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { hasView } from './places.js';
import { sandwichPatch } from './flame_scene.js';

/** The list of keys, see keyboard.js. */
export const KEYS = [
   ['\u2190 \u2192', 'to the caller or callee with most'],
   ['\u2191 \u2193', 'to the box above or below'],
   ['Enter', 'make the function the centre'],
   ['Home', 'to the centre'],
   ['+ and \u2212', 'more or fewer calls away'],
   ['/', 'choose a function by its name'],
   ['o', 'source of the function'],
   ['s', 'its callers and callees as a flame graph'],
];

function goWith(view, id, patchOf) {
   const { fn } = view.placed.boxes[view.at];
   if (fn >= 0 && hasView(view.ctx, id)) {
      view.ctx.go({ view: id, ...patchOf(fn) });
   }
}

const ACTIONS = {
   Home: (view) => view.actions.move('Home'),
   Enter: (view) => view.actions.open(view.at),
   ' ': (view) => view.actions.open(view.at),
   '+': (view) => view.actions.deeper(1),
   '=': (view) => view.actions.deeper(1),
   '-': (view) => view.actions.deeper(-1),
   o: (view) => goWith(view, 'source', (fn) =>
      ({ fn: view.paths.keyOf(fn), file: null, line: null })),
   s: (view) => goWith(view, 'flame', (fn) => sandwichPatch(view.paths, fn)),
};
for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
   ACTIONS[key] = (view) => view.actions.move(key);
}

/** The listener of keydown of the picture. */
export function makeKeys(view) {
   const actions = new Map(Object.entries(ACTIONS));
   return (event) => {
      const action = actions.get(event.key);
      if (action && !event.ctrlKey && !event.metaKey && !event.altKey) {
         event.preventDefault();
         action(view);
      }
   };
}
