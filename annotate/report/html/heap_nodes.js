/* heap_nodes.js -- the names of call paths in the tree, with links to their source.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { h, link, nameText } from './dom.js';
import { callPlace } from './heap_names.js';

/**
 * What the name cell of a node shows: its function, where it is called, and where it
 * allocates.
 * @param {object} ctx
 * @param {Map<number, object[]>} lines as of ownLines
 * @param {number} node
 */
export function nodeName(ctx, lines, node) {
   const { paths } = ctx.model;
   const fn = paths.functions[paths.fn[node]];
   const name = nameText(fn.short || fn.name, fn.name);
   const isSource = ctx.views.some((other) => other.id === 'source');
   const call = callPlace(paths, node);
   return [
      isSource && fn.file ? link(ctx, name, { view: 'source',
         fn: paths.keyOf(paths.fn[node]), file: '', line: '' }) : name,
      paths.inlined[node] ? h('span', { class: 'tag' }, 'inlined') : null,
      call === null ? objectOf(ctx, fn, paths.parent[node])
         : h('span', { class: 'place' }, 'called at ', placeLink(ctx, call)),
      allocates(ctx, lines.get(node) || []),
   ];
}

function objectOf(ctx, fn, parent) {
   return parent < 0 && fn.object && !fn.file
      ? h('span', { class: 'place' }, ctx.format.visible(ctx.format.baseName(fn.object)))
      : null;
}

function placeLink(ctx, { file, line }) {
   const text = ctx.format.visible(`${ctx.format.baseName(file)}:${line}`);
   return ctx.model.sourcesOf(file).length === 0 ? h('span', { title:
      ctx.format.visible(file) }, text)
      : link(ctx, text, { view: 'source', file, line, fn: '' });
}

/* Lines of the node's function that allocate. */
function allocates(ctx, own) {
   if (own.length === 0) {
      return null;
   }
   const shown = own.slice(0, 4).flatMap((place, i) =>
      [i === 0 ? ' ' : ', ', placeLink(ctx, place)]);
   return h('span', { class: 'place' }, 'allocates at', shown,
      own.length > 4 ? ` and ${own.length - 4} more lines` : null);
}
