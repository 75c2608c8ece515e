/* call_graph_tools.js -- the controls above a call graph.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { fill, h } from './dom.js';
import { buttons, choice, functionField } from './controls.js';
import { noteOf } from './flame_tools.js';
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
   const side = buttons('Runs', { both: 'Both runs', old: 'Old', new: 'New' },
      (value) => ctx.go({ side: value === 'both' ? null : value }));
   const thread = choice('Thread', (value) => ctx.go({ thread: value }));
   const fewer = h('button', { type: 'button', class: 'quiet',
      click: () => ctx.go({ 'calls.most': null }) }, 'Largest only');
   const note = h('span', { class: 'muted' });
   return {
      root: h('div', { class: 'tools' }, field.root, depth.root, side.root, thread.root,
         fewer, note),
      update: (state) => {
         field.update(state, view.scene.fn);
         depth.update(Array.from({ length: LIMITS.depth }, (_, i) => [`${i + 1}`,
            i === 0 ? '1 call away' : `${i + 1} calls away`]), `${depthOf(state)}`);
         side.root.hidden = !ctx.model.isPair;
         side.update(['old', 'new'].includes(state.side) ? state.side : 'both');
         thread.root.hidden = view.threads.length < 2;
         thread.update([['', 'All threads'], ...view.threads.map(({ name, label }) =>
            [name, label])], view.scene.thread ? view.scene.thread.name : '');
         fewer.hidden = mostOf(state) <= LIMITS.boxes;
         fill(note, noteOf(view, state));
      },
   };
}
