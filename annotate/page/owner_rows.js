/* owner_rows.js -- owner snapshots: what keeps how much in each, what grew since the look
   before, what is lost, and how blocks are reached; pure.

   An owner is known by its index in report.owners, in which the rows of a look follow
   each other, what keeps something before what it keeps.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { baseName, searched } from './format.js';
import { ownFrames, shortType } from './site_rows.js';

const WHEN = { asked: 'when asked', time: 'at a time', peak: 'near the peak',
   end: 'at the end' };

const LEAKS = [['definite', 'Definitely lost'], ['indirect', 'Indirectly lost'],
   ['possible', 'Possibly lost'], ['reachable', 'Still reachable']];

/* Roots that have no name of their own. */
const NAMELESS = { lost: 'Lost: nothing points to it', registers: 'Registers',
   'stack-top': 'Above the stack: arguments, thread descriptors',
   mapping: 'Mapped memory', shared: 'Pools of blocks',
   blocks: 'Blocks that do not count' };

/* ---- The tree ---- */

/* What tells a row from others of its look that the same owner keeps. */
function ownKey({ kind, name, file, function: fn, field, path }) {
   return JSON.stringify([kind, name, file, fn, field, path]);
}

/* By row a number, the same in each look for what is the same from the top down; of
   several in one look that are the same, each has one. */
function keysOf(owners) {
   const keys = [], numbers = new Map(), counts = new Map();
   for (const owner of owners) {
      const above = owner.above === null ? -1 : keys[owner.above];
      const key = `${above} ${ownKey(owner)}`, inLook = `${owner.look} ${key}`;
      const n = counts.get(inLook) || 0;
      counts.set(inLook, n + 1);
      keys.push(numberOf(numbers, `${n} ${key}`));
   }
   return keys;
}

function numberOf(numbers, text) {
   if (!numbers.has(text)) {
      numbers.set(text, numbers.size);
   }
   return numbers.get(text);
}

function childrenOf(owners) {
   const lists = owners.map(() => []);
   owners.forEach(({ above }, node) => {
      if (above !== null) {
         lists[above].push(node);
      }
   });
   return lists;
}

/**
 * Looks and owners of a report.
 * @param {object} report of a single heap profile
 * @returns {object|null} null without looks, else
 *    tree: {count, parent, children(node), fn} of all owners; fn: the same for what is a
 *    recursion in a tree of types
 *    bytes, blocks: what each owner retains
 *    grown: by how many bytes more than in the snapshot before; null in the first look
 *    looks: [{index, why, time, live: {bytes, blocks}, roots, first, end (owners),
 *       leaks (see leaksOf)}]
 */
export function looksOf(report) {
   const { looks, owners } = report;
   if (!looks || looks.length === 0) {
      return null;
   }
   const children = childrenOf(owners), numbers = new Map();
   const made = { owners, keys: keysOf(owners),
      bytes: Float64Array.from(owners, (owner) => owner.retained_bytes),
      blocks: Float64Array.from(owners, (owner) => owner.retained_blocks),
      grown: owners.map(({ grew_bytes: grown = null }) => grown),
      tree: { count: owners.length, children: (node) => children[node],
         parent: owners.map(({ above }) => (above === null ? -1 : above)),
         fn: owners.map((owner) =>
            numberOf(numbers, ownKey({ ...owner, field: null }))) } };
   made.looks = looks.map((look, index) => lookOf(look, index, made, report));
   return made;
}

function lookOf(look, index, { owners }, report) {
   const sum = (unit) => LEAKS.reduce((all, [kind]) => all + look[`${kind}_${unit}`], 0);
   const first = Math.max(0, owners.findIndex((owner) => owner.look === index));
   const end = first + owners.filter((owner) => owner.look === index).length;
   const roots = owners.flatMap((owner, node) =>
      (owner.look === index && owner.above === null ? [node] : []));
   return { index, why: look.why, time: look.time, roots, first, end,
      live: { bytes: sum('bytes'), blocks: sum('blocks') },
      leaks: leaksOf(report, look, index) };
}

/* ---- Growth ---- */

/** The same owner in another look, or -1. */
export function twinOf({ keys }, look, node) {
   const at = keys.indexOf(keys[node], look.first);
   return at < look.end ? at : -1;
}

/**
 * What kept blocks in the snapshot before, and is not listed in this one: it is gone, or
 * too small now; the largest first.
 */
export function goneSince({ looks, keys, bytes }, look) {
   if (look.index === 0) {
      return [];
   }
   const now = new Set(look.roots.map((node) => keys[node]));
   return looks[look.index - 1].roots.filter((node) => !now.has(keys[node]))
      .sort((a, b) => bytes[b] - bytes[a]);
}

/* ---- What is shown ---- */

/**
 * The weights by which the tree of a look is sorted; 0: not shown.
 * @param {boolean} isGrowth by what grew, with what led there; else by what is retained
 * @param {(function(number): boolean)|null} isMatch of a search: what matches, what
 *    keeps it and what it keeps is shown
 */
export function weightsIn(made, look, isGrowth, isMatch) {
   const { tree, bytes } = made;
   const weights = new Float64Array(tree.count);
   const isBelow = new Uint8Array(tree.count), isAbove = new Uint8Array(tree.count);
   for (let node = look.first; node < look.end; node++) {
      const above = tree.parent[node];
      isBelow[node] = !isMatch || isMatch(node) || (above >= 0 && isBelow[above]) ? 1 : 0;
      const size = isGrowth ? made.grown[node] : bytes[node];
      weights[node] = isBelow[node] ? Math.max(0, size) : 0;
   }
   for (let node = look.end - 1; node >= look.first; node--) {
      const above = tree.parent[node];
      isAbove[node] |= isBelow[node];
      if (above >= 0 && isAbove[node]) {
         isAbove[above] = 1;
         weights[above] = isGrowth ? Math.max(weights[above], weights[node])
            : bytes[above];
      }
   }
   return weights;
}

/** The look that a state says, or else the last one. */
export function chosenLook({ looks }, state) {
   const text = state['owners.look'];
   return (/^\d+$/.test(text) ? looks[text] : null) || looks[looks.length - 1];
}

/** The owner that a state says, or -1. */
export function chosenOwner(look, state) {
   const text = state['owners.of'];
   const node = /^\d+$/.test(text) ? Number(text) : -1;
   return node >= look.first && node < look.end ? node : -1;
}

/** The owners from the top down to `node`, which is the last. */
export function ownersAbove({ tree }, node) {
   const list = [];
   for (let at = node; at >= 0; at = tree.parent[at]) {
      list.unshift(at);
   }
   return list;
}

/* ---- Names ---- */

/** "near the peak": when a look was taken. */
export function whenOf({ why }) {
   return WHEN[why] || why;
}

/** What a root, or a step of a chain, is called. */
export function rootName({ kind, name }) {
   if (kind === 'frame') {
      return name === null ? 'A frame' : `frame of ${name}`;
   }
   return name || NAMELESS[kind] || 'memory without a symbol';
}

/**
 * How owners are named.
 * @param {function(string): string} shorten the name of a function
 * @returns {function(object): object} of an owner: title; field: of what keeps it, or '';
 *    whole: the title unshortened; by: of blocks with a type, what allocated them; place:
 *    {file, line, object} or null; inside: the function of a local variable
 */
export function namer(report, shorten) {
   const own = ownFrames(report);
   return (owner) => {
      const { kind, file, line, type } = owner;
      if (kind !== 'blocks') {
         const title = rootName(owner);
         const isObject = line === null || !(line > 0);
         return { title, whole: title, field: '', by: null, inside: owner.function,
            place: file === null ? null : isObject ? { file: null, line: 0, object: file }
               : { file, line, object: null } };
      }
      const frame = report.frames[own(owner.path)] || null;
      const name = frame === null ? '(unknown)' : frame.function;
      return { title: type === null ? shorten(name) : shortType(type),
         whole: type === null ? name : type, field: owner.field || '',
         by: type === null ? null : shorten(name), place: frame, inside: null };
   };
}

/** The text of an owner in which a search looks. */
export function searchText(owner, { whole, by, place }) {
   const { name, file, field, type, function: fn } = owner;
   return [whole, by, name, fn, field, type, file, place && place.file]
      .filter(Boolean).map(searched).join('\n');
}

/* ---- Two profiles ---- */

/** What the owners of two profiles have columns of: a model for columnsOf. */
export const RETAINED = { isPair: true, metric: () => 0, totals: [0], oldTotals: [0],
   metrics: [{ name: 'retained', title: 'Retained', unit: 'bytes',
      meaning: 'What would be lost without it.' }] };

/**
 * The owners of two profiles as a table of tablesOf. A row has `owner`, `named` (see
 * namer), and `old` and `values`, what it retains in each.
 * @param {object} report of a pair of heap profiles
 */
export function pairedOwners(report) {
   const nameOf = namer(report, (name) => name);
   return { id: 'owners', title: 'Owners',
      rows: (report.owners || []).map((owner) => ({ owner, named: nameOf(owner),
         old: [owner.old], values: [owner.new] })),
      name: ({ named }) => named.title,
      text: ({ owner, named }) => searchText(owner, named) };
}

/* ---- Leaks ---- */

/* kinds: [{kind, title, bytes, blocks, rest}], rest: bytes of places that are not listed;
   places: [{kind, title, bytes, blocks, rings, path}]. */
function leaksOf(report, look, index) {
   const titles = new Map(LEAKS);
   const places = (report.leaks || []).filter((leak) => leak.look === index
      && leak.kind !== 'reachable')
      .map((leak) => ({ ...leak, title: titles.get(leak.kind) || leak.kind }));
   const kinds = LEAKS.map(([kind, title]) => {
      const bytes = look[`${kind}_bytes`];
      const listed = places.filter((leak) => leak.kind === kind)
         .reduce((sum, leak) => sum + leak.bytes, 0);
      return { kind, title, bytes, blocks: look[`${kind}_blocks`],
         rest: kind === 'reachable' ? 0 : bytes - listed };
   });
   return { kinds, places };
}

/** What is lost in a look, without what is still reachable, in bytes. */
export function lostBytes({ leaks }) {
   return leaks.kinds.reduce((sum, { kind, bytes }) =>
      sum + (kind === 'reachable' ? 0 : bytes), 0);
}

/* ---- Chains ---- */

/**
 * The shortest chain to blocks of a call path in a look.
 * @returns {{name: string, refers: string, isCut: boolean}[]|null} refers: where the step
 *    refers to the next, ".field" or "+16"; isCut: steps are missing behind it
 */
export function chainTo(report, look, path) {
   const wanted = path.join(' ');
   const chain = (report.chains || []).find((one) => one.look === look.index
      && one.path.join(' ') === wanted);
   if (!chain) {
      return null;
   }
   const last = chain.steps.length - 1;
   return chain.steps.map((step, i) => {
      const hasOffset = step.offset !== undefined && step.offset !== null;
      return { name: rootName(step),
         refers: step.field ? `.${step.field}` : hasOffset && step.offset > 0
            && i < last ? `+${step.offset}` : '',
         isCut: !hasOffset && i > 0 && i < last };
   });
}

/** The index of the site with a path in report.sites, or -1. */
export function siteWith({ sites }, path) {
   const wanted = path.join(' ');
   return (sites || []).findIndex((site) => site.path.join(' ') === wanted);
}

/** "a.c:12" and the like of a frame's place, for texts. */
export function placeText({ file, line, object }) {
   return file ? `${baseName(file)}${line > 0 ? `:${line}` : ''}`
      : object ? baseName(object) : '';
}
