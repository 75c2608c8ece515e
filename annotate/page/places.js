/* places.js -- links to lines and functions, or their names alone where the page has no
   view to show them.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { link, nameText } from './dom.js';

/** Whether the page has a view. */
export function hasView(ctx, id) {
   return ctx.views.some((view) => view.id === id);
}

function toSource(ctx, text, patch) {
   return hasView(ctx, 'source') ? link(ctx, text, { view: 'source', ...patch }) : text;
}

/** "a.c:12" of a line, where only the file can be cut; `text` instead of that if it is
   given. */
export function lineLink(ctx, file, line, text) {
   const shown = text || [nameText(ctx.model.labelOf(file), file), `:${line}`];
   return toSource(ctx, shown, { file, line });
}

/** The name of a function's row. */
export function functionLink(ctx, row, text) {
   const shown = text || nameText(row.short, row.name);
   return toSource(ctx, shown, { fn: row.key, file: '', line: '' });
}

/** The name of a source file; a link if the page has its source. */
export function fileLink(ctx, file, text) {
   return ctx.model.sourcesOf(file).length
      ? toSource(ctx, text, { file, line: '', fn: '' }) : text;
}

/** A link to the callers and callees of a function as a graph, or null. */
export function graphLink(ctx, row, text, attributes) {
   const { paths } = ctx.model;
   if (!hasView(ctx, 'flame') || !paths || paths.indexOf(row.key) < 0) {
      return null;
   }
   return link(ctx, text, { view: 'flame', form: 'sandwich', fn: row.key, node: '' },
      attributes);
}

/** A link to the call graph around a function, or null. */
export function callsLink(ctx, key, text) {
   const { paths } = ctx.model;
   return hasView(ctx, 'calls') && paths.indexOf(key) >= 0
      ? link(ctx, text, { view: 'calls', fn: key, 'calls.of': '' }) : null;
}

/** A link to an instruction, {listing, at} of asm_rows.js, or to a listing as a whole. */
export function asmLink(ctx, place, text) {
   return link(ctx, text, { view: 'asm',
      'asm.of': place.listing.index, 'asm.at': place.at === undefined ? null
         : place.listing.instrs[place.at].address });
}

/** A link to the instructions of a function that call paths know, or null. */
export function functionAsmLink(ctx, { name, object, file }, text) {
   const { assembly } = ctx.model;
   const listing = assembly === null ? null : assembly.ofFunction(name, { object, file });
   return listing === null ? null : asmLink(ctx, { listing }, text);
}

/** A data object in its view, "struct node.next" of a triple; `row` can be null. */
export function datumLink(ctx, row, text, patch = {}) {
   return row && hasView(ctx, 'data')
      ? link(ctx, text, { view: 'data', 'data.of': row.index, q: '', ...patch }) : text;
}
