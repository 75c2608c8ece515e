/* flame_tools.js -- the controls above a flame graph.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { fill, figure, h } from './dom.js';
import { buttons, choice, findField, functionField } from './controls.js';
import { visible } from './format.js';
import { nameOf } from './flame_details.js';

const COLOURS = { owner: 'by own, library, system', object: 'by object',
   self: 'by self cost', change: 'by change' };

/* "12.3% in 5 frames"; of a sandwich for callers and callees. */
function foundText({ ctx, found, scene }) {
   const { format } = ctx, { kind } = scene.values;
   return found.map(({ part, frames, now, old }, i) => {
      const isLast = i === found.length - 1;
      const text = frames === 0 ? 'nothing found'
         : format.percent(now, scene.total.now);
      const before = old === null || frames === 0 ? ''
         : `${format.percent(old, scene.total.old)} → `;
      const share = figure(before + text, now, {
         'data-found': isLast ? '' : null, 'data-value': now,
         title: `${format.full(now)} ${visible(kind.name)}` });
      return [i > 0 ? ', ' : '', scene.parts.length > 1 ? `${part.id} ` : '', share,
         frames > 0 ? ` in ${format.plural(frames, 'frame')}` : ''];
   });
}

/** Which runs of a pair are shown, and which thread: {root, update(state, threads,
    thread)}. `patch`: what another thread changes besides. */
export function runControls(ctx, patch = {}) {
   const side = buttons('Runs', { both: 'Both runs', old: 'Old', new: 'New' },
      (value) => ctx.go({ side: value === 'both' ? null : value }));
   const thread = choice('Thread', (value) => ctx.go({ thread: value, ...patch }));
   return {
      root: [side.root, thread.root],
      update: (state, threads, chosen) => {
         side.root.hidden = !ctx.model.isPair;
         side.update(['old', 'new'].includes(state.side) ? state.side : 'both');
         thread.root.hidden = threads.length < 2;
         thread.update([['', 'All threads'], ...threads.map(({ name, label }) =>
            [name, label])], chosen ? chosen.name : '');
      },
   };
}

/**
 * The controls of a view (flame.js).
 * @returns {object} root; update(state)
 */
export function makeTools(view, forms, labels) {
   const { ctx, actions } = view;
   const form = buttons('Form', Object.fromEntries(forms.map((f) => [f, labels[f]])),
      (value) => chooseForm(view, value));
   const runs = runControls(ctx, { node: null, caller: null });
   const colour = choice('Colours', (value) => ctx.go({ colour: value }));
   const field = functionField(ctx, { id: 'flame-functions',
      label: 'Function whose callers and callees are shown',
      nameOf: (fn) => visible(nameOf(view, fn)),
      choose: actions.sandwich });
   const search = findField(ctx, { label: 'Find functions in the graph',
      placeholder: 'Find functions', name: 'flame-search',
      found: () => (view.found ? foundText(view) : null) });
   const note = h('span', { class: 'muted' });
   return {
      root: h('div', { class: 'tools' }, form.root, field.root, runs.root,
         colour.root, search.root, note),
      update: (state) => {
         const { scene, mode } = view;
         form.update(scene.form);
         field.root.hidden = scene.form !== 'sandwich';
         if (scene.form === 'sandwich')
            field.update(state, scene.fn);
         runs.update(state, scene.threads, scene.thread);
         colour.update(Object.entries(COLOURS).filter(([value]) =>
            (value !== 'change' || scene.values.old) &&
            (value !== 'owner' || ctx.model.hasLibraries)).map(([value, text]) =>
            [value, `Colours ${text}`]), mode);
         search.update(state);
         fill(note, noteOf(view, state));
      },
   };
}

/* A sandwich is one of the frame that the reader is at. */
function chooseForm({ ctx, scene, cursor, actions }, form) {
   const { node, merged } = cursor.part.layout;
   const fn = merged.fn[node[cursor.place]];
   if (form === 'sandwich' && fn >= 0)
      actions.sandwich(fn);
   else if (form === 'sandwich' || scene.form === 'sandwich')
      ctx.go({ form, node: null, caller: null });
   else
      ctx.go({ form });
}

/** What is shown in place of the chosen metric, if it is not that. */
export function noteOf({ ctx, scene }, state) {
   const { model } = ctx, { kind, instead } = scene.values;
   const chosen = model.metrics[model.metric(state)];
   if (instead) {
      return [visible(instead), ' ', h('button', { type: 'button', class: 'quiet',
         click: () => ctx.go({ moment: null, from: null, to: null }) },
      'Show the metric')];
   }
   return chosen && chosen.name !== kind.name ? 'Call paths do not have ' +
      `${visible(chosen.name)}; this is ${visible(kind.name)}.` : null;
}
