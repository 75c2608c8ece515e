/* heap_nodes.js -- the names of call paths in the tree, with links to their source.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { h, link, nameText } from './dom.js';
import { callPlace } from './heap_names.js';
import { shownName } from './paths.js';
import { hasView } from './places.js';

/**
 * What the name cell of a node shows: its function, where it is called, and where it
 * allocates.
 * @param {object} ctx
 * @param {Map<number, object[]>} lines as of ownLines
 * @param {object} tree that is shown
 * @param {number} node
 */
export function nodeName(ctx, lines, tree, node) {
   const { paths } = ctx.model;
   const call = callPlace(paths, node, tree.home);
   return [
      functionName(ctx, paths.fn[node]),
      paths.inlined[node] ? h('span', { class: 'tag' }, 'inlined') : null,
      call === null ? null
         : h('span', { class: 'place' }, 'called at ', placeLink(ctx, call)),
      allocates(ctx, lines.get(node) || []),
   ];
}

/**
 * The same of a row of the tree from the bottom up.
 * @param {object} tree as of invert
 */
export function callerName(ctx, lines, tree, node) {
   const name = functionName(ctx, tree.fn[node]);
   if (tree.parent[node] >= 0) {
      return [name];
   }
   const places = new Map(tree.leaves(node).flatMap((leaf) => lines.get(leaf) || [])
      .map((place) => [`${place.line} ${place.file}`, place]));
   return [name, allocates(ctx, [...places.values()])];
}

function functionName(ctx, index) {
   const { paths } = ctx.model;
   const fn = paths.functions[index];
   const name = nameText(shownName(fn), fn.name);
   return hasView(ctx, 'source') && fn.file ? link(ctx, name, { view: 'source',
      fn: paths.keyOf(index), file: '', line: '' }) : name;
}

/**
 * "a.c:12", or the name of the object if the file is unknown; a link if the page has
 * the file's source.
 * @param {object} place file and object can be null, line 0
 */
export function placeLink(ctx, { file, line, object }) {
   const { baseName, visible } = ctx.format;
   if (!file) {
      return object ? nameText(baseName(object), object) : null;
   }
   const text = ctx.model.labelOf(file) + (line > 0 ? `:${line}` : '');
   return hasView(ctx, 'source') && ctx.model.sourcesOf(file).length > 0
      ? link(ctx, visible(text), { view: 'source', file, line, fn: '' })
      : nameText(text, file);
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
