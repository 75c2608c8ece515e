/* overview_findings.js -- what a cure would save most.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { figure, h, link, nameText, percentFigure } from './dom.js';
import { reasonOf, savedOf } from './overview_text.js';
import { datumLink, functionLink, hasView, lineLink } from './places.js';
import { costFindings, siteOf } from './top.js';

const SHOWN = 5; /* of a kind, at first */

/** The findings of a heap profile by kind, or those of counts; null if none. */
export function findings(ctx) {
   const { model } = ctx;
   if (model.isPair) {
      return null;
   }
   return model.isHeap ? heapFindings(ctx) : countFindings(ctx);
}

function section(intro, ...content) {
   return h('section', { class: 'findings' }, h('h2', {}, 'Findings'),
      h('p', { class: 'muted' }, intro), content);
}

function heapFindings(ctx) {
   const all = ctx.model.report.findings || [];
   if (all.length === 0) {
      return section(ctx.model.report.totals.read_bytes === null
         ? 'None. The profile has no accesses: unused memory shows with --accesses=yes.'
         : 'None: no bad use of memory is large enough to report.');
   }
   /* The first of a kind saves most. */
   const kinds = [...new Set(all.map((finding) => finding.kind))].map((kind) => {
      const those = all.filter((finding) => finding.kind === kind);
      return { kind, those };
   });
   return section('Bad uses of memory that the profile proves, and what a cure saves.',
      kinds.map(({ kind, those }) => kindTable(ctx, kind, those)));
}

function kindTable(ctx, kind, those) {
   const { title, cure } = those[0];
   const rows = those.map((finding) => findingRow(ctx, finding));
   const hidden = rows.slice(SHOWN);
   hidden.forEach((row) => {
      row.hidden = true;
   });
   const more = hidden.length === 0 ? null : h('button', { type: 'button', class: 'quiet',
      click: () => {
         hidden.forEach((row) => {
            row.hidden = false;
         });
         more.remove();
      } }, `Show ${hidden.length} more`);
   return h('div', { class: 'finding-kind' },
      h('h3', {}, ctx.format.visible(title), h('span', { class: 'muted' }, ` ${cure}`)),
      h('table', { 'data-table': `findings-${kind}` }, h('tbody', {}, rows)), more);
}

function findingRow(ctx, finding) {
   const { model, format } = ctx;
   const { frames } = model.report;
   const frame = finding.frame === null ? null : frames[finding.frame];
   const size = finding.saved_bytes;
   return h('tr', { 'data-finding': finding.kind, 'data-value': size },
      h('td', { class: 'number saved' }, size ? figure(format.short(size, 'bytes'), size)
         : '\u2013', h('span', { class: 'muted place' }, savedOf(finding))),
      h('td', {}, frame ? place(ctx, frame) : '???',
         h('span', { class: 'muted place' }, format.visible(reasonOf(finding))),
         detailLink(ctx, finding)));
}

/* To the fields of a type, or to what is known of the allocation site. */
function detailLink(ctx, finding) {
   if (finding.kind === 'fields' && finding.type && hasView(ctx, 'fields')) {
      return link(ctx, 'its fields', { view: 'fields', q: finding.type },
         { class: 'place' });
   }
   const site = siteOf(ctx.model.report, finding);
   return site < 0 || !hasView(ctx, 'sites') ? null
      : link(ctx, 'its site', { view: 'sites', 'sites.site': site, q: '' },
         { class: 'place' });
}

/* "f a.c:12"; of unnamed code its address and object. */
function place(ctx, frame) {
   const { format } = ctx;
   const name = frame.function === '???' ? frame.address : frame.function;
   const where = frame.file ? `${ctx.model.labelOf(frame.file)}:${frame.line}`
      : format.baseName(frame.object || '');
   const text = [nameText(name), ' ',
      h('span', { class: 'muted' }, format.visible(where))];
   return frame.file ? lineLink(ctx, frame.file, frame.line, text) : text;
}

const EVENTS = {
   L1m: ['first-level misses', 'Use less memory at a time, or use it in order.'],
   LLm: ['last-level misses', 'Each waits for memory: use less, in order, or prefetch.'],
   Bm: ['mispredicted branches', 'Make the branch predictable, or do without it.'],
};

function countFindings(ctx) {
   const { model } = ctx;
   const all = costFindings(model);
   const onData = model.data === null ? [] : model.data.findings;
   if (all.length === 0 && onData.length === 0) {
      return null;
   }
   const total = model.totals[model.metrics.findIndex((metric) => metric.formula)];
   return section('What waits most, and what it would save of the estimated cycles ' +
      'at most.', onData.length === 0 ? null : [h('h3', {}, 'Data'), table('data',
      onData.slice(0, SHOWN).map((finding) => dataRow(ctx, finding, total))),
   moreData(ctx, onData.length - SHOWN), all.length > 0 ? h('h3', {}, 'Code') : null],
   all.length === 0 ? null
      : table('cycles', all.map((finding) => costRow(ctx, finding, total))));
}

function table(name, rows) {
   return h('table', { 'data-table': `findings-${name}` }, h('tbody', {}, rows));
}

function moreData({ format }, n) {
   return n <= 0 ? null
      : h('p', { class: 'muted' }, `${format.full(n)} more are with their data objects.`);
}

function dataRow(ctx, finding, total) {
   const { format, model } = ctx;
   const row = model.data.objects[finding.object] || null;
   const saved = finding.saves ? finding.saves.value : 0;
   return h('tr', { 'data-finding': finding.kind, 'data-value': saved },
      h('td', { class: 'number saved', title: format.full(saved) },
         percentFigure(saved, total, format)),
      h('td', {}, row === null ? '???' : datumLink(ctx, row, nameText(row.name)),
         h('span', { class: 'muted place' }, format.visible(finding.text))));
}

function costRow(ctx, finding, total) {
   const { format } = ctx;
   const { row } = finding;
   const [events, advice] = EVENTS[finding.name] || [finding.name, ''];
   return h('tr', { 'data-finding': finding.name, 'data-value': finding.cost },
      h('td', { class: 'number saved', title: format.full(finding.cost) },
         percentFigure(finding.cost, total, format)),
      h('td', {}, row.line ? lineLink(ctx, row.file, row.line) : functionLink(ctx, row),
         row.fn ? [' in ', nameText(row.fn.short, row.fn.name)] : null,
         h('span', { class: 'muted place' },
            `${format.percent(finding.count, finding.of)} of all ` +
            `${format.visible(events)}: ${format.full(finding.count)}. ${advice}`)));
}
