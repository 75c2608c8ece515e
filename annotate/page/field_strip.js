/* field_strip.js -- draws the heat of a block's bytes, and its figures as a table.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { h, nameText } from './dom.js';
import { isUnread, level, stripRows } from './field_layout.js';
import { tableView } from './table_view.js';

const BYTE_PX = 15; /* of a wide page */
const LETTER_PX = 6;

/**
 * Ranges as a strip, in rows of so many bytes.
 * @param {object} look
 * @param {string} look.summary  for those who cannot see it
 * @param {boolean} look.isPlain the ranges have no names
 * @param {(range: object) => {name: string, colour: string, isUnread: boolean}[]}
 *    look.halves  one above the other: "reads" and "writes", or "sum"
 * @param {(range: object) => string} look.tip
 */
export function strip(ctx, ranges, rowBytes, look) {
   const rows = stripRows(ranges, rowBytes);
   return h('div', { class: `strip of-${rowBytes} ${look.isPlain ? 'plain' : ''}`,
      role: 'img', 'aria-label': look.summary },
   rows.map((row) => h('div', { class: 'strip-row' },
      h('span', { class: 'offset' }, ctx.format.full(row.offset)),
      h('div', { class: 'cells' }, row.cells.map((cell) =>
         cellOf(ctx, ranges[cell.range], cell, look))))));
}

function cellOf(ctx, range, cell, look) {
   const element = h('div', { class: `cell ${cell.isFirst ? '' : 'continued'}`,
      title: look.tip(range) },
   h('span', { class: 'label' }, labelOf(ctx, range, cell)),
   look.halves(range).map((part) => half(range, part)));
   element.style.gridColumn = `${cell.column + 1} / span ${cell.bytes}`;
   return element;
}

/* Padding has no use, so that it is not used says nothing. */
function half(range, { name, colour, isUnread: isHatched }) {
   const isPadding = range.mark === 'padding';
   const element = h('span', { class: `half ${name} ${isPadding ? 'padding'
      : isHatched ? 'unread' : ''}` });
   if (colour) {
      element.style.background = colour;
   }
   return element;
}

/** The colour of a count: each step is twice as often. '' for none. */
export function levelColour(value, most) {
   const of = level(value, most);
   return of > 0 ? `var(--heat-${of})` : '';
}

/** The colours of all levels, for a legend. @param {string[]} [colours] else those */
export function heatSteps(colours = Array.from({ length: 10 },
   (_, n) => `var(--heat-${n})`)) {
   return h('span', { class: 'steps', 'aria-hidden': 'true' }, colours.map((colour) => {
      const step = h('span', { class: 'step' });
      step.style.background = colour;
      return step;
   }));
}

/** How the accesses of a set (field_layout.js) look. */
export function accessLook(ctx, set, ranges) {
   const names = set.reads ? ['reads', 'writes'] : ['sum'];
   const most = largest(ranges, names);
   return { summary: summary(ctx, set, ranges), isPlain: set.fields.length === 0,
      halves: (range) => names.map((name) => ({ name,
         colour: levelColour(range[name], most),
         isUnread: level(range[name], most) === 0 && set.isExact })),
      tip: (range) => tip(ctx, set, range) };
}

function largest(ranges, names) {
   return ranges.reduce((most, range) =>
      names.reduce((size, name) => Math.max(size, range[name]), most), 0);
}

/* For those who cannot see it; the table has all. */
function summary(ctx, set, ranges) {
   const { plural, visible } = ctx.format;
   const unread = ranges.filter(isUnread).length;
   return `${visible(set.title)}: ${plural(ranges.length, 'range')} of bytes, `
      + `${unread} never read`;
}

/* Of a long name, its last part says most. */
function labelOf(ctx, range, cell) {
   const letters = cell.bytes * BYTE_PX / LETTER_PX;
   if (!cell.isFirst || letters < 4 || range.mark === 'padding') {
      return '';
   }
   const name = range.name.length <= letters ? range.name
      : range.name.slice(range.name.lastIndexOf('.') + 1);
   return ctx.format.visible(name);
}

function tip(ctx, set, range) {
   const { format } = ctx;
   const place = `bytes ${range.offset} to ${range.offset + range.bytes - 1}`;
   const times = (value) => format.plural(value, 'time');
   const counts = set.reads
      ? `read ${times(range.reads)}, written ${times(range.writes)}`
      : `accessed ${times(range.sum)}`;
   return [format.visible(range.name), format.visible(range.type), place, counts,
      range.mark].filter((words) => words !== '').join('\n');
}

/* ---- The table ---- */

/** The ranges as a table: offset, bytes, field, accesses per byte, what stands out. */
export function rangeTable(ctx, set, ranges) {
   const number = (id, title) => ({ id, title, unit: 'count' });
   return tableView(ctx, 'fields', [
      number('offset', 'Offset'), number('bytes', 'Bytes'),
      ...set.reads
         ? [number('reads', 'Reads per byte'), number('writes', 'Writes per byte')]
         : [number('sum', 'Accesses per byte')],
      { id: 'name', title: 'Field', show: ({ name, type }) =>
         [nameText(name), type === '' ? null : [' ', h('span', { class: 'muted type' },
            nameText(type))]] },
      { id: 'mark', title: 'Note', value: ({ mark }) => (mark === 'padding' ? '' : mark),
         look: (range) => (isUnread(range) ? 'note worse' : 'note') },
   ], ranges, { attributes: ({ name }) => ({ 'data-name': name }) });
}
