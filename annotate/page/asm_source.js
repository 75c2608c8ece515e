/* asm_source.js -- the source lines beside a listing of machine code.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { hottest, linesIn, placePatch, rowsAround } from './asm_rows.js';
import { fill, h, nameText } from './dom.js';
import { fileLink } from './places.js';
import { makeCode } from './source_code.js';
import { heatsOf } from './source_heat.js';
import { columnsOf, hasSource, rowsOf } from './source_rows.js';

/**
 * The pane of source.
 * @param {object} ctx
 * @param {object} on choose(file, line), of a click on a line; hover(file, line), of the
 *    mouse, or hover(null)
 * @returns {object} root; show(listing, file, metric) a file; select(line); light(place),
 *    {file, line} or null; file(); lines(): those shown with code of the listing
 */
export function makeLines(ctx, on) {
   const pane = { ctx, file: '', lines: [], listing: null, shown: '',
      name: h('h2', { class: 'pane-name' }) };
   pane.code = makeCode(ctx, (row) => on.choose(pane.file, row.line), {
      name: 'asm-source', label: 'Source lines of the instructions',
      hover: (row) => (row === null || row.isGap ? on.hover(null)
         : on.hover(pane.file, row.line)),
      patchOf: (file, line) => patchOf(pane, file, line) });
   const root = h('div', { class: 'pane' }, pane.name, pane.code.root);
   return { root, code: pane.code.root,
      show: (listing, file, metric) => show(pane, root, { listing, file, metric }),
      select: (line) => pane.code.select(line, []),
      light: (place) => pane.code.light(place !== null && place.file === pane.file
         ? [place.line] : []),
      file: () => pane.file, lines: () => pane.lines };
}

function patchOf({ listing, metric }, file, line) {
   const those = listing.lines.get(`${file}:${line}`);
   return those === undefined ? null
      : placePatch(listing, hottest(listing, metric, those));
}

/* Makes the rows again only if others are to be shown. */
function show(pane, root, { listing, file, metric }) {
   const { ctx } = pane, { model, state } = ctx;
   const wanted = JSON.stringify([listing.index, file, metric, state.unit]);
   root.hidden = file === '';
   if (wanted === pane.shown) {
      return;
   }
   const lines = linesIn(listing, file);
   Object.assign(pane, { listing, file, metric, lines, shown: wanted });
   const [column] = columnsOf(model, {}, metric, false);
   const rows = rowsAround(rowsOf(model, file, lines), lines);
   pane.code.draw(file, rows, [column], heatsOf(model, null, file, [column]));
   fill(pane.name, fileLink(ctx, file, nameText(model.labelOf(file), file)),
      h('span', { class: 'muted' }, file !== listing.file ? ' inlined here' : '',
         hasSource(model, file) ? '' : ', without its source'));
}
