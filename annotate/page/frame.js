/* frame.js -- what is around every view: what ran, tabs, the choice of a metric.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { choice, metricOptions } from './controls.js';
import { h, link } from './dom.js';
import { visible, baseName } from './format.js';
import { codePatch, openKeys } from './keyboard.js';

/** The frame: {root, view (the element that holds the view), update(state, view),
   announce(text)}. */
export function makeFrame(ctx) {
   const tabs = ctx.views.map((view) => [view.id, link(ctx, view.title, { view: view.id },
      { 'data-view': view.id, class: 'tab' })]);
   const status = h('p', { class: 'unseen', 'aria-live': 'polite' });
   const kinds = kindChoice(ctx);
   const unit = unitSwitch(ctx), code = codeSwitch(ctx);
   const view = h('section', { id: 'view', tabindex: '-1' });
   const root = h('div', { id: 'app' },
      h('header', { class: 'top' },
         h('div', { class: 'what' }, brand(ctx), whatRan(ctx.model)),
         h('div', { class: 'bar' },
            h('nav', { 'aria-label': 'Views' }, tabs.map(([, tab]) => tab)),
            h('div', { class: 'controls' }, kinds.root, code.root, unit.root,
               h('button', { type: 'button', class: 'quiet', click: () => openKeys(ctx),
                  title: 'Keys (?)' }, 'Keys')))),
      h('main', {}, view), footer(ctx.model), status);
   return {
      root, view,
      update: (state, shown) => {
         for (const [id, tab] of tabs) {
            setCurrent(tab, id === shown.id);
            tab.href = ctx.href({ view: id });
         }
         kinds.root.hidden = shown.hasKind === false || !ctx.model.metrics.length;
         kinds.update(state);
         unit.update(state);
         code.update(state);
         view.setAttribute('aria-label', shown.title);
         root.classList.toggle('on-overview', shown.id === ctx.views[0].id);
         document.title = `${shown.title}: ${visible(baseName(firstWord(ctx.model)))}`;
      },
      announce: (text) => {
         status.textContent = text;
      },
   };
}

function setCurrent(tab, isCurrent) {
   if (isCurrent) {
      tab.setAttribute('aria-current', 'page');
   } else {
      tab.removeAttribute('aria-current');
   }
}

function firstWord(model) {
   return model.command.split(' ')[0] || model.profiles[0] || 'profile';
}

function brand(ctx) {
   return link(ctx, 'Quern', { view: ctx.views[0].id }, { class: 'brand' });
}

function whatRan(model) {
   const tool = model.isHeap ? 'heap profile' : 'cache simulation';
   const kind = model.isPair ? `two runs, ${tool}` : tool;
   return [
      h('h1', { class: 'command mono', title: visible(model.command) },
         visible(model.command || 'Unknown command')),
      h('span', { class: 'muted kind-of-run' }, kind),
   ];
}

/* Chooses the metric that all views show. */
function kindChoice(ctx) {
   const { model } = ctx, options = metricOptions(model.metrics);
   const { root, update } = choice('Metric', (kind) => ctx.go({ kind }), 'metric');
   return {
      root,
      update: (state) => {
         const { name, formula, meaning } = model.metrics[model.metric(state)] || {};
         update(options, name, formula ? `${meaning} ${formula}` : meaning);
      },
   };
}

function unitSwitch(ctx) {
   const button = h('button', { type: 'button', class: 'quiet',
      title: 'Short numbers, as 1.2 M, or exact ones (u)',
      click: () => ctx.go({ unit: ctx.state.unit === 'short' ? '' : 'short' }) },
   'Short numbers');
   return {
      root: button,
      update: (state) => {
         const isShort = state.unit === 'short';
         button.setAttribute('aria-pressed', isShort);
      },
   };
}

/* Code of libraries is folded into that of the program, or shown by itself. */
function codeSwitch(ctx) {
   const { model } = ctx;
   const button = h('button', { type: 'button', class: 'quiet', 'data-code': '',
      title: 'The program\'s own code: library code counts for its callers (w)',
      click: () => ctx.go(codePatch(ctx)) }, 'Own code');
   return {
      root: button,
      update: (state) => {
         button.hidden = !model.hasLibraries;
         button.setAttribute('aria-pressed', model.folds(state));
      },
   };
}

/* What the document leaves out, and who wrote it. */
function footer(model) {
   const left = model.leftOut;
   const parts = [['functions', 'functions'], ['lines', 'source lines'],
      ['paths', 'call paths'], ['sources', 'source files']]
      .filter(([name]) => left[name] > 0)
      .map(([name, words]) => `${left[name].toLocaleString('en-US')} ${words}`);
   const below = left.threshold_percent > 0
      ? ` below ${left.threshold_percent}% each` : '';
   return h('footer', {},
      parts.length ? h('p', {}, `Left out to keep this file small: ${parts.join(', ')}` +
         `${below}. Totals and shares include them.`) : null,
      h('p', { class: 'muted' }, visible(model.producer || 'Quern'), ': ',
         visible(model.profiles.map(baseName).join(', '))));
}
