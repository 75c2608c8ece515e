/* sharing.js -- lines of memory that several threads use: who touches which bytes.
   State: q, sharing.of (a verdict: only lines of this), sharing.all (1: show all).
   SPDX-License-Identifier: GPL-2.0-or-later */

import { placeOf } from './data_details.js';
import { withField } from './data_rows.js';
import { buttons, bytesInRow, moreLink, rowCount, searchField } from './controls.js';
import { direction } from './diff.js';
import { figure, fill, h, nameText } from './dom.js';
import { searched, visible } from './format.js';
import { limitsLine } from './limits.js';
import { datumLink } from './places.js';
import { VERDICTS, bytesText, countVerdicts, lineTitle } from './sharing_lines.js';
import { memoryStrip, threadMark } from './sharing_strip.js';
import { filterRows } from './table_rows.js';
import { tableView } from './table_view.js';

export const id = 'sharing';
export const title = 'Sharing';
export const hasKind = false;

const AT_FIRST = 10;
const N_ACCESSES = 8;

const INTRO = 'Memory lines that one thread writes and others use: each can move ' +
   'the line to its core. The bound holds for any order of the threads. ';

/** Nothing shared, nothing shown. */
export function isThere({ sharing }) {
   return sharing !== null && sharing.lines.length > 0;
}

function textOf({ accesses, verdict }) {
   const names = [VERDICTS[verdict], ...accesses.map(
      ({ file, line, fn, object, field }) =>
         `${fn} ${file || ''}:${line} ${object ? object.name : ''}.${field || ''}`)];
   return searched(names.join(' '));
}

/** See main.js. */
export function mount(root, ctx) {
   const { sharing } = ctx.model;
   const view = { ctx, sharing, list: h('div', { class: 'shared-lines' }),
      texts: sharing.lines.map(textOf), count: rowCount(),
      choice: verdictChoice(ctx, sharing),
      search: searchField(ctx, { label: 'Search the memory lines',
         placeholder: 'Search data, functions, files' }),
      rowBytes: bytesInRow(() => update(view, ctx.state)) };
   fill(root, limitsLine(ctx), h('div', { class: 'tools' }, view.search.root,
      view.choice.root, view.count.root), h('p', { class: 'muted intro' }, INTRO,
         samples()), view.list);
   return { update: (state) => update(view, state) };
}

function samples() {
   const sample = (name, text) => h('span', { class: `sample ${name}` }, text);
   return [sample('run thread-7 written', 'W'), ' written, ',
      sample('run thread-7 read', 'R'), ' read only, ', sample('same-bytes', 'same'),
      ' bytes that several threads use.'];
}

function verdictChoice(ctx, { lines }) {
   const counts = countVerdicts(lines);
   const known = Object.keys(VERDICTS).filter((name) => counts[name] > 0);
   return buttons('Kind of sharing', { '': 'All', ...Object.fromEntries(known.map(
      (name) => [name, `${VERDICTS[name]}: ${ctx.format.full(counts[name])}`])) },
   (name) => ctx.go({ 'sharing.of': name }));
}

function update(view, state) {
   const { ctx, sharing } = view;
   const wanted = Object.hasOwn(VERDICTS, state['sharing.of'] || '')
      ? state['sharing.of'] : '';
   const found = filterRows(sharing.lines, view.texts, state.q || '')
      .filter(({ verdict }) => !wanted || verdict === wanted);
   const shown = state['sharing.all'] === '1' ? found : found.slice(0, AT_FIRST);
   view.choice.update(wanted);
   view.search.update(state);
   showCount(view, found.length);
   fill(view.list, shown.map((line) => lineView(view, line)),
      moreLink(ctx, found.length - shown.length, { 'sharing.all': '1' }));
}

function showCount({ ctx, sharing, count }, n) {
   const { format } = ctx;
   const left = sharing.leftOut.lines || 0;
   count.show(n, format.plural(n, 'line of memory', 'lines of memory')
      + (left > 0 ? `; ${format.full(left)} with less are left out` : ''));
}

/* ---- One line of memory ---- */

function lineView(view, line) {
   const { ctx, sharing } = view;
   return h('section', { class: `shared-line ${line.isGone ? 'gone' : ''}`,
      'data-shared': line.index, 'data-verdict': line.verdict },
   h('header', {}, h('h2', {}, nameText(lineTitle(line))),
      h('span', { class: `tag verdict-${line.verdict}` },
         VERDICTS[line.verdict] || visible(line.verdict)),
      line.isGone ? h('span', { class: 'better' }, 'no longer shared') : null),
   figuresOf(ctx, line),
   memoryStrip(ctx, line, sharing.lineBytes, view.rowBytes()),
   accessTable(ctx, line));
}

function figuresOf(ctx, line) {
   const value = (name) => valueOf(ctx, name, line[name], line.old && line.old[name]);
   return h('ul', { class: 'shares' },
      h('li', {}, h('strong', {}, value('bound')), ' transfers at most'),
      line.verdict === 'both' ? h('li', {}, value('boundFalse'),
         ' of them by false sharing') : null,
      h('li', { class: 'muted' }, value('transfers'), ' in the order of this run'));
}

function valueOf({ format }, name, value, old) {
   const attributes = { class: 'figure', 'data-column': name };
   if (old === null) {
      return figure(format.value(value, 'count'), value, attributes);
   }
   return [figure(format.value(old, 'count'), old), ' \u2192 ',
      figure(format.value(value, 'count'), value, attributes), ' ',
      h('span', { class: direction(value - old) },
         `(${format.changePercent(old, value)})`)];
}

function accessTable(ctx, line) {
   const nameOf = ({ object }) => (object === null ? '???' : object.name);
   return tableView(ctx, 'accesses', [
      { id: 'thread', title: 'Thread', look: () => 'thread',
         show: (row, thread) => threadMark(ctx, line, thread) },
      { id: 'line', title: 'Line', value: (access) => `${access.file}:${access.line}`,
         look: () => 'line-cell', show: (access) => placeOf(ctx, access) },
      { id: 'datum', title: 'Data', value: nameOf, look: () => 'datum-cell',
         show: ({ object, field }, name) => datumLink(ctx, object,
            nameText(field ? withField(name, field) : name, name)) },
      { id: 'bytes', title: 'Bytes', value: ({ bytes }) => bytesText(bytes),
         look: () => 'bytes' },
      { id: 'reads', title: 'Reads', unit: 'count' },
      { id: 'writes', title: 'Writes', unit: 'count' },
   ], line.accesses, { most: N_ACCESSES, attributes: (access) => ({
      'data-name': `${access.file}:${access.line}`, 'data-thread': access.thread }) });
}
