/* links.js -- who calls whom, and from which line; what lines cost with what they call.
   Pure.  Links come from the report's calls, which include call paths that are too small
   for the tree.  The tree has those of inlined functions that are too small for the
   report, and all of a pair or heap profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { functionKey, walk } from './paths.js';

/**
 * All calls of a function by another from one line.
 * @typedef {object} Link
 * @property {?string} caller    key of the function; null: the system
 * @property {string} callee
 * @property {string} calleeFile
 * @property {string} file       of the line; '' if unknown
 * @property {number} line       0 if unknown
 * @property {?number} calls     null if unknown, as of inlined code
 * @property {boolean} isInlined the callee's code is inlined into the caller's
 */

/**
 * The links of a model.
 * @typedef {object} Links
 * @property {function(string): Link[]} callers   of the function with a key
 * @property {function(string): Link[]} callees
 * @property {function(string, number): Link[]} atLine   calls from a line of a file
 * @property {function(Link, number, string=): ?number} value   what a link cost with all
 *    that was called: of a metric, on the side 'new' or 'old'; recursion counts once
 * @property {function(string, string): string} keyOf  the key that links know a function
 *    by: code in main that is inlined from a header is "main|x.h" in the report's files
 * @property {function(string): Link[]} inlinedOf  to inlined functions of a file
 * @property {function(string): number[]} linesOf   the lines of a file with calls
 * @property {function(string, string, number): {file: string, line: number}} bodyOf
 *    where to look for a function that has no counted lines, as inlined ones: its line in
 *    its file that calls most, or else the line that calls it; line 0 if neither is known
 * @property {function(number, string=): Map} lineCosts   by "file:line": {called,
 *    inlined}, what the line cost by its calls and by code inlined into it
 */

const made = new WeakMap();

/**
 * The links of a model, made at the first call.
 * @param {object} model
 * @returns {?Links} null if the profile has no calls
 */
export function linksOf(model) {
   if (!made.has(model)) {
      made.set(model, makeLinks(model));
   }
   return made.get(model);
}

function makeLinks(model) {
   const arcs = model.report.calls && model.report.calls.arcs;
   const tree = model.paths ? linksOfTree(model.paths) : null;
   if (!arcs && tree === null) {
      return null;
   }
   const ofArcs = tables(arcs ? linksOfArcs(model.report.calls) : []);
   const ofTree = tables(tree === null ? [] : tree.links);
   const sums = once((metric, side) => treeSums(model, tree, metric, side));
   const value = (link, metric, side = 'new') => {
      if (link.values !== null) {
         return link.values[metric];
      }
      const found = sums(metric, side);
      return found === null ? null : found.links[link.id];
   };
   const lineCosts = once((metric, side) =>
      addLines(ofArcs.places, (link) => value(link, metric, side), sums(metric, side)));
   const callersOf = (key) => ofArcs.callers.get(key) || ofTree.callers.get(key) || [];
   const calleesOf = (key) => ofArcs.callees.get(key) || ofTree.callees.get(key) || [];
   const names = keysByName(model);
   const most = (list, metric) => list.reduce((best, link) =>
      best === null || value(link, metric) > value(best, metric) ? link : best, null);
   return {
      callers: callersOf,
      callees: calleesOf,
      keyOf: (key, name) => callersOf(key).length > 0 || calleesOf(key).length > 0 ? key
         : keyByName(names, name) || key,
      inlinedOf: (file) => ofArcs.inlined.get(file) || ofTree.inlined.get(file) || [],
      linesOf: once((file) => [...new Set([...ofArcs.all, ...ofTree.all]
         .filter((link) => link.file === file && link.line > 0)
         .map((link) => link.line))]),
      bodyOf: (key, file, metric) => {
         const best = most(calleesOf(key).filter((link) =>
            link.line > 0 && link.file === file), metric)
            || most(callersOf(key).filter((link) => link.line > 0), metric);
         return best === null ? { file, line: 0 } : { file: best.file, line: best.line };
      },
      atLine: (file, line) => atPlace(`${file}:${line}`, ofArcs, ofTree),
      value,
      lineCosts: (metric, side = 'new') => lineCosts(metric, side),
   };
}

/* Keys of functions that were called, by name: inlined code is that of others. */
function keysByName({ report, paths }) {
   const functions = report.calls && report.calls.arcs
      ? report.calls.functions.filter((fn) => !fn.inlined)
      : paths === null ? [] : paths.functions;
   const names = new Map();
   for (const fn of functions) {
      const keys = names.get(fn.name) || new Set();
      names.set(fn.name, keys.add(functionKey(fn.name, fn.file, fn.object)));
   }
   return names;
}

/* Of several, it is not known which. */
function keyByName(names, name) {
   const keys = names.get(name);
   return keys !== undefined && keys.size === 1 ? [...keys][0] : null;
}

function tables(links) {
   return {
      all: links,
      callers: groupBy(links, (link) => link.callee),
      callees: groupBy(links, (link) => link.caller),
      places: groupBy(links, placeOf),
      inlined: groupBy(links.filter((link) => link.isInlined), (link) => link.calleeFile),
   };
}

/* The report's links, and the tree's to functions that the report has not here. */
function atPlace(place, ofArcs, ofTree) {
   const links = ofArcs.places.get(place) || [];
   const callees = new Set(links.map((link) => link.callee));
   const others = ofTree.places.get(place) || [];
   return [...links, ...others.filter((link) => !callees.has(link.callee))];
}

function once(make) {
   const memory = new Map();
   return (...values) => {
      const name = JSON.stringify(values);
      if (!memory.has(name)) {
         memory.set(name, make(...values));
      }
      return memory.get(name);
   };
}

function groupBy(links, keyOf) {
   const groups = new Map();
   for (const link of links) {
      const key = keyOf(link);
      const group = groups.get(key);
      if (group) {
         group.push(link);
      } else {
         groups.set(key, [link]);
      }
   }
   groups.delete('');
   return groups;
}

/* '' if it is not known. */
function placeOf(link) {
   return link.line > 0 && link.file !== '' ? `${link.file}:${link.line}` : '';
}

function linksOfArcs({ functions, arcs }) {
   const keys = functions.map((fn) => functionKey(fn.name, fn.file, fn.object));
   return arcs.map((arc) => ({
      caller: arc.caller === null ? null : keys[arc.caller], callee: keys[arc.callee],
      calleeFile: functions[arc.callee].file || '',
      file: arc.file || '', line: arc.line,
      calls: arc.calls === undefined ? null : arc.calls,
      isInlined: functions[arc.callee].inlined, values: arc.inclusive, id: -1,
   }));
}

/* ---- From the tree ---- */

function linkOfNode(paths, node) {
   const above = paths.parent[node];
   const caller = above < 0 ? null : paths.fn[above];
   const line = caller === null ? 0 : paths.callLine[node];
   const known = paths.callFile[node];
   const file = known >= 0 ? paths.files[known]
      : caller === null || line === 0 ? '' : paths.functions[caller].file;
   return {
      caller: caller === null ? null : paths.keyOf(caller),
      callee: paths.keyOf(paths.fn[node]),
      calleeFile: paths.functions[paths.fn[node]].file || '',
      file: line > 0 && file || '', line, calls: null,
      isInlined: paths.inlined[node] === 1, values: null,
   };
}

/* Numbers of things by name, in the order of their first use. */
function numbers() {
   const known = new Map();
   return (name) => {
      if (!known.has(name)) {
         known.set(name, known.size);
      }
      return known.get(name);
   };
}

function linksOfTree(paths) {
   const numberOf = numbers();
   const numberOfPlace = numbers();
   const links = [];
   const linkOf = new Int32Array(paths.count);
   const placeIds = new Int32Array(paths.count).fill(-1);
   const places = [];
   for (let node = 0; node < paths.count; node++) {
      const link = linkOfNode(paths, node);
      const id = numberOf(JSON.stringify(
         [link.caller, link.callee, link.file, link.line, link.isInlined]));
      linkOf[node] = id;
      if (id === links.length) {
         links.push({ ...link, id });
      }
      addCalls(links[id], paths, node);
      const place = placeOf(link);
      if (place !== '') {
         placeIds[node] = numberOfPlace(`${link.isInlined ? 'i' : 'c'}${place}`);
         places[placeIds[node]] = { place, isInlined: link.isInlined };
      }
   }
   return { links, linkOf, isFirst: firsts(paths, linkOf, links.length),
      places, placeIds, isFirstOfPlace: firsts(paths, placeIds, places.length) };
}

function addCalls(link, paths, node) {
   if (paths.calls !== null && !link.isInlined) {
      link.calls += paths.calls[node];
   }
}

/* Which nodes have no node of the same id above them; -1 is no id. */
function firsts(paths, ids, count) {
   const isFirst = new Uint8Array(paths.count);
   const active = new Int32Array(count);
   walk(paths, (node) => {
      if (ids[node] >= 0 && active[ids[node]]++ === 0) {
         isFirst[node] = 1;
      }
   }, (node) => {
      if (ids[node] >= 0) {
         active[ids[node]]--;
      }
   });
   return isFirst;
}

/* Sums of links, by id, and of places by name: {called, inlined, isNested}.  Null if the
   tree lacks the metric. */
function treeSums(model, tree, metric, side) {
   const kind = tree === null ? -1 : model.metrics[metric].path;
   if (kind < 0) {
      return null;
   }
   const values = model.paths.inclusive(kind, side);
   const links = new Float64Array(tree.links.length);
   const places = new Map();
   for (let node = 0; node < model.paths.count; node++) {
      if (tree.isFirst[node] === 1) {
         links[tree.linkOf[node]] += values[node];
      }
      if (tree.placeIds[node] >= 0) {
         addPlace(places, tree.places[tree.placeIds[node]],
            tree.isFirstOfPlace[node] === 1 ? values[node] : null);
      }
   }
   return { links, places };
}

function addPlace(places, { place, isInlined }, value) {
   let sum = places.get(place);
   if (sum === undefined) {
      sum = { called: 0, inlined: 0, isNested: false };
      places.set(place, sum);
   }
   if (value === null) {
      sum.isNested = true;
   } else {
      sum[isInlined ? 'inlined' : 'called'] += value;
   }
}

/* ---- Lines ---- */

/* The costs of a line's links add up, unless some are on the paths of others.  Neither
   these nor the tree's are more than the line costs, as both leave out something small:
   the larger is nearer. */
function addLines(places, valueOf, sums) {
   const inTree = sums === null ? new Map() : sums.places;
   const costs = new Map();
   for (const [place, { called, inlined }] of inTree) {
      costs.set(place, { called, inlined });
   }
   for (const [place, links] of places) {
      const known = inTree.get(place);
      const isNested = known !== undefined && known.isNested;
      const cost = costs.get(place) || { called: 0, inlined: 0 };
      for (const name of ['called', 'inlined']) {
         const values = links.filter((link) => link.isInlined === (name === 'inlined'))
            .map(valueOf);
         const sum = isNested ? Math.max(0, ...values)
            : values.reduce((a, b) => a + b, 0);
         cost[name] = Math.max(cost[name], sum);
      }
      costs.set(place, cost);
   }
   return costs;
}
