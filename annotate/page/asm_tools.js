/* asm_tools.js -- the controls above machine code: its function, hot instructions, code
   that never ran, a search.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { fill, h } from './dom.js';
import { visible } from './format.js';

/** The controls of a view (asm.js): {root, update(state)}. */
export function makeTools(view) {
   const parts = [functionChoice(view), idleSwitch(view), searchField(view)];
   const { actions } = view;
   const hot = h('span', { class: 'choice' },
      h('button', { type: 'button', title: 'Previous hot instruction (p)',
         click: () => actions.goToHot(-1) }, '\u2191 hot instruction'),
      h('button', { type: 'button', title: 'Next hot instruction (n)',
         click: () => actions.goToHot(1) }, '\u2193 hot instruction'));
   const [functions, ...rest] = parts;
   return {
      root: h('div', { class: 'tools' }, functions.root, hot,
         rest.map(({ root }) => root)),
      update: (state) => parts.forEach((part) => part.update(state)),
   };
}

function functionChoice({ ctx, actions }) {
   const select = h('select', { 'aria-label': 'Function', class: 'file',
      change: () => actions.goToListing(Number(select.value)) });
   const { listings } = ctx.model.assembly;
   let shown = -1;
   return {
      root: select,
      update: (state) => {
         const { format, model } = ctx, metric = model.metric(state);
         if (metric !== shown) {
            shown = metric;
            fill(select, listings.map(({ index, short, values }) =>
               h('option', { value: index }, `${format.percent(values[metric],
                  model.totals[metric])}  ${visible(short)}`)));
         }
         const { listing } = actions.place();
         select.value = listing.index;
         select.title = visible(`${listing.name} in ${listing.object}`);
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
   const count = h('span', { class: 'muted count', 'aria-live': 'polite' });
   const input = h('input', { type: 'search', placeholder: 'Find, or :line',
      'aria-label': 'Find in this function',
      input: () => ctx.go({ q: input.value }, { replace: true }),
      keydown: (event) => {
         if (event.key === 'Enter' && actions.place().found.length > 0) {
            actions.goToFound(event.shiftKey ? -1 : 1);
            event.preventDefault();
         }
      } });
   return {
      root: h('span', { class: 'find' }, input, count),
      update: (state) => {
         const text = state.q || '', n = actions.place().found.length;
         if (input.value !== text) {
            input.value = text;
         }
         count.dataset.count = n;
         count.textContent = text === '' ? '' : ctx.format.plural(n, 'instruction');
      },
   };
}
