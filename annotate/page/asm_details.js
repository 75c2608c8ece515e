/* asm_details.js -- all that is known of one instruction, and loops in words.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { placePatch, shortAddress, textOf, valueOf } from './asm_rows.js';
import { fieldName } from './data_rows.js';
import { figure, h, link, nameText, percentFigure } from './dom.js';
import { visible } from './format.js';
import { datumLink, lineLink } from './places.js';

/* Why it ends later than the one before (docs/FORMAT-cachesim.md): of another
   instruction, and without one. */
const WAITS = {
   chain: ['needs the result of ', 'needs a result of the previous iteration'],
   unit: ['waits for a unit that is busy with ', 'waits for a busy unit'],
   fetch: [null, 'waits for its own bytes'],
   window: [null, 'waits until older instructions finish'],
   latency: [null, 'is slow itself, and nothing hides it'],
};

/**
 * "loop to 1254: 302 k iterations of 33.7 CEst, 86.1% of the function".
 * @param {object} ctx
 * @param {object} of listing, loop, metric; follow(), before its link leads there
 */
export function loopWords(ctx, { listing, loop, metric, follow }) {
   const { format, model } = ctx, { unit, name } = model.metrics[metric];
   const { passes, last, values } = loop, pass = values[metric] / passes;
   return ['loop to ', link(ctx, shortAddress(listing.instrs[last].address),
      placePatch(listing, last), { tabindex: '-1', click: () => follow() }), ': ',
   figure(format.short(passes, 'count'), passes), ` iteration${passes === 1 ? '' : 's'}`,
   passes > 0 ? [' of ', figure(pass < 1000 ? pass.toFixed(1) : format.short(pass, unit),
      pass), ' ', visible(name)] : null,
   listing.values[metric] > 0 ? [', ', percentFigure(values[metric],
      listing.values[metric], format), ' of the function'] : null];
}

/** What is shown of the instruction `at` of a listing. */
export function detailsOf(ctx, { listing, at, metric, follow }) {
   const instr = listing.instrs[at];
   return [
      h('div', { class: 'asm-name' }, h('strong', { class: 'mono' },
         visible(textOf(instr))), placeOf(ctx, listing, instr)),
      waitOf(ctx, { listing, instr, follow }), dataOf(ctx, instr),
      instr.loop === undefined ? null : h('p', {}, 'In a ', loopWords(ctx,
         { listing, loop: listing.loops[instr.loop], metric, follow })),
      instr.runs === 0 ? h('p', { class: 'muted' }, 'It never ran.')
         : figuresOf(ctx, instr, metric)];
}

/* "hashjoin.c:39, bytes 48 3b 50 38, /src/hashjoin". */
function placeOf(ctx, { object }, { file, line, code }) {
   return [line > 0 ? h('span', {}, lineLink(ctx, file, line)) : null,
      h('span', { class: 'muted' }, 'bytes ', h('span', { class: 'mono' },
         visible(code.replace(/(..)(?=.)/g, '$1 ')))),
      h('span', { class: 'muted' }, 'in ', nameText(object === '???' ? 'generated code'
         : ctx.format.baseName(object), object))];
}

function waitOf(ctx, { listing, instr, follow }) {
   const { wait, waits_for: other } = instr;
   if (!wait || !Object.hasOwn(WAITS, wait)) {
      return null;
   }
   const [of, alone] = WAITS[wait], awaited = listing.instrs[other];
   const isAlone = of === null || !awaited || awaited === instr;
   return h('p', {}, 'In the core it ', isAlone ? alone
      : [of, link(ctx, visible(`${shortAddress(awaited.address)} ${awaited.mnemonic}`),
         placePatch(listing, other), { click: () => follow() })], '.');
}

function dataOf(ctx, { data = [] }) {
   const known = ctx.model.data;
   const all = data.reduce((sum, { misses }) => sum + misses, 0);
   const named = known === null ? [] : data.map((item) =>
      ({ ...item, row: known.objects[item.object] })).filter(({ row }) => row);
   return named.length === 0 ? null : h('p', {}, 'Misses on ',
      named.map(({ row, misses, ...spot }, i) => [i > 0 ? ', ' : '',
         datumLink(ctx, row, nameText(row.name)),
         fieldName(spot) ? [': ', nameText(fieldName(spot))] : null, ' ',
         percentFigure(misses, all, ctx.format)]));
}

/* All metrics that are not 0; a click on one shows it everywhere. */
function figuresOf(ctx, instr, metric) {
   const { format, model } = ctx;
   const shown = model.metrics.map((item, i) =>
      ({ ...item, i, value: valueOf(instr, i) })).filter(({ value }) => value !== 0);
   return h('ul', { class: 'asm-figures' }, shown.map(({ name, meaning, title, unit, i,
      value }) => h('li', { class: i === metric ? 'main' : null },
      link(ctx, visible(title), { kind: name }, { title: visible(meaning) }),
      h('span', { class: 'number', 'data-column': name, 'data-value': value },
         format.value(value, unit)))));
}
