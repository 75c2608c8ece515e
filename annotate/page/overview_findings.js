/* overview_findings.js -- what a cure would save most.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { figure, h, link, nameText } from './dom.js';
import { reasonOf, savedOf } from './overview_text.js';
import { ofFinding, shortAddress } from './asm_rows.js';
import { asmLink, hasView, lineLink } from './places.js';
import { siteOf } from './top.js';

const SHOWN = 5; /* of a kind, at first */

/** The findings of a heap profile by kind, or those of counts; null if none. */
export function findings(ctx) {
   const { model } = ctx;
   if (model.isPair && model.isHeap) {
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
   return h('div', { class: 'finding-kind' },
      h('h3', {}, ctx.format.visible(title), h('span', { class: 'muted' }, ` ${cure}`)),
      moreOf(those.map((finding) => findingRow(ctx, finding)), kind));
}

/* A table that shows a few rows, and more if it is asked. */
function moreOf(rows, name) {
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
   return [h('table', { 'data-table': `findings-${name}` }, h('tbody', {}, rows)), more];
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

/* What the report finds, in its order: what a cure gains first. */
function countFindings(ctx) {
   const all = ctx.model.report.findings || [];
   if (all.length === 0) {
      return null;
   }
   const rows = all.map((finding) => countRow(ctx, finding));
   return section(ctx.model.isPair
      ? 'What is new to fix, or gone, and what it gains of the estimated cycles.'
      : 'What to fix in the program\u2019s own source, and what that would gain of ' +
         'its estimated cycles.', moreOf(rows, 'count'));
}

function countRow(ctx, finding) {
   const { format } = ctx;
   const { file, line, library, object, field } = finding;
   const gained = (percent) => (finding.at_most && percent > 0 ? '< ' : '') +
      format.percentage(percent);
   const on = object === null ? '' : `on ${object}${field ? `, ${field}` : ''}: `;
   return h('tr', { 'data-finding': finding.kind, 'data-value': finding.cycles },
      h('td', { class: 'number saved', title: format.full(finding.cycles) },
         finding.state ? h('span', { class: finding.percent > finding.old_percent
            ? 'worse' : 'better' }, `${finding.state} ` +
            `${gained(finding.old_percent)} \u2192 ${gained(finding.percent)}`)
            : gained(finding.percent)),
      h('td', {}, h('strong', {}, `${format.visible(finding.kind)} `),
         file && line ? lineLink(ctx, file, line) : null,
         finding.function ? [' in ', nameText(finding.function)] : null,
         library ? [', in ', nameText(library)] : null, instrOf(ctx, finding),
         h('span', { class: 'muted place' },
            format.visible(`${on}${finding.reason}: ${finding.cure}`))));
}

/* ", at 1250 cmp", which is most of it. */
function instrOf(ctx, finding) {
   const { assembly } = ctx.model;
   const found = assembly === null ? null : ofFinding(assembly, finding);
   if (found === null) {
      return null;
   }
   const { address, mnemonic } = finding.instruction;
   return h('span', { class: 'instr' }, ', at ', asmLink(ctx, found,
      ctx.format.visible(`${shortAddress(address)} ${mnemonic}`)));
}
