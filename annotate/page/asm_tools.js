/* asm_tools.js -- the controls above machine code: its function, hot instructions, code
   that never ran, a search.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { choice, findField, hotButtons } from './controls.js';
import { h } from './dom.js';

/** The controls of a view (asm.js): {root, update(state)}. */
export function makeTools(view) {
   const parts = [functionChoice(view), idleSwitch(view), searchField(view)];
   const { actions } = view;
   const [functions, ...rest] = parts;
   return {
      root: h('div', { class: 'tools' }, functions.root,
         hotButtons('instruction', actions.goToHot), rest.map(({ root }) => root)),
      update: (state) => parts.forEach((part) => part.update(state)),
   };
}

function functionChoice({ ctx, actions }) {
   const { listings } = ctx.model.assembly;
   const { root, update } = choice('Function',
      (index) => actions.goToListing(Number(index)), 'file');
   return {
      root,
      update: (state) => {
         const { format, model } = ctx, metric = model.metric(state);
         const { index: at, name, object } = actions.place().listing;
         update(listings.map(({ index, short, values }) => [index,
            `${format.percent(values[metric], model.totals[metric])}  ${short}`]), at,
         `${name} in ${object}`);
      },
   };
}

function idleSwitch({ ctx, actions }) {
   const button = h('button', { type: 'button', class: 'quiet', 'data-idle': '',
      title: 'Also the code that never ran',
      click: () => ctx.go({ 'asm.idle':
         ctx.state['asm.idle'] === 'all' ? null : 'all' }) },
   'Never ran');
   return {
      root: button,
      update: () => {
         const { listing, isIdleShown } = actions.place();
         button.hidden = !listing.hasIdle;
         button.setAttribute('aria-pressed', isIdleShown);
      },
   };
}

function searchField({ ctx, actions }) {
   return findField(ctx, { label: 'Find in this function',
      placeholder: 'Find, or :line', name: 'find', goTo: actions.goToFound,
      found: ({ q }, said) => {
         const n = actions.place().found.length;
         said.dataset.count = n;
         return q ? ctx.format.plural(n, 'instruction') : null;
      } });
}
