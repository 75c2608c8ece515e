/* keyboard.js -- the keys of all views, and the list of keys.
   A view module can export `keys`: pairs of a key and what it does.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { h } from './dom.js';

const COMMON = [
   ['1 \u2026 9', 'show a view'],
   ['/', 'search'],
   ['[ and ]', 'show the metric before or after'],
   ['w', "the program's own code, or all"],
   ['u', 'exact or short numbers'],
   ['Alt \u2190', 'go back'],
   ['?', 'show these keys'],
   ['Esc', 'close, or leave the search'],
];

/** Listens to the keys that work in every view. */
export function listenToKeys(ctx, frame) {
   addEventListener('keydown', (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) {
         return;
      }
      if (isTyping(event.target)) {
         leaveSearch(event, frame);
      } else if (!document.querySelector('dialog[open]') && act(event.key, ctx, frame)) {
         event.preventDefault();
      }
   });
}

function isTyping(target) {
   return target instanceof HTMLInputElement || target instanceof HTMLSelectElement ||
      target instanceof HTMLTextAreaElement;
}

function leaveSearch(event, frame) {
   if (event.key === 'Escape' && event.target.type === 'search' &&
       event.target.value === '') {
      event.target.blur();
      frame.view.focus();
   }
}

/* Whether the key means something here; then it is done. */
function act(key, ctx, frame) {
   if (/^[1-9]$/.test(key) && ctx.views[key - 1]) {
      ctx.go({ view: ctx.views[key - 1].id });
   } else if (key === '/') {
      const search = frame.view.querySelector('input[type=search]')
         || frame.view.querySelector('input[list]');
      if (search) {
         search.focus();
         search.select();
      }
   } else if (key === '[' || key === ']') {
      stepMetric(ctx, key === ']' ? 1 : -1);
   } else if (key === 'u') {
      ctx.go({ unit: ctx.state.unit === 'short' ? '' : 'short' });
   } else if (key === 'w' && ctx.model.hasLibraries) {
      ctx.go(codePatch(ctx));
   } else if (key === '?') {
      openKeys(ctx);
   } else {
      return false;
   }
   return true;
}

/** Folds code of libraries, or unfolds it. */
export function codePatch({ model, state }) {
   return { code: model.folds(state) ? 'all' : null };
}

function stepMetric({ model, state, go, announce }, step) {
   const { metrics } = model;
   const next = metrics[(model.metric(state) + step + metrics.length) % metrics.length];
   if (next) {
      go({ kind: next.name });
      announce(`Metric: ${next.title}`);
   }
}

/** Shows the keys, those of the current view first. */
export function openKeys(ctx) {
   const view = ctx.views.find((v) => v.id === ctx.state.view);
   const dialog = h('dialog', { class: 'keys', 'aria-label': 'Keys' },
      view.keys ? [h('h2', {}, view.title), keyList(view.keys)] : null,
      h('h2', {}, 'Every view'), keyList(COMMON),
      h('button', { type: 'button', autofocus: true, click: () => dialog.close() },
         'Close'));
   dialog.addEventListener('close', () => dialog.remove());
   dialog.addEventListener('click', (event) => {
      if (event.target === dialog) {
         dialog.close();
      }
   });
   document.body.append(dialog);
   dialog.showModal();
}

function keyList(keys) {
   return h('dl', {}, keys.map(([key, text]) =>
      h('div', {}, h('dt', {}, h('kbd', {}, key)), h('dd', {}, text))));
}
