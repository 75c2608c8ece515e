/* owners.js -- owner snapshots: who keeps what, what is lost, and what grew since the
   look before.
   State: owners.look, owners.of (indices of report.looks and report.owners), owners.form
   (icicle), owners.show (grown: what grew), q.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { buttons, choice, searchField } from './controls.js';
import { fill, figure, h, link, nameText } from './dom.js';
import { emptyCells, headCells, valueCells } from './heap_cells.js';
import { withUnit } from './heap_names.js';
import { openHot } from './heap_tree.js';
import { ownerDetails, ownerMarks } from './owner_details.js';
import { makeIcicle } from './owner_icicle.js';
import { leakSection } from './owner_leaks.js';
import { chosenLook, chosenOwner, goneSince, looksOf, lostBytes, namer,
         ownersAbove, searchText, twinOf, weightsIn, whenOf }
   from './owner_rows.js';
import { makeTreeTable } from './tree_table.js';

export const id = 'owners';
export const title = 'Owners';
export const hasKind = false;
export const keys = [
   ['arrows', 'move between rows of the tree, or frames of the icicle'],
   ['\u2192 \u2190', 'open or close a row'],
   ['Enter', 'show all about an owner'],
   ['Esc', 'in the icicle: show all'],
];

const ROWS_AT_FIRST = 24;
const SMALL = 0.001; /* of all: smaller owners share a row */
const MOST_GONE = 4;

/** See main.js. */
export function isThere({ isHeap, isPair, report }) {
   return isHeap && !isPair && (report.looks || []).length > 0;
}

/** See main.js. */
export function mount(root, ctx) {
   const { report } = ctx.model, made = looksOf(report);
   const shorten = (name) => (name === '???' ? name
      : (ctx.model.functionOf(name) || { short: name }).short);
   const names = made.owners.map(namer(report, shorten));
   const view = { ctx, made, names, shorten, look: null, place: null,
      texts: made.owners.map((owner, node) => searchText(owner, names[node])),
      headline: h('div', { class: 'owners-headline', role: 'status' }),
      leaks: h('section', { class: 'owner-leaks' }),
      details: h('aside', { class: 'site-details', id: 'owner-details',
         'aria-label': 'The chosen owner' }) };
   view.tree = makeTreeTable({ label: 'Owners', id: 'owners',
      cells: (row) => valueCells(ctx, view.values, row),
      smallCells: () => emptyCells(ctx, view.values),
      name: ({ node }) => nameCell(view, node),
      isChosen: ({ node }) => node === view.chosen });
   view.icicle = makeIcicle(ctx, {
      choose: (node) => ctx.go({ 'owners.of': node < 0 ? '' : node }),
      look: (node) => showDetails(view, node) });
   view.tools = makeTools(view);
   fill(root, view.tools.root, view.headline,
      h('div', { class: 'owners-panes' },
         h('div', { class: 'owners-main' }, view.tree.root, view.icicle.root),
         view.details),
      view.leaks);
   return { update: (state) => update(view, state) };
}

/* ---- Choices ---- */

function makeTools(view) {
   const { ctx, made } = view;
   const look = choice('Snapshot', (index) => chooseLook(view, made.looks[index]));
   const looks = made.looks.map((one) => [one.index, lookName(view, one)]);
   const form = buttons('Form', { '': 'Tree', icicle: 'Icicle' },
      (value) => ctx.go({ 'owners.form': value }));
   const show = buttons('Shown', { '': 'All', grown: 'What grew' },
      (value) => ctx.go({ 'owners.show': value }));
   const search = searchField(ctx, { label: 'Search the owners',
      placeholder: 'Search owners' });
   return {
      root: h('div', { class: 'tools' }, made.looks.length < 2 ? null
         : h('label', {}, 'Snapshot ', look.root), form.root, show.root, search.root,
      h('p', { class: 'muted' }, 'What an owner retains would be lost without it. ',
         leftOutText(ctx))),
      update: (state) => {
         look.update(looks, view.look.index);
         form.update(view.isIcicle ? 'icicle' : '');
         show.update(state['owners.show'] === 'grown' ? 'grown' : '');
         show.root.hidden = view.look.index === 0;
         search.update(state);
      },
   };
}

/* The owner that was chosen stays, if the other look has it. */
function chooseLook({ ctx, made, chosen }, look) {
   const twin = chosen < 0 ? -1 : twinOf(made, look, chosen);
   ctx.go({ 'owners.look': look.index, 'owners.of': twin < 0 ? '' : twin });
}

function lookName({ ctx }, look) {
   const { time } = ctx.model.report.units;
   return `${whenOf(look)}, ${ctx.format.time(look.time, time)}`;
}

function leftOutText({ model, format }) {
   const share = model.leftOut.threshold_percent;
   return share > 0 ? `Owners below ${format.percentage(share)} are left out.` : null;
}

/* ---- What is shown ---- */

function update(view, state) {
   const { ctx, made } = view, look = chosenLook(made, state);
   const text = (state.q || '').toLowerCase();
   const isMatch = text === '' ? null : (node) => view.texts[node].includes(text);
   Object.assign(view, { look, isMatch,
      isIcicle: state['owners.form'] === 'icicle', chosen: chosenOwner(look, state),
      isGrowth: look.index > 0 && state['owners.show'] === 'grown' });
   view.tools.update(state);
   fill(view.headline, headline(view));
   view.tree.root.hidden = view.isIcicle;
   view.icicle.root.hidden = !view.isIcicle;
   if (view.isIcicle) {
      view.icicle.show({ made, look, node: view.chosen, names: view.names, isMatch,
         isGrowth: view.isGrowth });
   } else {
      showTree(view, text);
   }
   showDetails(view, view.chosen);
   fill(view.leaks, leakSection(ctx, look, view.shorten));
}

function showDetails(view, node) {
   view.details.hidden = node < 0;
   fill(view.details, node < 0 ? null : ownerDetails(view.ctx, view, node));
}

function headline(view) {
   const { ctx, look } = view, { bytes, blocks } = look.live;
   const lost = lostBytes(look), { format } = ctx;
   const old = view.made.looks[look.index - 1] || null;
   const amount = (n) => withUnit(format.value(n, 'bytes'));
   return [h('h2', {}, `Live ${whenOf(look)}`),
      h('p', {}, figure(amount(bytes), bytes, { class: 'figure large' }),
         h('span', { class: 'muted' }, ` in ${format.plural(blocks, 'block')}, at `,
            format.time(look.time, ctx.model.report.units.time),
            lost === 0 ? null : ['; ', figure(amount(lost), lost),
               ' of these are lost, or possibly'],
            old === null ? null
               : sinceText(view, old, bytes - old.live.bytes)))];
}

function sinceText(view, old, grown) {
   return ['; ', figure(withUnit(view.ctx.format.change(grown, 'bytes')), grown),
      ' since the snapshot before, ', lookName(view, old)];
}

/* ---- The tree ---- */

/* What was opened by hand stays open until something else is looked at. */
function showTree(view, text) {
   const { ctx, made, look, isGrowth } = view;
   const place = [look.index, isGrowth, text].join(' ');
   if (view.place !== place) {
      view.place = place;
      view.shown = treeOf(view);
      view.led = -1;
   }
   if (view.led !== view.chosen) {
      leadTo(view, view.chosen);
   }
   view.values = { all: look.live.bytes, choice: { from: null },
      columns: [made.bytes, made.blocks, made.grown],
      most: look.roots.reduce((most, node) =>
         Math.max(most, Math.abs(made.grown[node])), 1),
      more: look.index === 0 ? [] : [{ id: 'grown', title: 'Grew', unit: 'bytes',
         hint: 'Bytes since the snapshot before', form: 'change',
         value: ([, , grown]) => grown }] };
   view.tree.show({ shown: view.shown, hasNodes: true,
      head: headCells(ctx, view.values, 'What keeps it alive'),
      extra: view.shown.least === 0 ? h('tr', {}, emptyCells(ctx, view.values),
         h('td', { class: 'muted' }, text === '' ? 'Nothing grew.' : 'No owner matches.'))
         : isGrowth || text !== '' ? null : goneRow(view) });
}

function treeOf({ made, look, isGrowth, isMatch }) {
   const weights = weightsIn(made, look, isGrowth, isMatch);
   const columns = [made.bytes, made.blocks];
   if (look.index > 0) {
      columns.push(made.grown);
   }
   const shown = { tree: { ...made.tree, roots: look.roots }, columns, weights,
      isStepped: true,
      least: SMALL * look.roots.reduce((sum, node) => sum + weights[node], 0) };
   return { ...shown, open: openHot({ ...shown, most: ROWS_AT_FIRST }), all: new Set(),
      unfolded: new Set() };
}

/* Opens what is above an owner that was chosen elsewhere. */
function leadTo(view, node) {
   const { made, shown } = view;
   view.led = node;
   for (const at of node < 0 ? [] : ownersAbove(made, node)) {
      if (at !== node) {
         shown.open.add(at);
      }
      if (shown.weights[at] < shown.least) {
         shown.all.add(made.tree.parent[at]);
      }
   }
}

/* What the snapshot before had besides. */
function goneRow(view) {
   const { ctx: { format, model }, made, look, names } = view;
   const gone = goneSince(made, look), isExact = !(model.leftOut.threshold_percent > 0);
   if (gone.length === 0) {
      return null;
   }
   const bytes = gone.reduce((sum, node) => sum + made.bytes[node], 0);
   const shown = gone.slice(0, MOST_GONE).map((node, i) => [i > 0 ? ', ' : '',
      link(view.ctx, nameText(names[node].title), { 'owners.of': node,
         'owners.look': look.index - 1 })]);
   return h('tr', { class: 'rest' }, emptyCells(view.ctx, view.values).slice(0, -1),
      h('td', { class: 'number change', 'data-column': 'grown' },
         (isExact ? '' : '\u2265 ') + format.change(-bytes, 'bytes')),
      h('td', { class: 'name-cell muted' },
         isExact ? 'Gone: ' : 'Gone, or small now: ', shown,
         gone.length > MOST_GONE
            ? ` and ${format.plural(gone.length - MOST_GONE, 'other')}` : null));
}

function nameCell({ ctx, made, names, chosen }, node) {
   const { title: name, whole, field } = names[node];
   return [
      field ? h('span', { class: 'field muted' }, nameText(field), ':') : null,
      link(ctx, nameText(name, whole), { 'owners.of': node === chosen ? '' : node }),
      ownerMarks(ctx, made.owners[node], names[node])];
}
