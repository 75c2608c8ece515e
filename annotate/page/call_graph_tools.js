/* call_graph_tools.js -- the controls above a call graph.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { fill, h } from './dom.js';
import { choice, functionField } from './controls.js';
import { noteOf, runControls } from './flame_tools.js';
import { nameOf } from './call_graph_details.js';
import { depthOf, LIMITS, mostOf } from './call_graph_state.js';

/** The controls of a view (call_graph.js): {root, update(state)}. */
export function makeTools(view) {
   const { ctx, actions } = view;
   const field = functionField(ctx, { id: 'graph-functions',
      label: 'Function in the centre', choose: actions.centre,
      nameOf: (fn) => nameOf(view, fn) });
   const depth = choice('How far from the centre', (value) =>
      ctx.go({ 'calls.depth': Number(value) === LIMITS.firstDepth ? null : value }));
   const runs = runControls(ctx);
   const fewer = h('button', { type: 'button', class: 'quiet',
      click: () => ctx.go({ 'calls.most': null }) }, 'Largest only');
   const note = h('span', { class: 'muted' });
   return {
      root: h('div', { class: 'tools' }, field.root, depth.root, runs.root, fewer,
         note),
      update: (state) => {
         field.update(state, view.scene.fn);
         depth.update(Array.from({ length: LIMITS.depth }, (_, i) => [`${i + 1}`,
            i === 0 ? '1 call away' : `${i + 1} calls away`]), `${depthOf(state)}`);
         runs.update(state, view.threads, view.scene.thread);
         fewer.hidden = mostOf(state) <= LIMITS.boxes;
         fill(note, noteOf(view, state));
      },
   };
}
