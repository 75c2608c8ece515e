/* controls.js -- controls that several views have above their pictures.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { fill, h, link } from './dom.js';
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
      h('button', { type: 'button', 'data-choose': value, click: () => choose(value) },
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
 * @returns {object} root; update(options, chosen, title): options are [value, text]
 */
export function choice(label, choose, name = null) {
   const root = h('select', { 'aria-label': label, class: name,
      change: () => choose(root.value) });
   let shown = '';
   return {
      root,
      update: (options, chosen, title = '') => {
         const texts = JSON.stringify(options);
         if (texts !== shown) {
            shown = texts;
            fill(root, options.map(([value, text]) =>
               h('option', { value }, visible(text))));
         }
         root.value = chosen;
         root.title = visible(title);
      },
   };
}

/** Options of such a list: metrics. */
export function metricOptions(metrics) {
   return metrics.map(({ name, title }) =>
      [name, title === name ? name : `${name}: ${title}`]);
}

/**
 * A menu of columns, of which those ticked are shown.
 * @param {function(string, boolean, string[])} choose a column, whether it is ticked, and
 *    all that are
 * @returns {object} root; update(columns): {id, title, hint, isShown, isMain}; a main one
 *    stays
 */
export function columnMenu(choose) {
   const list = h('div', { class: 'list' });
   const root = h('details', { class: 'columns' }, h('summary', {}, 'Columns'), list);
   let boxes = [];
   root.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') {
         root.open = false;
         root.firstChild.focus();
      }
   });
   addEventListener('click', (event) => {
      root.open = root.open && root.contains(event.target);
   });
   const boxOf = ({ id }) => h('input', { type: 'checkbox', value: id,
      change: ({ target }) => choose(id, target.checked,
         boxes.filter((box) => box.checked).map(({ value }) => value)) });
   return {
      root,
      update: (columns) => {
         if (`${boxes.map(({ value }) => value)}` !== `${columns.map(({ id }) => id)}`) {
            boxes = columns.map(boxOf);
            fill(list, columns.map(({ title, hint = '' }, i) => h('label',
               { title: visible(hint) }, boxes[i], ' ', visible(title))));
         }
         columns.forEach(({ isShown, isMain }, i) => {
            boxes[i].checked = isShown || isMain;
            boxes[i].disabled = isMain;
         });
      },
   };
}

/**
 * The field of a search: q of the state.
 * @param {object} ctx
 * @param {object} field label; placeholder; keys: what else a key does, by its name
 * @returns {object} root; update(state)
 */
export function searchField(ctx, { label, placeholder, keys = {} }) {
   const root = h('input', { type: 'search', 'aria-label': label, placeholder,
      spellcheck: 'false', autocomplete: 'off',
      input: () => ctx.go({ q: root.value }, { replace: true }),
      keydown: (event) => {
         if (Object.hasOwn(keys, event.key)) {
            keys[event.key](event);
            event.preventDefault();
         }
      } });
   return {
      root,
      update: ({ q = '' }) => {
         if (root.value !== q) {
            root.value = q;
         }
      },
   };
}

/**
 * Such a field, with what it found beside it; Enter leads to the next, with Shift back.
 * @param {object} ctx
 * @param {object} field as above; goTo(step); found(state): what is said; name: a class
 * @returns {object} root; update(state)
 */
export function findField(ctx, { goTo = () => {}, found, name, ...field }) {
   const search = searchField(ctx, { ...field,
      keys: { Enter: ({ shiftKey }) => goTo(shiftKey ? -1 : 1) } });
   const said = h('span', { class: 'muted count', role: 'status' });
   return {
      root: h('span', { class: name }, search.root, said),
      update: (state) => {
         search.update(state);
         fill(said, found(state, said));
      },
   };
}

/** Buttons that lead to what is hot, "line", before this one and behind it. */
export function hotButtons(what, goTo) {
   const button = (step, words, arrow) => h('button', { type: 'button', title: words,
      click: () => goTo(step) }, `${arrow} hot ${what}`);
   return h('span', { class: 'choice' },
      button(-1, `Previous hot ${what} (p)`, '\u2191'),
      button(1, `Next hot ${what} (n)`, '\u2193'));
}

/** How many rows there are, for people and for tests: {root, show(n, text)}. */
export function rowCount() {
   const root = h('span', { class: 'muted', role: 'status' });
   return {
      root,
      show: (n, text) => {
         root.setAttribute('data-count', n);
         root.textContent = text;
      },
   };
}

/** A link that shows what is left of a list; null if nothing is. */
export function moreLink(ctx, n, patch) {
   return n === 0 ? null
      : h('p', {}, link(ctx, `Show ${ctx.format.full(n)} more`, patch));
}

/** A function that says how many bytes a row of a picture has; when that changes, as a
    window becomes narrow, `update` is called. */
export function bytesInRow(update) {
   const narrow = matchMedia('(max-width: 760px)');
   narrow.addEventListener('change', update);
   return () => (narrow.matches ? 32 : 64);
}

/** What is said of the thing under the mouse: {root, show(event, ...content), hide()}. */
export function makeTip() {
   const root = h('div', { class: 'flame-tip', hidden: true, 'data-hover': '' });
   return {
      root,
      hide: () => {
         root.hidden = true;
      },
      show: ({ clientX, clientY }, ...content) => {
         fill(root, content);
         root.hidden = false;
         const { offsetWidth: width, offsetHeight: height } = root;
         const left = Math.min(clientX + 14, window.innerWidth - width - 8);
         const isLow = clientY + 18 + height > window.innerHeight;
         root.style.left = `${Math.max(8, left)}px`;
         root.style.top = `${isLow ? clientY - height - 10 : clientY + 18}px`;
      },
   };
}

/** An entry of a picture's legend. */
export function swatch(name, text) {
   return h('span', { class: 'flame-key' },
      h('span', { class: `flame-swatch ${name}` }), visible(text));
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
