/* overview_data.js -- the data that most misses are on, and lines of memory shared by
   threads.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { placeOf } from './data_details.js';
import { datumName, hottestLines, weight } from './data_rows.js';
import { h, link, nameText } from './dom.js';
import { amountFact } from './overview_top.js';
import { datumLink, hasView } from './places.js';
import { countVerdicts, lineTitle } from './sharing_lines.js';

/** The line, data object and field with most misses; null without any. */
export function hottestData(ctx) {
   const { model, state } = ctx;
   const metric = model.data === null ? 0 : model.data.shown(state);
   const [top] = model.data === null ? [] : hottestLines(model.data.lines, metric);
   if (!top || weight(top, metric) === 0) {
      return null;
   }
   return h('section', { class: 'hottest', 'data-triple': '' },
      h('h2', {}, model.isPair ? 'The data whose misses changed most'
         : 'The data missed most'),
      h('p', { class: 'hottest-place' },
         datumLink(ctx, top.object, nameText(datumName(top)))),
      h('ul', { class: 'facts' }, [amountFact(ctx, model.data.metrics[metric],
         top.values[metric], top.old && top.old[metric]),
         missedBy(ctx, top), allocatedBy(ctx, top)]
         .filter((fact) => fact !== null).map((fact) => h('li', {}, fact))));
}

/* A library's line is nobody's to change. */
function missedBy(ctx, top) {
   const { model, state } = ctx;
   const isHidden = model.folds(state) && model.isLibraryFile(top.file);
   return isHidden ? null : ['Missed by ', placeOf(ctx, top)];
}

/* The frame that the label names is the program's; without one, the innermost. */
function allocatedBy(ctx, { object }) {
   const { baseName } = ctx.format;
   const where = object && object.kind === 'heap' ? object.where : [];
   const frame = where.find(({ file, line }) =>
      object.name.includes(`(${baseName(file || '')}:${line})`)) || where[0];
   return !frame ? null : ['Allocated by ',
      placeOf(ctx, { file: frame.file, line: frame.line, fn: frame.function })];
}

/** A sentence on the lines of memory that threads share; null if there are none. */
export function sharingNote(ctx) {
   const { format, model } = ctx;
   if (model.sharing === null || !hasView(ctx, 'sharing')) {
      return null;
   }
   const { lines } = model.sharing;
   const counts = countVerdicts(lines);
   const first = lines.find(({ verdict }) => verdict !== 'true') || lines[0];
   const n = counts.false + counts.both;
   return h('section', { class: 'sharing-note' }, h('h2', {}, n > 0 ? 'False sharing'
      : 'Sharing between threads'),
   h('p', {}, link(ctx, n > 0 ? `Threads use different bytes of the same ${
      n === 1 ? 'line' : `${format.full(n)} lines`} of memory`
      : `Threads use the same bytes of ${format.plural(counts.true, 'line')} of memory`,
   { view: 'sharing', q: '', 'sharing.of': '' }), ': most of ',
   nameText(lineTitle(first)), ', with at most ', h('span', { class: 'figure',
      'data-value': first.bound }, format.value(first.bound, 'count')), ' transfers.'));
}
