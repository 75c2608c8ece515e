/* links_view.js -- tables of callers and callees.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { h, link, nameText } from './dom.js';

/* Rows of a table, before the reader asks for the rest. */
const N_SHOWN = 8;

/**
 * A table of links, those that cost most first.
 * @param {object} ctx
 * @param {object} table
 * @param {object} table.links  of linksOf()
 * @param {object[]} table.list
 * @param {boolean} table.isCallers  the rows name callers, else callees
 * @param {boolean} [table.hasPlaces]  callees have the line that calls them, as callers
 * @param {number} table.metric
 * @returns {?HTMLElement} null for an empty list
 */
export function linksTable(ctx, table) {
   if (table.list.length === 0) {
      return null;
   }
   const rows = table.list.map((item) => measured(ctx, table, item))
      .sort((a, b) => b.weight - a.weight);
   const body = h('tbody', {}, rows.slice(0, N_SHOWN)
      .map((row) => rowOf(ctx, table, row)));
   const rest = rows.slice(N_SHOWN);
   const more = rest.length === 0 ? null : h('button', { type: 'button',
      class: 'quiet more', click: () => {
         body.append(...rest.map((row) => rowOf(ctx, table, row)));
         more.remove();
      } }, `${rest.length} more`);
   return h('div', { class: ctx.model.isPair ? 'links pair' : 'links' },
      h('table', { 'data-table': table.isCallers ? 'callers' : 'callees' },
         h('thead', {}, headOf(ctx, table)), body),
      more);
}

function measured(ctx, { links, metric }, item) {
   const value = links.value(item, metric);
   const old = ctx.model.isPair ? links.value(item, metric, 'old') : null;
   return { item, value, old,
      weight: ctx.model.isPair ? Math.abs(value - old) : value || 0 };
}

function headOf({ model }, { isCallers, list, metric }) {
   const { title } = model.metrics[metric];
   const columns = model.isPair ? ['Old', 'New', 'Change']
      : [title, list.some((item) => item.calls !== null) ? 'Calls'
         : h('span', { class: 'unseen' }, 'Kind')];
   return h('tr', {}, h('th', {}, isCallers ? 'Caller' : 'Callee'),
      columns.map((text) => h('th', { class: 'number',
         title: `${title}, with all that was called` }, text)));
}

function rowOf(ctx, table, { item, value, old }) {
   const key = table.isCallers ? item.caller : item.callee;
   return h('tr', { 'data-name': key }, h('td', {}, nameCell(ctx, table, item, key)),
      ctx.model.isPair ? pairCells(ctx, table, value, old)
         : singleCells(ctx, table, value, item));
}

function singleCells({ model, format }, { metric }, value, item) {
   const { name, unit } = model.metrics[metric];
   const share = format.share(value, model.totals[metric]);
   return [
      h('td', { class: 'number', 'data-column': name, 'data-value': value },
         format.value(value, unit), ' ',
         h('span', { class: 'share' }, format.percentage(share))),
      h('td', { class: 'number', 'data-column': 'calls', 'data-value': item.calls },
         item.isInlined ? h('span', { class: 'tag' }, 'inlined')
            : item.calls === null ? '' : format.value(item.calls, 'count')),
   ];
}

function pairCells({ model, format }, { metric }, value, old) {
   const { name, unit } = model.metrics[metric];
   const change = value - old;
   return [
      h('td', { class: 'number', 'data-column': `${name}:old`, 'data-value': old },
         format.value(old, unit)),
      h('td', { class: 'number', 'data-column': `${name}:new`, 'data-value': value },
         format.value(value, unit)),
      h('td', { class: `number ${change < 0 ? 'better' : change > 0 ? 'worse' : ''}`,
         'data-column': `${name}:change`, 'data-value': change },
      format.change(change, unit)),
   ];
}

/* A caller is a link to the line that calls, a callee to its own hottest line. */
function nameCell(ctx, { isCallers, hasPlaces }, item, key) {
   if (key === null) {
      return h('span', { class: 'muted' }, 'the system');
   }
   const row = ctx.model.functionOf(key);
   const name = row ? nameText(row.short, row.name) : nameText(key);
   const hasPlace = item.line > 0 && (isCallers || hasPlaces);
   const place = { view: 'source', file: item.file, line: item.line, fn: null };
   const body = { view: 'source', fn: key, file: null, line: null };
   return [link(ctx, name, isCallers && hasPlace ? place : body),
      hasPlace ? placeText(ctx, item, isCallers ? null : place) : null];
}

/* The line number stays in sight, however long the name is.  It is a link to `patch`. */
function placeText(ctx, { file, line }, patch) {
   const { format, model } = ctx;
   const text = [h('span', {}, format.visible(model.labelOf(file))), `:${line}`];
   const attributes = { class: 'place muted', title: format.visible(file) };
   return patch === null ? h('span', attributes, text)
      : link(ctx, text, patch, attributes);
}
