/* controls.js -- controls that several views have above their pictures.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { fill, h } from './dom.js';
import { visible } from './format.js';

const MOST_CHOICES = 500; /* functions that a field offers; others can be typed */

/**
 * A row of buttons of which one is pressed.
 * @param {string} label
 * @param {object} options text by value
 * @param {function(string)} choose
 * @returns {object} root; update(chosen)
 */
export function buttons(label, options, choose) {
   const all = Object.entries(options).map(([value, text]) => [value,
      h('button', { type: 'button', 'data-choice': value, click: () => choose(value) },
         text)]);
   return {
      root: h('div', { class: 'choice', role: 'group', 'aria-label': label },
         all.map(([, button]) => button)),
      update: (chosen) => all.forEach(([value, button]) =>
         button.setAttribute('aria-pressed', value === chosen)),
   };
}

/**
 * A list to choose from.
 * @returns {object} root; update(options, chosen): options are [value, text]
 */
export function choice(label, choose) {
   const select = h('select', { 'aria-label': label,
                                change: () => choose(select.value) });
   return {
      root: select,
      update: (options, chosen) => {
         fill(select, options.map(([value, text]) =>
            h('option', { value }, visible(text))));
         select.value = chosen;
      },
   };
}

/**
 * Chooses a function of the call paths by its name.
 * @param {object} ctx
 * @param {object} field id: of the list of names; label; nameOf(fn); choose(fn)
 * @returns {object} root; update(state, fn)
 */
export function functionField(ctx, { id, label, nameOf, choose }) {
   const { paths } = ctx.model;
   let listed = null; /* the costs whose largest are in the list */
   const list = h('datalist', { id });
   const input = h('input', { type: 'text', list: id, 'aria-label': label,
      spellcheck: 'false', class: 'function-field',
      change: () => {
         const fn = paths.functions.findIndex((_, i) => nameOf(i) === input.value);
         if (fn >= 0)
            choose(fn);
         else
            ctx.announce('No such function');
      } });
   return {
      root: h('span', {}, 'of ', input, list),
      update: (state, fn) => {
         input.value = fn < 0 ? '' : nameOf(fn);
         const { inclusive } = paths.functionSums(ctx.model.kind(state));
         if (inclusive === listed)
            return;
         listed = inclusive;
         const largest = Array.from(inclusive, (_, i) => i)
            .sort((a, b) => inclusive[b] - inclusive[a]).slice(0, MOST_CHOICES);
         fill(list, largest.map((i) => h('option', { value: nameOf(i) })));
      },
   };
}
