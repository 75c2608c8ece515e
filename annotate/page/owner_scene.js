/* owner_scene.js -- owners of a look as a scene of the flame graph's pane; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { layoutOf } from './flame_layout.js';

/** The colours of the flame graph's palette that owners and what they keep have. */
export const KINDS = [['static', 'static variables', 1],
   ['thread-local', 'thread-local variables', 2], ['local', 'local variables', 3],
   ['frame', 'other words of frames', 4], ['shared', 'shared by several', 6],
   ['lost', 'lost', 7]];

const COLOURS = new Map(KINDS.map(([kind, , colour]) => [kind, colour]));

/* Of each owner the colour of the one at the top. */
function coloursOf({ owners, tree }, { first, end }) {
   const colours = [0];
   for (let node = first; node < end; node++) {
      const above = tree.parent[node];
      colours.push(above < 0 ? COLOURS.get(owners[node].kind) || 0
         : colours[above - first + 1]);
   }
   return colours;
}

/**
 * An icicle of a look: frame 0 is all that is live; frame n the owner look.first + n - 1.
 * @param {object} made of looksOf
 * @returns {object} form, parts: see flame_scene.js; colours: of each frame, 0 to 7
 */
export function ownerScene(made, look) {
   const { first, end } = look;
   const frames = Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
   const parent = frames.map((node) => made.tree.parent[node]);
   const now = Float64Array.of(look.live.bytes, ...frames.map((node) =>
      made.bytes[node]));
   const merged = { node: [-1, ...frames], fn: [-1, ...frames],
      inlined: new Uint8Array(frames.length + 1),
      parent: [-1, ...parent.map((above) => (above < 0 ? 0 : above - first + 1))] };
   const part = { id: 'owners', layout: layoutOf(merged, now), now, old: null };
   return { form: 'icicle', parts: [part], colours: coloursOf(made, look) };
}

/** The place of an owner in the part of a scene; 0, all, if it has none. */
export function placeOfOwner({ layout }, look, node) {
   return node < 0 ? 0 : Math.max(0, layout.placeOf[node - look.first + 1]);
}

/** The owner at a place, or -1. */
export function ownerAt({ layout }, place) {
   return layout.merged.node[layout.node[place]];
}
