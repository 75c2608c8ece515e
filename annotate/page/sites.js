/* sites.js -- allocation sites: what each held, its block sizes, lifetimes, temporaries.
   State: q, sort, dir, sites.site (index in report.sites of the one shown in full).
   Of a pair each value has its change, which the table is sorted by; sites.by (value)
   sorts by NEW's values; sites.site of what only OLD has begins with "old.".
   SPDX-License-Identifier: GPL-2.0-or-later */

import { direction } from './diff.js';
import { fill, h, link, nameText } from './dom.js';
import { miniLifetimes, miniSizes } from './site_charts.js';
import { sidesOf } from './sides.js';
import { siteDetails, siteFacts } from './site_details.js';
import { pairedRows } from './site_pairs.js';
import { columnsOf, leftOut, searchText, shortType, siteRows } from './site_rows.js';
import { sitesSummary } from './site_summary.js';
import { gridKeys, makeTableGrid } from './table_grid.js';

export const id = 'sites';
export const title = 'Allocation sites';
export const hasKind = false;
export const keys = gridKeys('show all about a site');

/** See main.js. */
export function isThere(model) {
   return model.isHeap && sidesOf(model).some(({ report }) =>
      (report.sites || []).length > 0);
}

/** See main.js. */
export function mount(root, ctx) {
   const sides = sidesOf(ctx.model).map((model) => ({ ...ctx, model }));
   const { isPair } = ctx.model;
   const rows = isPair ? pairedRows(sides.map(({ model }) => model))
      : siteRows(ctx.model.report);
   const view = { ctx, sides, isPair, rows, columns: columnsOf(rows),
      table: makeTableGrid(ctx, { label: 'Search the sites',
         placeholder: 'Search paths and types' }),
      details: h('aside', { class: 'site-details', 'aria-label': 'The chosen site' }) };
   fill(root,
      h('div', { class: 'tools' }, view.table.search.root, view.table.count.root,
         isPair ? sortLink(ctx) : null,
         h('p', { class: 'muted' }, 'A site is a call path that requested memory. ',
            'Paths that differ only in the depth of a recursion count as one.',
            sides.map((side, i) =>
               leftOutText(side, isPair ? ['Old: ', 'New: '][i] : '')))),
      sides.map((side, i) => summaryOf(view, side, i)),
      h('div', { class: 'sites-panes' }, view.table.root, view.details));
   return { update: (state) => update(view, state) };
}

function update(view, state) {
   const { rows } = view, wanted = state['sites.site'] || '';
   view.chosen = rows.find((row) => idsOf(row).includes(wanted)) || null;
   view.table.show({ id: 'sites', title: 'Table of sites', rows, noun: 'site',
      text: (row) => searchText(row, sideOf(view, row).model.report),
      name: (row) => row.name, by: 'sites.by', chosen: () => view.chosen,
      attributes: (row) => ({ 'data-site': idsOf(row)[0] }) },
   [{ id: 'name', title: 'Site', value: (row) => row.name,
      show: (row) => nameCell(view, row) },
   ...view.columns.map((column) => tableColumn(view, column, state))], state);
   view.details.hidden = view.chosen === null;
   fill(view.details, view.chosen === null ? null : detailsOf(view, view.chosen));
}

/* The context of the profile that a row is of. */
function sideOf(view, row) {
   return view.sides[row.side || 0];
}

/* What sites.site can be for a row; its own first. */
function idsOf(row) {
   return row.members.map((index) => row.side === 0 ? `old.${index}` : String(index));
}

function sortLink(ctx) {
   return h('span', {}, 'Sort by ', link(ctx, 'change', { 'sites.by': '' }), ' or ',
      link(ctx, 'new value', { 'sites.by': 'value' }));
}

function summaryOf({ isPair, rows }, side, i) {
   if (!isPair) {
      return sitesSummary(side, rows);
   }
   const own = rows.map((row) => i === 0 ? row.old : row.now).filter(Boolean);
   const charts = sitesSummary(side, own);
   return charts === null ? null
      : h('details', {}, h('summary', {}, `Blocks of the ${['old', 'new'][i]} profile`),
         charts);
}

/* All about a site; of a pair also what it was before. */
function detailsOf(view, row) {
   const details = siteDetails(sideOf(view, row), row);
   return !view.isPair ? details : [details,
      row.old === null ? h('p', {}, 'Only the new profile has this site.')
         : row.now === null ? h('p', {}, 'Only the old profile has this site.')
            : [h('h3', {}, 'Before'), siteFacts(view.sides[0], row.old)]];
}

/* Sites of a small share are not in the document. */
function leftOutText({ model, format }, side) {
   const n = model.doc.heap && model.doc.heap.sites_left_out || 0;
   if (n === 0) {
      return null;
   }
   const left = leftOut(model.report);
   return ` ${side}${format.plural(n, 'small path')} ${n === 1 ? 'is' : 'are'} left out: `
      + (left.peak > 0 ? `${format.shortBytes(left.peak)} at the peak, ` : '')
      + `${format.shortBytes(left.total)} allocated.`;
}

/* ---- The table ---- */

function nameCell({ ctx, chosen }, row) {
   return [link(ctx, nameText(row.name),
      { 'sites.site': row === chosen ? '' : idsOf(row)[0] }),
   h('span', { class: 'muted place' }, ctx.format.visible(row.place)),
   row.members.length === 1 ? null
      : h('span', { class: 'tag' }, `${ctx.format.full(row.members.length)} paths`),
   row.site.type === null ? null
      : h('span', { class: 'tag' }, nameText(shortType(row.site.type), row.site.type))];
}

/* What a column's values are parts of. */
const TOTALS = { peak: 'peak_bytes', peak_blocks: 'peak_blocks', leaked: 'end_bytes',
   total: 'bytes', blocks: 'blocks', reads: 'read_bytes', writes: 'written_bytes',
   never_read: 'never_read_bytes', moved: 'moved_bytes', reallocs: 'reallocs' };

/* Of a pair, a cell has the change, too, which sorts unless the state says otherwise. */
function tableColumn(view, column, state) {
   const { ctx: { format }, isPair } = view, { name, title: words, unit } = column;
   const text = (value, report) => (unit === 'time'
      ? format.time(value, report.units.time) : format.value(value, unit));
   const content = (row, value) => {
      const { report } = sideOf(view, row).model;
      return name === 'size' ? miniSizes(row.site, format) : name === 'lifetime'
         ? [text(value, report), miniLifetimes(row.site, report.totals.end_time)]
         : text(value, report);
   };
   const { totals } = view.sides[0].model.report;
   const made = { id: name, title: words, unit, form: 'plain',
      value: (row) => row.values[name],
      total: unit === 'percent' ? 100 : totals[TOTALS[name]] };
   if (!isPair) {
      return name !== 'size' && name !== 'lifetime' ? made : { ...made, show: content };
   }
   return { ...made, total: 0,
      size: state['sites.by'] === 'value' ? null : (row) => row.change[name] === null
         ? null : Math.abs(row.change[name]),
      show: (row, value) => (value === null ? null
         : [content(row, value), changeOf(view, row, column, text)]) };
}

/* Below a value of NEW, by how much it grew. */
function changeOf(view, row, { name }, text) {
   const change = row.change[name], { signed } = view.ctx.format;
   return h('span', { class: `site-change ${direction(change)}`, 'data-change': change,
      'data-old': row.before[name] }, change === null || change === 0 ? ''
      : signed(change, (value) => (value < 0 ? '\u2212' : '')
         + text(Math.abs(value), sideOf(view, row).model.report)));
}
