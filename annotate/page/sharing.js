/* sharing.js -- lines of memory that several threads use: who touches which bytes.
   State: q, sharing.of (a verdict: only lines of this), sharing.all (1: show all).
   SPDX-License-Identifier: GPL-2.0-or-later */

import { placeOf } from './data_details.js';
import { withField } from './data_rows.js';
import { direction } from './diff.js';
import { figure, fill, h, link, nameText } from './dom.js';
import { searched, visible } from './format.js';
import { limitsLine } from './limits.js';
import { datumLink } from './places.js';
import { VERDICTS, bytesText, countVerdicts, lineTitle } from './sharing_lines.js';
import { memoryStrip, threadMark } from './sharing_strip.js';
import { numberColumn, tableView } from './table_view.js';

export const id = 'sharing';
export const title = 'Sharing';
export const hasKind = false;

const AT_FIRST = 10;
const N_ACCESSES = 8;

const INTRO = 'Lines of memory that one thread writes and others use: each can move ' +
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
      texts: sharing.lines.map(textOf),
      count: h('span', { class: 'muted', role: 'status' }) };
   view.search = h('input', { type: 'search', 'aria-label': 'Search the lines of memory',
      placeholder: 'Search data, functions, files', spellcheck: 'false',
      autocomplete: 'off',
      input: () => ctx.go({ q: view.search.value }, { replace: true }) });
   view.choice = verdictChoice(ctx, sharing);
   const narrow = matchMedia('(max-width: 760px)');
   narrow.addEventListener('change', () => update(view, ctx.state));
   view.isNarrow = () => narrow.matches;
   fill(root, limitsLine(ctx), h('div', { class: 'tools' }, view.search, view.choice.root,
      view.count), h('p', { class: 'muted intro' }, INTRO,
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
   const names = ['', ...Object.keys(VERDICTS).filter((name) => counts[name] > 0)];
   const buttons = names.map((name) => h('button', { type: 'button', 'data-verdict': name,
      click: () => ctx.go({ 'sharing.of': name }) }, name === '' ? 'All'
      : `${VERDICTS[name]}: ${ctx.format.full(counts[name])}`));
   return {
      root: h('div', { class: 'choice', role: 'group', 'aria-label': 'Kind of sharing' },
         buttons),
      update: (chosen) => buttons.forEach((button, i) =>
         button.setAttribute('aria-pressed', names[i] === chosen)),
   };
}

function update(view, state) {
   const { ctx, sharing } = view;
   const wanted = Object.hasOwn(VERDICTS, state['sharing.of'] || '')
      ? state['sharing.of'] : '';
   const words = (state.q || '').toLowerCase().split(/\s+/);
   const found = sharing.lines.filter((line, i) => (!wanted || line.verdict === wanted)
      && words.every((word) => view.texts[i].includes(word)));
   const shown = state['sharing.all'] === '1' ? found : found.slice(0, AT_FIRST);
   view.choice.update(wanted);
   if (view.search.value !== (state.q || '')) {
      view.search.value = state.q || '';
   }
   showCount(view, found.length);
   fill(view.list, shown.map((line) => lineView(view, line)),
      shown.length === found.length ? null : h('p', {}, link(ctx,
         `Show ${ctx.format.full(found.length - shown.length)} more`,
         { 'sharing.all': '1' })));
}

function showCount({ ctx, sharing, count }, n) {
   const { format } = ctx;
   const left = sharing.leftOut.lines || 0;
   count.setAttribute('data-count', n);
   count.textContent = format.plural(n, 'line of memory', 'lines of memory')
      + (left > 0 ? `; ${format.full(left)} with less are left out` : '');
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
   memoryStrip(ctx, line, sharing.lineBytes, view.isNarrow() ? 32 : 64),
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
   const { format } = ctx;
   const nameOf = ({ object }) => (object === null ? '???' : object.name);
   const number = (name, words) => ({ ...numberColumn(name, words,
      (value) => format.value(value, 'count')),
   look: (row, value) => (value ? '' : 'zero') });
   return tableView('accesses', [
      { title: 'Thread', value: ({ thread }) => thread, look: () => 'thread',
         show: (row, thread) => threadMark(ctx, line, thread) },
      { title: 'Line', value: (access) => `${access.file}:${access.line}`,
         look: () => 'line-cell', show: (access) => placeOf(ctx, access) },
      { title: 'Data', value: nameOf, look: () => 'datum-cell',
         show: ({ object, field }, name) => datumLink(ctx, object,
            nameText(field ? withField(name, field) : name, name)) },
      { title: 'Bytes', value: ({ bytes }) => bytesText(bytes), look: () => 'bytes' },
      number('reads', 'Reads'), number('writes', 'Writes'),
   ], line.accesses, { most: N_ACCESSES, attributes: (access) => ({
      'data-name': `${access.file}:${access.line}`, 'data-thread': access.thread }) });
}
