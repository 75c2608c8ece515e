/* source_data.js -- beside the source: which data a line misses on.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { missColumns } from './data_details.js';
import { datumName, hottestLines } from './data_rows.js';
import { nameText } from './dom.js';
import { datumLink } from './places.js';
import { tableView } from './table_view.js';

/** The data objects that a line misses on, with fields, most first; null without any. */
export function dataAt(ctx, state, file, line) {
   const { data } = ctx.model;
   const metric = data === null ? 0 : data.shown(state);
   const found = data === null ? [] : hottestLines(data.at(file, line), metric);
   if (found.length === 0) {
      return null;
   }
   const sum = found.reduce((all, triple) => all + triple.values[metric], 0);
   return tableView(ctx, 'line-data', [
      { id: 'datum', title: 'Data', value: datumName, look: () => 'datum-cell',
         show: ({ object }, name) => datumLink(ctx, object, nameText(name)) },
      ...missColumns(ctx, metric, 'Of the line', sum),
   ], found, { attributes: (triple) => ({ 'data-name': datumName(triple) }) });
}
