/* links_view.js -- tables of callers and callees.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { h, link, nameText } from './dom.js';
import { pairColumns, tableView } from './table_view.js';

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
   const { list, isCallers } = table;
   const keyOf = (item) => (isCallers ? item.caller : item.callee);
   const columns = ctx.model.isPair ? pairOf(ctx, table) : singleOf(ctx, table);
   const weight = columns[ctx.model.isPair ? 2 : 0].value;
   const rows = [...list].sort((a, b) => Math.abs(weight(b)) - Math.abs(weight(a)));
   return h('div', { class: ctx.model.isPair ? 'links pair' : 'links' },
      tableView(ctx, isCallers ? 'callers' : 'callees', [
         { id: 'key', title: isCallers ? 'Caller' : 'Callee', value: keyOf,
            show: (item) => nameCell(ctx, table, item, keyOf(item)) }, ...columns,
      ], rows, { most: N_SHOWN, attributes: (item) => ({ 'data-name': keyOf(item) }) }));
}

const WITH_CALLS = ', with all that was called';

function singleOf({ model, format }, { links, list, metric }) {
   const { name, title, unit } = model.metrics[metric];
   const hasCalls = list.some(({ calls }) => calls !== null);
   return [
      { id: name, title, hint: title + WITH_CALLS, unit, form: 'shared',
         value: (item) => links.value(item, metric), total: model.totals[metric] },
      { id: 'calls', title: hasCalls ? 'Calls' : 'Kind', unit: 'count',
         show: ({ isInlined }, calls) => (isInlined
            ? h('span', { class: 'tag' }, 'inlined')
            : calls === null ? '' : format.value(calls, 'count')) },
   ];
}

function pairOf(ctx, { links, metric }) {
   const { name, title, unit } = ctx.model.metrics[metric];
   return pairColumns({ id: name, unit, hint: title + WITH_CALLS }, (item) => ({
      value: links.value(item, metric), old: links.value(item, metric, 'old') }));
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
