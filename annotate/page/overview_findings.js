/* overview_findings.js -- what the terminal says first: the costliest places, or what
   wastes memory, each with bars, why, and the cure.
   SPDX-License-Identifier: GPL-2.0-or-later */

import * as colour from './colour.js';
import { figure, h, link, nameText } from './dom.js';
import { visible } from './format.js';
import { reasonOf, savedOf } from './overview_text.js';
import { ofFinding, shortAddress } from './asm_rows.js';
import { asmLink, hasView, lineLink } from './places.js';
import { tableView } from './table_view.js';
import { siteOf, sourceText } from './top.js';

const SHOWN = 8; /* at first */

/** Where the cycles of the program go, or what wastes memory; of a pair of counts, what
   is found, in the report's order; null if there is nothing to say. */
export function findings(ctx) {
   const { isPair, isHeap, report } = ctx.model;
   if (isHeap) {
      return isPair ? null : heapFindings(ctx);
   }
   const { places = [], findings: all = [] } = report;
   if (!isPair) {
      return places.length === 0 ? null : placeList(ctx, places);
   }
   return all.length === 0 ? null : section('Findings',
      'New and gone findings, with their gain in estimated cycles.',
      listOf(ctx, 'findings-count', all, { value: 'cycles', columns: [
         { id: 'saved', show: (finding) => gainOf(ctx, finding) },
         { id: 'bars', show: ({ percent, old_percent: old = 0 }) =>
            barOf(Math.max(percent, old) / 100, percent / 100) },
         { id: 'what', show: (finding) => countWords(ctx, finding) }] }));
}

function section(heading, intro, ...content) {
   return h('section', { class: 'findings' }, h('h2', {}, heading),
      h('p', { class: 'muted' }, intro), content);
}

/* A table without a head, of a few rows, and more if it is asked. */
function listOf(ctx, name, all, { columns, value }) {
   return tableView(ctx, name, columns, all, { most: SHOWN, hasHead: false,
      attributes: (row) => ({ 'data-finding': row.kind, 'data-value': row[value] }) });
}

/* A bar as long as `part` of the whole, from 0 to 1; `gain` of it stands out. */
function barOf(part, gain = part) {
   const share = Math.min(1, Math.max(0, part || 0));
   const bar = h('span', { class: 'gain-bar', 'aria-hidden': 'true' }, h('span'));
   bar.style.width = `${100 * share}%`;
   bar.style.background = colour.heat(0.2);
   bar.firstChild.style.width = `${share > 0 ? 100 * Math.min(1, gain / share) : 0}%`;
   return bar;
}

/* Below what is said first: why, and the cure. */
function below(kind, why, cure) {
   return h('div', { class: 'why' }, kind ? `${visible(kind)}: ` : '', visible(why),
      cure ? [' \u2192 ', h('strong', {}, visible(cure))] : null);
}

/* ---- A heap ---- */

function heapFindings(ctx) {
   const { findings: all = [], totals, frames } = ctx.model.report;
   if (all.length === 0) {
      return section('Findings', totals.read_bytes === null
         ? 'None. The profile has no accesses: unused memory shows with --accesses=yes.'
         : 'No findings large enough to report.');
   }
   const whole = { peak: totals.peak_bytes, end: totals.end_bytes, run: totals.bytes };
   return section('What to fix', 'Waste of memory that the profile proves, and what a ' +
      'cure saves of the peak, of what is live at the end, or of all that was allocated.',
   listOf(ctx, 'findings', all, { value: 'saved_bytes', columns: [
      { id: 'saved', look: () => 'number', show: ({ saved_bytes: bytes,
         saved_blocks: blocks }) => (bytes ? figure(ctx.format.short(bytes, 'bytes'),
         bytes) : ctx.format.plural(blocks, 'block')) },
      { id: 'of', show: savedOf },
      { id: 'bars', show: ({ saved_bytes: bytes, saved_blocks: blocks, of }) =>
         barOf(bytes ? bytes / whole[of] : blocks / totals.blocks) },
      { id: 'what', show: (finding) => {
         const frame = finding.frame === null ? null : frames[finding.frame];
         const place = visible(finding.place);
         return [h('strong', {}, `${visible(finding.kind)} `), frame && frame.file
            ? lineLink(ctx, frame.file, frame.line, place) : place, ' ',
         detailLink(ctx, finding), below('', reasonOf(finding), finding.cure)];
      } }] }));
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

/* ---- Counts ---- */

/* The list of the first screen: what it leaves of 100 percent, other lines have, or
   none. */
function placeList(ctx, places) {
   const { format } = ctx;
   const left = places.reduce((rest, { share }) => rest - share, 100);
   return section('Costliest places', 'Lines of the program\u2019s own source with all ' +
      'that they run: their share of the cycles, in stronger colour what cures gain of ' +
      'it, what they do, and why that is slow. Everything else has ' +
      `${format.percentage(Math.max(0, left))}.`,
   listOf(ctx, 'places', places, { value: 'share', columns: [
      { id: 'saved', look: () => 'number',
         show: ({ share }) => format.percentage(share) },
      { id: 'bars', show: ({ share, gain = 0 }) => barOf(share / 100, gain / 100) },
      { id: 'gain', look: () => 'number',
         show: ({ gain }) => (gain ? `gains ${format.percentage(gain)}` : '') },
      { id: 'what', show: (row) => placeWords(ctx, row) }] }));
}

function placeWords(ctx, row) {
   const { file, line, function: name, short_name: short = name, lines } = row;
   const { does, kind, why, cure } = row;
   const code = file && line ? sourceText(ctx.model, file, line) : null;
   return [file && line ? lineLink(ctx, file, line) : null, ' ',
      nameText(short, name),
      h('strong', {}, ` ${visible(does)}`), lines > 1 ? `, ${lines} lines` : '',
      code === null ? null : h('code', { class: 'place' }, visible(code.trim())),
      kind ? below(kind, why, cure) : null];
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
      below('', on + reason, cure)];
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
