/* sites.js -- allocation sites: what each held, its block sizes, lifetimes, temporaries.
   State: q, sort, dir, sites.site (index in report.sites of the one shown in full).
   Of a pair each value has its change, which the table is sorted by; sites.by (value)
   sorts by NEW's values; sites.site of what only OLD has begins with "old.".
   SPDX-License-Identifier: GPL-2.0-or-later */

import * as colour from './colour.js';
import { direction } from './diff.js';
import { fill, h, link, nameText } from './dom.js';
import { makeGrid } from './grid.js';
import { miniLifetimes, miniSizes } from './site_charts.js';
import { sidesOf } from './sides.js';
import { siteDetails, siteFacts } from './site_details.js';
import { compareByChange, pairedRows } from './site_pairs.js';
import {
   columnsOf, compareBy, isMatch, leftOut, shortType, siteRows,
} from './site_rows.js';
import { sitesSummary } from './site_summary.js';

export const id = 'sites';
export const title = 'Allocation sites';
export const hasKind = false;
export const keys = [
   ['\u2191 \u2193', 'move between sites, once the table has the focus'],
   ['Enter', 'show all about a site'],
];

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
   const view = { ctx, sides, isPair, rows, columns: columnsOf(rows), grid: makeGrid(),
      count: h('span', { class: 'muted', role: 'status' }),
      details: h('aside', { class: 'site-details', 'aria-label': 'The chosen site' }) };
   view.search = h('input', { type: 'search', 'aria-label': 'Search the sites',
      placeholder: 'Search paths and types', spellcheck: 'false', autocomplete: 'off',
      input: () => ctx.go({ q: view.search.value }, { replace: true }) });
   fill(root,
      h('div', { class: 'tools' }, view.search, view.count,
         isPair ? sortLink(ctx) : null,
         h('p', { class: 'muted' }, 'A site is a call path that asked for memory. ',
            'Paths that differ only in the depth of a recursion count as one.',
            sides.map((side, i) =>
               leftOutText(side, isPair ? ['Old: ', 'New: '][i] : '')))),
      sides.map((side, i) => summaryOf(view, side, i)),
      h('div', { class: 'sites-panes' }, view.grid.root, view.details));
   return { update: (state) => update(view, state) };
}

function update(view, state) {
   const { ctx, columns, isPair } = view;
   const sort = sortOf(state, columns);
   const isByChange = isPair && state['sites.by'] !== 'value' && sort.name !== 'name';
   const rows = view.rows.filter((row) =>
      isMatch(row, sideOf(view, row).model.report, state.q || ''))
      .sort((isByChange ? compareByChange : compareBy)(sort.name, sort.dir));
   if (view.search.value !== (state.q || '')) {
      view.search.value = state.q || '';
   }
   view.count.setAttribute('data-count', rows.length);
   const all = ctx.format.plural(view.rows.length, 'site');
   view.count.textContent = rows.length === view.rows.length ? all
      : `${ctx.format.full(rows.length)} of ${all}`;
   const wanted = state['sites.site'] || '';
   const chosen = view.rows.find((row) => idsOf(row).includes(wanted)) || null;
   view.grid.show({ id: 'sites', caption: 'Table of sites', rows,
      place: [state.q, sort.name, sort.dir, isByChange].join(' '),
      head: [headCell(ctx, { name: 'name', title: 'Site' }, sort),
         ...columns.map((column) => headCell(ctx, column, sort))],
      makeRow: (row) => makeRow(view, row, row === chosen) });
   view.details.hidden = chosen === null;
   fill(view.details, chosen === null ? null : detailsOf(view, chosen));
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

/* Names go up by default, values down. */
function sortOf(state, columns) {
   const known = state.sort === 'name'
      || columns.some((column) => column.name === state.sort);
   const name = known ? state.sort : columns.length > 0 ? columns[0].name : 'name';
   const first = name === 'name' ? 'up' : 'down';
   return { name, dir: state.dir === 'up' || state.dir === 'down' ? state.dir : first };
}

function headCell(ctx, column, sort) {
   const isSorted = column.name === sort.name;
   const turned = sort.dir === 'up' ? 'down' : 'up';
   return h('th', { 'data-column': column.name, scope: 'col',
      class: column.name === 'name' ? 'name-cell' : 'number',
      'aria-sort': !isSorted ? null : sort.dir === 'up' ? 'ascending' : 'descending' },
   h('button', { type: 'button', click: () => ctx.go({ sort: column.name,
      dir: isSorted ? turned : '' }) }, isSorted ? h('span', { class: 'order',
      'aria-hidden': 'true' }, sort.dir === 'up' ? '\u25b4' : '\u25be') : null,
   column.title));
}

/* ---- Rows ---- */

function makeRow(view, row, isChosen) {
   const { ctx } = view;
   const [site] = idsOf(row);
   return h('tr', { 'data-name': row.name, 'data-site': site,
      class: isChosen ? 'chosen' : null },
   h('td', { class: 'name-cell' },
      link(ctx, nameText(row.name), { 'sites.site': isChosen ? '' : site }),
      h('span', { class: 'muted place' }, ctx.format.visible(row.place)),
      row.members.length === 1 ? null
         : h('span', { class: 'tag' }, `${ctx.format.full(row.members.length)} paths`),
      typeTag(row.site.type)),
   view.columns.map((column) => valueCell(view, column, row)));
}

function typeTag(type) {
   return type === null ? null
      : h('span', { class: 'tag' }, nameText(shortType(type), type));
}

function valueCell(view, column, row) {
   const { ctx } = view;
   const { report } = sideOf(view, row).model;
   const value = row.values[column.name];
   const cell = h('td', { class: `number ${column.name}`, 'data-column': column.name,
      'data-value': value });
   if (value === null) {
      return cell;
   }
   cell.classList.toggle('zero', value === 0);
   if (column.name === 'size') {
      cell.append(miniSizes(row.site, ctx.format));
   } else if (column.name === 'lifetime') {
      cell.append(ctx.format.time(value, report.units.time),
         miniLifetimes(row.site, report.totals.end_time));
   } else if (column.unit === 'percent') {
      cell.append(ctx.format.percentage(value));
      tint(cell, view.isPair ? 0 : value / 100);
   } else {
      cell.append(ctx.format.value(value, column.unit));
      tint(cell, view.isPair ? 0 : shareOf(report, column.name, value));
   }
   if (view.isPair) {
      cell.append(changeOf(ctx, report, column, row));
   }
   return cell;
}

/* Below a value of NEW, by how much it grew. */
function changeOf({ format }, report, { name, unit }, row) {
   const change = row.change[name];
   const words = change === null || change === 0 ? '' : unit === 'time'
      ? (change > 0 ? '+' : '\u2212') + format.time(Math.abs(change), report.units.time)
      : unit === 'percent' ? (change > 0 ? '+' : '\u2212')
         + format.percentage(Math.abs(change)) : format.change(change, unit);
   return h('span', { class: `site-change ${direction(change)}`, 'data-change': change,
      'data-old': row.before[name] }, words);
}

const TOTALS = { peak: 'peak_bytes', peak_blocks: 'peak_blocks', leaked: 'end_bytes',
   total: 'bytes', blocks: 'blocks', reads: 'read_bytes', writes: 'written_bytes',
   never_read: 'never_read_bytes', moved: 'moved_bytes', reallocs: 'reallocs' };

/* Of the whole program's; 0 if there is no sum, as of own maxima. */
function shareOf(report, name, value) {
   const total = Object.hasOwn(TOTALS, name) ? report.totals[TOTALS[name]] : 0;
   return total > 0 ? value / total : 0;
}

function tint(cell, share) {
   if (share >= 0.01) {
      cell.style.background = colour.heat(share);
      cell.style.color = colour.heatText(share);
   }
}
