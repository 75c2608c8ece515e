/* source.js -- source with what each line costs, its calls, and the way to hot lines.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { choice, columnMenu, findField, hotButtons } from './controls.js';
import { fill, h } from './dom.js';
import { linksOf } from './links.js';
import { makeMinimap } from './minimap.js';
import { fillPanel } from './source_panel.js';
import { labelOf, makeCode } from './source_code.js';
import { heatsOf, isUsed } from './source_heat.js';
import { allColumns, chooseColumns, columnsOf, findLines, hasSource, hotLines, nextOf,
   placeOf, rowsOf, weight } from './source_rows.js';

export const id = 'source';
export const title = 'Source';

export const keys = [
   ['\u2191 \u2193', 'the line above or below'],
   ['n and p', 'the next or previous hot line'],
   ['h', 'the hottest line of the file'],
   ['Enter', 'in the search: the next line found'],
];

/** Counts need not have source: lines alone are worth showing. */
export function isThere(model) {
   return model.lines.some((row) => row.line > 0) || (model.doc.sources || []).length > 0;
}

/** Shows the view in `root`: {update(state)}. */
export function mount(root, ctx) {
   const view = { ctx, at: null, rows: [], shown: '', hot: [], found: [] };
   view.links = linksOf(ctx.model);
   view.code = makeCode(ctx, (row) => goToRow(view, row));
   view.minimap = makeMinimap(view.code.root, (i) => goToRow(view, view.rows[i]));
   view.panel = h('aside', { class: 'panel', 'aria-label': 'The line', tabindex: '0' });
   view.note = h('p', { class: 'note' });
   view.tools = makeTools(view);
   fill(root, view.tools.root, view.note,
      h('div', { class: 'panes' }, view.code.root, view.minimap.root, view.panel));
   root.addEventListener('keydown', (event) => press(view, event));
   return { update: (state) => update(view, state) };
}

/* ---- State ---- */

function update(view, state) {
   const { model } = view.ctx;
   const metric = model.metric(state);
   const at = { ...placeOf(model, state, metric), metric, links: view.links };
   if (at.line === 0 && at.fn !== null && view.links !== null) {
      Object.assign(at, view.links.bodyOf(at.fn.key, at.fn.file, metric));
   }
   at.counts = model.linesOf(at.file).find((row) => row.line === at.line) || null;
   view.at = at;
   showCode(view, state);
   view.found = findLines(view.rows, state.q || '');
   view.code.select(at.line, view.found);
   view.tools.update(state);
   showNote(view);
   fillPanel(view.panel, view.ctx, at);
}

/* Whether calls have places: those of a pair may have none. */
function hasCosts({ links, at }) {
   return links !== null && links.lineCosts(at.metric).size > 0;
}

/* Makes the rows again only if others are to be shown. */
function showCode(view, state) {
   const { ctx, at } = view;
   const all = columnsOf(ctx.model, state, at.metric, hasCosts(view));
   const wanted = JSON.stringify([at.file, at.metric, state.unit, all,
      state['source.cols']]);
   if (wanted === view.shown) {
      return;
   }
   view.shown = wanted;
   view.rows = rowsOf(ctx.model, at.file,
      view.links === null ? [] : view.links.linesOf(at.file));
   view.hot = hotLines(ctx.model, view.links, at.file, at.metric);
   /* An empty column only takes room from the source, unless it was asked for. */
   const columns = state['source.cols'] ? all : all.filter((column) =>
      isUsed(column, heatsOf(ctx.model, view.links, at.file, [column])[0], view.rows));
   const heats = heatsOf(ctx.model, view.links, at.file, columns);
   view.code.draw(at.file, view.rows, columns, heats);
   view.minimap.draw(view.rows, heats[0].stepOf,
      ctx.model.isPair ? 'change' : 'heat');
}

function goToRow({ ctx, at }, row, how) {
   if (row && !row.isGap && row.line > 0) {
      ctx.go({ file: at.file, line: row.line, fn: null }, how);
   }
}

function showNote({ ctx, at, note }) {
   const spans = ctx.model.sourcesOf(at.file);
   const missing = spans.find((span) => span.missing);
   const newer = spans.find((span) => span.is_newer);
   let text = '';
   if (at.file === '') {
      text = 'The profile has no source lines.';
   } else if (!hasSource(ctx.model, at.file)) {
      const why = missing ? ` (${ctx.format.visible(missing.missing)})` : '';
      text = `The source of this file is not here${why}, only its counts. ` +
         'Use -I DIR to look for source elsewhere.';
   } else if (newer) {
      text = 'This source is newer than the profile: lines may have moved.';
   }
   note.textContent = text;
   note.hidden = text === '';
}

/* ---- Keys ---- */

function press(view, event) {
   if (event.ctrlKey || event.metaKey || event.altKey ||
       event.target.closest('input, select, dialog')) {
      return;
   }
   const inCode = event.target.closest('.code') !== null;
   const isDone = event.key === 'ArrowDown' && inCode ? step(view, 1)
      : event.key === 'ArrowUp' && inCode ? step(view, -1)
         : event.key === 'n' ? goToHot(view, 1)
            : event.key === 'p' ? goToHot(view, -1)
               : event.key === 'h' ? goToHottest(view) : false;
   if (isDone) {
      event.preventDefault();
   }
}

function step(view, by) {
   const lines = view.rows.filter((row) => !row.isGap && row.line > 0);
   const i = lines.findIndex((row) => row.line === view.at.line);
   goToRow(view, lines[i < 0 ? 0 : i + by], { replace: true });
   return true;
}

function goToHot(view, by) {
   if (view.hot.length > 0) {
      goToRow(view, { line: nextOf(view.hot, view.at.line, by) });
      view.ctx.announce(`Line ${view.at.line}`);
   }
   return true;
}

function goToHottest(view) {
   const { at, ctx } = view;
   const rows = ctx.model.linesOf(at.file).filter((row) => row.line > 0);
   goToRow(view, rows.sort((a, b) => weight(b, at.metric) - weight(a, at.metric))[0]);
   return true;
}

/* ---- Tools ---- */

function makeTools(view) {
   const files = fileChoice(view);
   const functions = functionChoice(view);
   const search = searchField(view);
   const columns = columnChoice(view);
   const hot = hotButtons('line', (by) => goToHot(view, by));
   const parts = [files, functions, search, columns];
   return {
      root: h('div', { class: 'tools' }, files.root, functions.root, hot, columns.root,
         search.root),
      update: (state) => parts.forEach((part) => part.update(state)),
   };
}

function shareText({ model, format }, { values, old }, metric) {
   const { unit } = model.metrics[metric];
   return model.isPair ? format.change(values[metric] - old[metric], unit)
      : format.percent(values[metric], model.totals[metric]);
}

/* Of an inlined function without lines of its own: what it cost with its calls. */
function optionOf(ctx, row, metric) {
   const name = ctx.format.visible(row.short);
   return [row.key, row.lines.length > 0 ? `${shareText(ctx, row, metric)}  ${name}`
      : `${shareText(ctx, { values: row.inclusive, old: row.oldInclusive }, metric)}  ${
         name} (inlined, with calls)`];
}

/* "a.c  /src" of "/src/a.c": the end of a long path could be out of sight. */
function nameFirst({ format }, path) {
   const name = format.baseName(path);
   const rest = path.slice(0, path.length - name.length);
   return format.visible(`${name}  ${rest}`.trimEnd());
}

function fileChoice(view) {
   const { ctx } = view;
   const { root, update: show } = choice('File',
      (file) => ctx.go({ file, line: null, fn: null }), 'file');
   return {
      root,
      update: (state) => {
         const { at: { file, metric } } = view, { model } = ctx;
         const rows = model.files.filter((row) =>
            (!row.isLibrary || !model.folds(state)) &&
            (model.linesOf(row.name).length > 0 || hasSource(model, row.name)))
            .sort((a, b) => weight(b, metric) - weight(a, metric));
         const options = rows.map((row) => [row.name,
            `${shareText(ctx, row, metric)}  ${nameFirst(ctx, row.name)}`]);
         show(rows.some((row) => row.name === file) ? options
            : [[file, file], ...options], file, file);
      },
   };
}

/* Those with lines of their own, and inlined ones; by what each cost. */
function functionsOf(model, { file, metric, links }) {
   const cost = (row) => row.lines.length > 0 ? weight(row, metric)
      : (row.inclusive || [])[metric] || 0;
   return model.functions
      .filter((row) => row.file === file && (row.lines.length > 0 || row.inlined
         && links !== null && links.bodyOf(row.key, file, metric).line > 0))
      .sort((a, b) => cost(b) - cost(a));
}

function functionChoice(view) {
   const { ctx } = view;
   const { root, update: show } = choice('Function of this file',
      (fn) => ctx.go({ fn, file: null, line: null }), 'function');
   return {
      root,
      update: () => {
         const { at } = view, rows = functionsOf(ctx.model, at);
         show([['', 'Functions here'],
            ...rows.map((row) => optionOf(ctx, row, at.metric))],
         at.fn !== null && rows.includes(at.fn) ? at.fn.key : '');
         root.hidden = rows.length === 0;
      },
   };
}

function searchField(view) {
   const { ctx } = view;
   return findField(ctx, { label: 'Find in this file', placeholder: 'Find, or :line',
      name: 'find',
      goTo: (by) => goToRow(view, { line: nextOf(view.found, view.at.line, by) }),
      found: ({ q }, said) => {
         const n = view.found.length;
         said.dataset.count = n;
         return q ? ctx.format.plural(n, 'line') : null;
      } });
}

function columnChoice(view) {
   const { ctx } = view;
   const menu = columnMenu((name, isTicked) => ctx.go({ 'source.cols': chooseColumns(
      ctx.model, ctx.state, view.at.metric, name, isTicked) }, { replace: true }));
   return {
      root: menu.root,
      update: (state) => {
         const { metric } = view.at;
         const shown = columnsOf(ctx.model, state, metric, hasCosts(view));
         const names = new Set(shown.map(({ id: name }) => name));
         menu.update(allColumns(ctx.model, metric, hasCosts(view)).map((column) =>
            ({ ...column, title: labelOf(ctx, column), isShown: names.has(column.id) })));
      },
   };
}
