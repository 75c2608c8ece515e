/* layout.js -- what each rule of a simulated layout did, and where it puts fields.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { bytesInRow } from './controls.js';
import { direction } from './diff.js';
import { fill, h, nameText } from './dom.js';
import { heatSteps, levelColour, strip } from './field_strip.js';
import { share, upperFirst, visible } from './format.js';
import { laidOut, layoutFacts, mostMisses, movedFields, rulesOf }
   from './layout_rules.js';
import { limitsLine } from './limits.js';
import { datumLink } from './places.js';
import { tableView } from './table_view.js';

export const id = 'layout';
export const title = 'Layout';
export const hasKind = false;

/** A pair whose new profile is of a layout that the old one is not of. */
export function isThere({ isHeap, report }) {
   return !isHeap && Boolean(report.layout_verdict);
}

/** See main.js. */
export function mount(root, ctx) {
   const view = { update: () => draw(root, ctx, view.rowBytes()) };
   return Object.assign(view, { rowBytes: bytesInRow(view.update) });
}

function draw(root, ctx, rowBytes) {
   const { model } = ctx;
   const rules = rulesOf(model);
   fill(root, limitsLine(ctx),
      h('p', { class: 'muted' }, layoutFacts(model.report, true)
         .map(({ name, text }) => visible(`${name}: ${text}. `))),
      h('p', {}, visible(`${upperFirst(model.report.layout_verdict.program)}.`)),
      rules.length === 0 ? null : table(ctx, rules),
      rules.map((rule) => fieldsOf(ctx, rule, rowBytes)));
}

/* ---- The table ---- */

function table(ctx, rules) {
   return tableView(ctx, 'layout', [
      { id: 'text', title: 'Rule', show: (rule) => ruleCell(ctx, rule) },
      ...missColumns(ctx, 'D1 misses', 'd1_misses'),
      ...missColumns(ctx, 'LL misses', 'll_misses'),
      { id: 'percent', title: 'Cycles', unit: 'percent',
         hint: 'Its part of the change of estimated cycles, in percent of the old ones.',
         look: (rule, value) => direction(value),
         show: (rule, value) => signedPercent(ctx, value) },
      { id: 'functions', title: 'Functions', value: ({ functions }) => functions.length,
         show: (rule) => functionsCell(ctx, rule) },
      { id: 'blocks', title: 'Laid out',
         show: (rule) => laidOut(rule).map((text) => h('div', {}, text)) },
   ], rules, { attributes: ({ rule }) => ({ 'data-name': rule }) });
}

function ruleCell({ model, format }, { text, line }) {
   const file = format.baseName(model.report.layout.file);
   return [nameText(text), h('span', { class: 'muted place' },
      visible(`${file}:${line}`))];
}

function signedPercent({ format }, value) {
   return value === null ? 'n/a' : format.signed(value, format.percentage);
}

function missColumns({ format }, words, name) {
   const count = (column, side) => ({ id: column, title: `${words}, ${side}`,
      unit: 'count', show: (rule, value) => format.value(value, 'count') });
   return [count(`old_${name}`, 'old'), count(name, 'new'), { id: `${name}:change`,
      title: 'Change', unit: 'percent',
      value: (rule) => share(rule[name] - rule[`old_${name}`], rule[`old_${name}`]),
      look: (rule) => direction(rule[name] - rule[`old_${name}`]),
      show: (rule) => (rule[name] === null ? 'n/a'
         : format.changePercent(rule[`old_${name}`], rule[name])) }];
}

/* Each in percent of its own cycles. */
function functionsCell(ctx, { functions }) {
   return functions.map(({ name, cycles, old_cycles: old }) => h('div', {},
      nameText(name), ' ', old > 0 ? h('span', { class: direction(cycles) },
         signedPercent(ctx, 100 * cycles / old)) : null));
}

/* ---- Fields ---- */

function fieldsOf(ctx, rule, rowBytes) {
   return rule.objects.map((object) => {
      const moved = movedFields(rule, object, ctx.model.data.metrics);
      return moved === null ? null : h('section', { class: 'moved',
         'data-rule': rule.rule },
      h('h2', {}, datumLink(ctx, object, nameText(object.name))),
      legend(), stripOf(ctx, 'Before', moved.before, moved, rowBytes),
      moved.after.map(({ title: words, ranges }) =>
         stripOf(ctx, words, ranges, moved, rowBytes)));
   });
}

function legend() {
   return h('p', { class: 'field-legend muted' },
      'Misses on the fields of an element where they are, and in the parts that the ',
      'rule makes, without padding. Upper half: first-level read misses. Lower half: ',
      'write misses. ', heatSteps(),
      ' Each step is twice as often.');
}

function stripOf(ctx, words, ranges, moved, rowBytes) {
   const { format } = ctx;
   const most = mostMisses(moved);
   const bytes = ranges.reduce((sum, range) => sum + range.bytes, 0);
   const head = visible(`${words}: ${format.plural(bytes, 'byte')}`);
   const names = ranges.map(({ name }) => visible(name)).join(', ');
   return ranges.length === 0 ? null : h('div', { class: 'part' },
      h('h3', {}, head), strip(ctx, ranges, rowBytes, {
         summary: `${head}, ${names}`, isPlain: false,
         halves: (range) => ['reads', 'writes'].map((name) => ({ name,
            colour: levelColour(range[name], most), isUnread: false })),
         tip: (range) => tip(ctx, range) }));
}

function tip({ format }, { name, offset, bytes, reads, writes, mark }) {
   const place = `bytes ${offset} to ${offset + bytes - 1}`;
   return mark === 'padding' ? `padding\n${place}`
      : [format.visible(name), place, `read misses: ${format.full(reads)}`,
         `write misses: ${format.full(writes)}`].join('\n');
}
