/* overview_findings.js -- what a cure would save most.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { figure, h, link, nameText } from './dom.js';
import { visible } from './format.js';
import { shareBar } from './heap_cells.js';
import { reasonOf, savedOf } from './overview_text.js';
import { ofFinding, shortAddress } from './asm_rows.js';
import { asmLink, hasView, lineLink } from './places.js';
import { tableView } from './table_view.js';
import { siteOf } from './top.js';

const SHOWN = 5, PLACES = 8; /* of a kind, and places, at first */

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
         : 'No findings large enough to report.');
   }
   /* The first of a kind saves most. */
   const kinds = [...new Set(all.map((finding) => finding.kind))].map((kind) => {
      const those = all.filter((finding) => finding.kind === kind);
      return { kind, those };
   });
   return section('Waste of memory that the profile proves, and what a cure saves.',
      kinds.map(({ kind, those }) => kindTable(ctx, kind, those)));
}

function kindTable(ctx, kind, those) {
   const { title, cure } = those[0];
   return h('div', { class: 'finding-kind' },
      h('h3', {}, visible(title), h('span', { class: 'muted' }, ` ${cure}`)),
      heapTable(ctx, `findings-${kind}`, those, (finding) => {
         const { frame } = finding;
         return [frame === null ? '???' : place(ctx, ctx.model.report.frames[frame]),
            muted(reasonOf(finding)), detailLink(ctx, finding)];
      }));
}

function muted(text) {
   return h('span', { class: 'muted place' }, visible(text));
}

/* A table without a head, of a few rows, and more if it is asked. */
function tableOf(ctx, name, all, columns, valueIn) {
   const [saved, what] = columns;
   return tableView(ctx, name, [{ id: 'saved', look: () => 'number saved', show: saved },
      { id: 'what', show: what }], all, { most: SHOWN, hasHead: false,
      attributes: (finding) => ({ 'data-finding': finding.kind,
         'data-value': finding[valueIn] }) });
}

/** Findings of a heap profile, with what each saves. @param {function} what says which */
export function heapTable(ctx, name, all, what) {
   const saved = ({ saved_bytes: bytes, saved_blocks: blocks, ...finding }) => [bytes
      ? figure(ctx.format.short(bytes, 'bytes'), bytes)
      : ctx.format.plural(blocks, 'block'), muted(savedOf(finding))];
   return tableOf(ctx, name, all, [saved, what], 'saved_bytes');
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

/* Where the cycles of the program go, and what to fix there; of a pair, what it finds, in
   its order. */
function countFindings(ctx) {
   const { places = [], findings: all = [] } = ctx.model.report;
   if (!ctx.model.isPair) {
      return places.length === 0 ? null : placeList(ctx, places);
   }
   return all.length === 0 ? null : section(
      'New and gone findings, with their gain in estimated cycles.',
      tableOf(ctx, 'findings-count', all, [(finding) => gainOf(ctx, finding),
         (finding) => countWords(ctx, finding)], 'cycles'));
}

/* The list of the first screen: what it leaves of 100 percent, other lines have, or
   none. */
function placeList(ctx, places) {
   const { format } = ctx;
   const left = places.reduce((rest, { share }) => rest - share, 100);
   return h('section', { class: 'findings' }, h('h2', {}, 'Costliest places'),
      h('p', { class: 'muted' }, 'Lines of the program\u2019s own source with all that ' +
         'they run: their share of the cycles, what cures gain, what they do, and why ' +
         `that is slow. Everything else has ${format.percentage(Math.max(0, left))}.`),
      tableView(ctx, 'places', [
         { id: 'share', look: () => 'number saved',
            show: ({ share }) => [format.percentage(share), shareBar(share / 100)] },
         { id: 'gain', look: () => 'number saved',
            show: ({ gain }) => (gain ? `gains ${format.percentage(gain)}` : '') },
         { id: 'what', show: (row) => placeWords(ctx, row) },
      ], places, { most: PLACES, hasHead: false,
         attributes: ({ kind, share }) => ({ 'data-finding': kind,
            'data-value': share }) }));
}

function placeWords(ctx, { file, line, function: name, lines, does, kind, why, cure }) {
   return [file && line ? lineLink(ctx, file, line) : null, ' ', nameText(name),
      h('strong', {}, ` ${visible(does)}`), lines > 1 ? `, ${lines} lines` : '',
      kind ? muted(`${kind}: ${why} \u2192 ${cure}`) : null];
}

function gainOf({ format }, { at_most: isMost, state, percent, old_percent: old }) {
   const gained = (part) => (isMost && part > 0 ? '< ' : '') + format.percentage(part);
   return !state ? gained(percent) : h('span', { class: percent > old ? 'worse'
      : 'better' }, `${state} ${gained(old)} \u2192 ${gained(percent)}`);
}

function countWords(ctx, finding) {
   const { file, line, library, object, field, kind, reason, cure } = finding;
   const on = object === null ? '' : `on ${object}${field ? `, ${field}` : ''}: `;
   return [h('strong', {}, `${visible(kind)} `),
      file && line ? lineLink(ctx, file, line) : null,
      finding.function ? [' in ', nameText(finding.function)] : null,
      library ? [', in ', nameText(library)] : null, instrOf(ctx, finding),
      muted(`${on}${reason}: ${cure}`)];
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
