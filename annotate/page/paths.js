/* paths.js -- the tree of call paths: its columns as typed arrays, and sums; pure.
   A node is an index; parents come before their children.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { baseName } from './format.js';

/** The key of a function in links: its name, and its file if that is known. Of code
   without a name: what object it is in. */
export function functionKey(name, file, object) {
   if (file && file !== '???') {
      return `${name}|${file}`;
   }
   return name === '???' && object ? `${name}|${object}` : name;
}

/** The name of a function as it is shown: `short` if there is one; "??? in libc.so.6". */
export function shownName({ name, short, object }) {
   return short || (name === '???' && object ? `??? in ${baseName(object)}` : name);
}

/** The tree of the document's `paths`, or null without these.
   count, parent, fn, callLine, callFile, inlined, starts, calls (or null): columns, by
   node
   firstChild, nextSibling, depth: by node; -1 is none
   roots: nodes without parent; kinds, shown, functions, files: as in the document
   self(kind, side), inclusive(kind, side): values by node; side: "new" or "old"
   total(kind, side): of the program
   functionSums(kind, side): {self, inclusive} by function, recursion counted once
   nodesOf(fn): the nodes of a function; children(node): its children
   statement: callLine, but where that is a brace the statement that it counts for
   library: of each function, whether it is known not to be the program's
   keyOf(fn): the function's key; indexOf(key): a function of that key or name, or -1 */
export function makePaths(doc) {
   if (!doc) {
      return null;
   }
   const tree = columns(doc);
   linkNodes(tree);
   const memory = new Map();
   const once = (name, make) => {
      if (!memory.has(name)) {
         memory.set(name, make());
      }
      return memory.get(name);
   };
   const self = (kind, side) => once(`self ${kind} ${side}`,
      () => Float64Array.from(valuesOf(doc, side)[kind]));
   const inclusive = (kind, side = 'new') => once(`inclusive ${kind} ${side}`,
      () => addUp(tree, self(kind, side)));
   return Object.assign(tree, {
      kinds: doc.kinds, shown: doc.shown || 0, functions: doc.functions,
      library: doc.functions.map((fn) => fn.library === true),
      files: doc.files || [], leftOut: doc.left_out || null,
      isEstimated: doc.estimated === true, statement: tree.callLine,
      self: (kind, side = 'new') => self(kind, side),
      inclusive,
      total: (kind, side = 'new') => once(`total ${kind} ${side}`,
         () => self(kind, side).reduce((a, b) => a + b, 0)),
      functionSums: (kind, side = 'new') => once(`functions ${kind} ${side}`,
         () => sumFunctions(tree, doc.functions.length, self(kind, side),
            inclusive(kind, side))),
      nodesOf: (fn) => once('nodes', () => groupNodes(tree, doc.functions.length))[fn],
      children: (node) => childrenOf(tree, node),
      keyOf: (fn) => keyOf(doc.functions[fn]),
      indexOf: (key) => findKey(once('keys', () => keyMap(doc.functions)), key),
   });
}

function valuesOf(doc, side) {
   return side === 'old' || !doc.self_new ? doc.self : doc.self_new;
}

function columns(doc) {
   const count = doc.parent.length;
   const column = (values, empty) => values
      ? Int32Array.from(values) : new Int32Array(count).fill(empty);
   return {
      count,
      parent: column(doc.parent, -1),
      fn: column(doc.function, 0),
      callLine: column(doc.call_line, 0),
      callFile: column(doc.call_file, -1),
      inlined: Uint8Array.from(doc.inlined || new Uint8Array(count)),
      starts: startsOf(doc.starts || [], count),
      calls: doc.calls ? Float64Array.from(doc.calls) : null,
   };
}

/* 1 of each node that begins the program or a thread. */
function startsOf(nodes, count) {
   const starts = new Uint8Array(count);
   for (const node of nodes)
      starts[node] = 1;
   return starts;
}

function linkNodes(tree) {
   const { count, parent } = tree;
   const firstChild = new Int32Array(count).fill(-1);
   const nextSibling = new Int32Array(count).fill(-1);
   const depth = new Int32Array(count);
   const roots = [];
   for (let node = count - 1; node >= 0; node--) {
      const above = parent[node];
      if (above < 0) {
         roots.push(node);
      } else {
         nextSibling[node] = firstChild[above];
         firstChild[above] = node;
      }
   }
   for (let node = 0; node < count; node++) {
      depth[node] = parent[node] < 0 ? 0 : depth[parent[node]] + 1;
   }
   Object.assign(tree, { firstChild, nextSibling, depth, roots: roots.reverse() });
}

function childrenOf(tree, node) {
   const out = [];
   for (let c = tree.firstChild[node]; c >= 0; c = tree.nextSibling[c]) {
      out.push(c);
   }
   return out;
}

/** The tree without the nodes of libraries that have a caller. `home` of each node is the
   nearest one above that is left: often itself. */
export function withoutLibraries(tree) {
   const { count, fn, library } = tree;
   const parent = new Int32Array(count).fill(-1), home = new Int32Array(count);
   const lists = new Map();
   for (let node = 0; node < count; node++) {
      const above = tree.parent[node] < 0 ? -1 : home[tree.parent[node]];
      if (above >= 0 && library[fn[node]]) {
         home[node] = above;
         continue;
      }
      home[node] = node;
      parent[node] = above;
      if (above >= 0 && !lists.has(above)) {
         lists.set(above, []);
      }
      if (above >= 0) {
         lists.get(above).push(node);
      }
   }
   return { ...tree, parent, home, children: (node) => lists.get(node) || [] };
}

/** The inclusive values by node of the values `self` by node. */
export function addUp(tree, self) {
   const sums = Float64Array.from(self);
   for (let node = tree.count - 1; node >= 0; node--) {
      if (tree.parent[node] >= 0) {
         sums[tree.parent[node]] += sums[node];
      }
   }
   return sums;
}

/** The file of the line that calls a node, or null. */
export function callFile(paths, node) {
   const file = paths.files[paths.callFile[node]];
   return file || paths.functions[paths.fn[paths.parent[node]]].file || null;
}

/** Calls enter(node) before, and leave(node) after those of the nodes below it. */
export function walk(tree, enter, leave) {
   for (const root of tree.roots) {
      let node = root;
      while (node >= 0) {
         enter(node);
         let next = tree.firstChild[node];
         while (next < 0) {
            leave(node);
            if (node === root) {
               break;
            }
            next = tree.nextSibling[node];
            if (next < 0) {
               node = tree.parent[node];
            }
         }
         node = next;
      }
   }
}

function sumFunctions(tree, nFunctions, self, inclusive) {
   const sums = { self: new Float64Array(nFunctions),
      inclusive: new Float64Array(nFunctions) };
   const active = new Int32Array(nFunctions);
   walk(tree, (node) => {
      const fn = tree.fn[node];
      sums.self[fn] += self[node];
      if (active[fn]++ === 0) {
         sums.inclusive[fn] += inclusive[node];
      }
   }, (node) => {
      active[tree.fn[node]]--;
   });
   return sums;
}

function groupNodes(tree, nFunctions) {
   const groups = Array.from({ length: nFunctions }, () => []);
   tree.fn.forEach((fn, node) => groups[fn].push(node));
   return groups;
}

function keyOf({ name, file, object }) {
   return functionKey(name, file, object);
}

function keyMap(functions) {
   const keys = new Map();
   functions.forEach((fn, index) => {
      for (const key of [keyOf(fn), fn.name]) {
         if (!keys.has(key)) {
            keys.set(key, index);
         }
      }
   });
   return keys;
}

function findKey(keys, key) {
   return keys.has(key) ? keys.get(key) : -1;
}
