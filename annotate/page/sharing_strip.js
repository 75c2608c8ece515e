/* sharing_strip.js -- a line of memory as a strip of its bytes, a lane for each thread.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { h } from './dom.js';
import { contendedBytes, fieldsOf, laneOf } from './sharing_lines.js';

/* sharing.css has the colours; then they come again, and the numbers tell. */
const COLOURS = 8;
const MOST_LANES = 16;

/** A thread's number on its colour. */
export function threadMark(ctx, line, thread) {
   return h('span', { class: `mark-of thread-${colourOf(line, thread)}`,
      'data-thread': thread }, `T${thread}`);
}

/* Threads of one line differ as long as there are colours. */
function colourOf({ threads }, thread) {
   return threads.indexOf(thread) % COLOURS;
}

/** The bytes of a line in rows of `rowBytes`: fields, then what each thread does. */
export function memoryStrip(ctx, line, lineBytes, rowBytes) {
   const threads = line.threads.slice(0, MOST_LANES);
   const more = line.threads.length - threads.length;
   const contended = contendedBytes(line, lineBytes);
   const rows = [];
   for (let first = 0; first < lineBytes; first += rowBytes) {
      rows.push(h('div', { class: 'memory-row' },
         laneView('', fieldCells(ctx, line, first, rowBytes), 'fields-of'),
         laneView('', scale(first, rowBytes), 'scale'),
         threads.map((thread) => laneView(threadMark(ctx, line, thread),
            laneCells(ctx, line, thread, first, lineBytes, rowBytes), 'lane')),
         laneView('', contendedCells(contended, first, rowBytes), 'contended')));
   }
   return h('figure', { class: `memory of-${rowBytes}` },
      h('div', { role: 'img', 'aria-label': summary(ctx, line, contended) }, rows),
      more > 0 ? h('figcaption', { class: 'muted' },
         `${ctx.format.plural(more, 'more thread')} below.`) : null);
}

/* For those who cannot see it; the table has all. */
function summary({ format }, line, contended) {
   return `${format.plural(line.threads.length, 'thread')} use this line of memory; `
      + (contended.length === 0 ? 'no byte is used by two of them'
         : `${format.plural(contended.length, 'byte')} by several`);
}

function laneView(label, cells, name) {
   return h('div', { class: `lane-row ${name}` },
      h('div', { class: 'lane-label' }, label), h('div', { class: 'lane-cells' }, cells));
}

/* A cell of the bytes from `first` to `end`, as far as they are in the row. */
function cell(from, rowBytes, { first, end }, attributes, text) {
   const [left, right] = [Math.max(first, from), Math.min(end, from + rowBytes)];
   if (left >= right) {
      return null;
   }
   const element = h('span', attributes, text);
   element.style.gridColumn = `${left - from + 1} / ${right - from + 1}`;
   return element;
}

function fieldCells({ format }, line, from, rowBytes) {
   return fieldsOf(line).map((field) => cell(from, rowBytes, field,
      { class: 'field-of', title: format.visible(field.name) },
      format.visible(field.name)));
}

function scale(from, rowBytes) {
   return Array.from({ length: rowBytes / 8 }, (_, i) => cell(from, rowBytes,
      { first: from + 8 * i, end: from + 8 * i + 8 }, { class: 'tick' }, from + 8 * i));
}

function laneCells({ format }, line, thread, from, lineBytes, rowBytes) {
   const colour = `thread-${colourOf(line, thread)}`;
   return laneOf(line, thread, lineBytes).map((run) => cell(from, rowBytes, run, {
      class: `run ${colour} ${run.isWritten ? 'written' : 'read'}`,
      title: `thread ${thread}, bytes ${run.first} to ${run.end - 1}: ${
         format.plural(run.reads, 'read')}, ${format.plural(run.writes, 'write')}`,
   }, run.isWritten ? run.reads > 0 ? 'RW' : 'W' : 'R'));
}

function contendedCells(bytes, from, rowBytes) {
   const runs = [];
   for (const i of bytes) {
      const last = runs[runs.length - 1];
      if (last && last.end === i) {
         last.end++;
      } else {
         runs.push({ first: i, end: i + 1 });
      }
   }
   return runs.map((run) => cell(from, rowBytes, run, { class: 'same-bytes',
      title: 'several threads use these bytes' }, 'same'));
}
