/* asm_machine.js -- the table of a function's instructions, with arrows and loops.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { laneFrom, lanesOf, passingLanes } from './asm_lanes.js';
import { placePatch, rowsOf, shortAddress, valueOf } from './asm_rows.js';
import { loopWords } from './asm_details.js';
import { heatStep } from './colour.js';
import { h, link, nameText } from './dom.js';
import { visible } from './format.js';
import { makeChunks } from './row_chunks.js';

/* Less of what the hottest has is not hot at all. */
const COLD = 0.002;

/* Classes of the cells left of the arrows, some of which narrow screens do not show; how
   many are right of them. */
const LEFT = [null, 'extra each', 'extra each', 'address'], RIGHT = 2;

/**
 * The table.
 * @param {object} ctx
 * @param {object} on choose(at), of a click; hover(at), of the mouse, or null;
 *    follow(at), before a link there leads to other code
 * @returns {{root: HTMLElement, draw: function, select: function, light: function,
 *    instrs: function}}
 *    draw(listing, {metric, most, isIdleShown}) makes the rows; most: of any instruction
 *    select(at, found) marks the chosen instruction, shows it, and marks those found
 *    light({lit, also, jump}) marks others without moving anything, see asm_rows.js
 *    instrs(): those that have rows
 */
export function makeMachine(ctx, on) {
   const table = h('table', { 'data-table': 'asm' });
   const root = h('div', { class: 'code machine', tabindex: '0', role: 'region',
      'aria-label': 'Instructions' }, table);
   const machine = { ctx, on, root, rows: [], places: new Map(),
      chunks: makeChunks(root, table) };
   table.addEventListener('click', (event) => {
      const row = event.target.closest('tr[data-instr]');
      const isOther = event.ctrlKey || event.metaKey || event.shiftKey;
      if (row !== null && !isOther && !event.defaultPrevented
          && getSelection().isCollapsed) {
         on.choose(Number(row.dataset.instr));
      }
   });
   table.addEventListener('mouseover', (event) => {
      const row = event.target.closest('tr[data-instr]');
      on.hover(row === null ? null : Number(row.dataset.instr));
   });
   table.addEventListener('mouseleave', () => on.hover(null));
   return {
      root,
      draw: (listing, how) => draw(machine, listing, how),
      select: (at, found) => select(machine, at, found),
      light: (lights) => light(machine, lights),
      instrs: () => [...machine.places.keys()],
   };
}

function draw(machine, listing, { metric, most, isIdleShown }) {
   const rows = rowsOf(listing, isIdleShown);
   Object.assign(machine, { listing, metric, most, rows, places: new Map() });
   machine.root.classList.toggle('no-lines', listing.lines.size === 0);
   rows.forEach(({ kind, at }, i) => {
      if (kind === 'instr') {
         machine.places.set(at, i);
      }
   });
   machine.chunks.draw(headOf(machine), { n: rows.length, width: LEFT.length + 1 + RIGHT,
      make: (i) => rowOf(machine, rows[i]) });
}

function headOf({ ctx: { model }, listing, metric }) {
   const { name, title, meaning } = model.metrics[metric];
   const lanes = h('th', { class: 'lanes-cell' },
      h('span', { class: 'unseen' }, 'Jumps'));
   lanes.style.minWidth = `calc(${listing.nLanes + 1} * var(--lane))`;
   return h('thead', {}, h('tr', {},
      h('th', { class: 'number', 'data-column': name, title: meaning }, visible(title)),
      h('th', { class: 'number extra each', title: `${visible(title)} of one run` },
         'Each'),
      h('th', { class: 'number extra each', title: 'How often it ran' }, 'Runs'),
      h('th', { class: 'number address' }, 'Address'), lanes,
      h('th', { class: 'text' }, 'Instruction'), h('th', { class: 'place' }, 'Line')));
}

/* ---- Rows ---- */

function rowOf(machine, row) {
   return row.kind === 'instr' ? instrRow(machine, row)
      : row.kind === 'loop' ? loopRow(machine, row)
         : row.kind === 'note' ? noteRow(machine, row) : gapRow(machine, row);
}

function instrRow(machine, { at }) {
   const { ctx, listing, metric } = machine;
   const instr = listing.instrs[at], { arrows, address, runs } = instr;
   const name = runs > 0 ? null : 'never';
   return h('tr', { 'data-instr': at, 'data-address': address, class: name },
      valueCells(machine, instr, metric),
      h('td', { class: 'number address' }, link(ctx, shortAddress(address),
         placePatch(listing, at), { tabindex: '-1' })),
      lanesCell(lanesOf(arrows, listing.nLanes)),
      h('td', { class: 'text' }, codeOf(machine, at)),
      h('td', { class: 'place' }, lineOf(machine, instr)));
}

function valueCells({ ctx: { format, model, state }, most }, instr, metric) {
   const { name, unit } = model.metrics[metric], { runs } = instr;
   const value = valueOf(instr, metric), each = runs > 0 ? value / runs : 0;
   const share = most > 0 ? value / most : 0;
   return [
      h('td', { class: 'number', 'data-column': name, 'data-value': value,
         'data-heat': share >= COLD ? heatStep(share) : null },
      value === 0 ? null : [format.value(value, unit), h('span', { class: 'share' },
         format.percent(value, model.totals[metric]))]),
      h('td', { class: 'number extra each', 'data-column': 'each', 'data-value': each },
         value === 0 ? null : state.unit === 'short' ? format.short(each, unit)
            : eachText(each, format)),
      h('td', { class: 'number extra each', 'data-column': 'runs', 'data-value': runs },
         runs === 0 ? null : format.value(runs, 'count')),
   ];
}

/* With two digits, one below the other. */
function eachText(each, format) {
   return Number.isInteger(each) ? `${format.full(each)}.00` : format.full(each);
}

/* What it calls and where it jumps to are links, if that is shown. */
function codeOf({ ctx, listing, on }, at) {
   const { mnemonic, operands, calls, target } = listing.instrs[at];
   const called = calls ? ctx.model.assembly.ofCall(calls, listing) : null;
   const to = target === undefined ? undefined : listing.instrs[target];
   const follow = { tabindex: '-1', click: () => on.follow(at) };
   return h('code', {}, h('span', { class: 'mnemonic' }, visible(mnemonic)), ' ',
      called !== null ? link(ctx, nameText(called.short, calls),
         { 'asm.of': called.index, 'asm.at': null }, follow)
         : calls ? nameText(calls)
            : to !== undefined ? link(ctx, shortAddress(to.address),
               placePatch(listing, target), follow)
               : h('span', { class: 'operands' }, visible(operands)));
}

function lineOf({ ctx: { model }, listing }, { file, line }) {
   return !(line > 0) ? null : file === listing.file ? line
      : nameText(`${model.labelOf(file)}:${line}`, `${file}:${line}`);
}

function lanesCell({ lanes, head }) {
   const isEmpty = head === '' && lanes.every((name) => name === '');
   return h('td', { class: 'lanes-cell' }, isEmpty ? null
      : h('div', { class: 'lanes', 'aria-hidden': 'true' },
         lanes.map((name) => h('span', { class: `lane ${name}` })),
         h('span', { class: `lane head ${head}` })));
}

/* A row of words, which arrows pass. */
function wordsRow({ listing }, name, { at, isAbove }, ...words) {
   return h('tr', { class: name }, LEFT.map((look) => h('td', { class: look })),
      lanesCell(passingLanes(listing.instrs[at].arrows, listing.nLanes, isAbove)),
      h('td', { class: 'text', colspan: RIGHT }, words));
}

function loopRow(machine, { at, loop }) {
   const { ctx, listing, metric, on } = machine;
   return wordsRow(machine, 'loop', { at, isAbove: true },
      loopWords(ctx, { listing, loop, metric, follow: () => on.follow(at) }));
}

function noteRow(machine, { at, text }) {
   return wordsRow(machine, 'note', { at, isAbove: false }, visible(text));
}

function gapRow(machine, { at, end }) {
   return wordsRow(machine, 'gap', { at, isAbove: true },
      `${machine.ctx.format.plural(end - at, 'instruction')} that never ran`);
}

/* ---- What is marked ---- */

function indicesOf({ places }, wanted) {
   return wanted.map((at) => places.get(at)).filter((i) => i !== undefined);
}

function select(machine, at, found) {
   const i = machine.places.get(at);
   machine.chunks.mark('found', indicesOf(machine, found));
   machine.chunks.choose(i === undefined ? -1 : i);
}

function light(machine, { lit, also, jump }) {
   machine.chunks.mark('lit', indicesOf(machine, lit));
   machine.chunks.mark('also', indicesOf(machine, also));
   lightArrow(machine, jump);
}

/* The arrow of a jump: its lane in all rows that it passes, and both of its ends. */
function lightArrow(machine, jump) {
   const { chunks, listing, places } = machine;
   const lane = jump === null ? -1
      : laneFrom(listing.instrs[jump.from].arrows, listing.nLanes);
   const ends = lane < 0 ? [] : indicesOf(machine, [jump.from, jump.to]);
   const [first, last] = ends.length < 2 ? [0, -1]
      : [Math.min(...ends), Math.max(...ends)];
   for (let i = 0; i < listing.nLanes; i++) {
      chunks.mark(`lane-${i}`, i !== lane ? [] : Array.from(
         { length: last - first + 1 }, (_, n) => first + n));
   }
   chunks.mark('lane-first', last < 0 ? [] : [first]);
   chunks.mark('lane-last', last < 0 ? [] : [last]);
   chunks.mark('lane-end', last < 0 ? [] : [places.get(jump.to)]);
}
