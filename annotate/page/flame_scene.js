/* flame_scene.js -- what a flame graph shows for a state of the page; pure.

   A scene has one part, or two if it is a sandwich: callers above and callees below one
   function.  Each part is a layout with the values of its frames.  Of a pair of runs, a
   frame is as wide as both its values together: what only one run has can be seen, too.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { addUp, callFile } from './paths.js';
import { layoutOf, mergeCallees, mergeCallers, outermost, ownOf, threadsOf }
   from './flame_layout.js';

export const FORMS = ['flame', 'icicle', 'sandwich'];

/**
 * Values of the kind and the sides that a state asks for.
 * @param {object} model paths (paths.js), isPair, kind(state), metrics, threadLabel
 * @returns {object} now, old: self values by node; old is null but for a pair;
 *    kind: {name, title, unit}
 */
export function valuesOfKind({ paths, isPair, kind, metrics }, state) {
   const index = kind(state), { title } = metrics.find(({ path }) => path === index);
   const values = (now, old) => ({ now, old, kind: { ...paths.kinds[index], title } });
   if (!isPair || state.side === 'new')
      return values(paths.self(index, 'new'), null);
   const old = paths.self(index, 'old');
   return state.side === 'old' ? values(old, null)
                               : values(paths.self(index, 'new'), old);
}

/**
 * Scenes of a model, which remember merged trees.
 * @param {object} model paths (paths.js), isPair, kind(state), metrics, threadLabel,
 *    folds(state) (data.js)
 * @param {object} [source] valuesOf(model, state), as valuesOfKind; threads:
 *    [{name, roots}], roots is null if the values alone say what is a thread's
 * @returns {function(object): object} of a state of the page: a scene
 *    form; fn: of a sandwich, or -1; threads, each with what reports call it as label;
 *    thread: the chosen one, or null
 *    values: see valuesOfKind; parts: see makePart
 *    whole: {now, old}: of the program, or the thread; total: of what is shown
 */
export function sceneMaker(model, source = {}) {
   const { paths } = model, { valuesOf = valuesOfKind } = source;
   const threads = (source.threads || threadsOf(paths, paths.functions))
      .map((thread) => ({ ...thread, label: model.threadLabel(thread.name) }));
   const trees = new Map();
   const treeOf = (key, make) => {
      if (!trees.has(key))
         trees.set(key, make());
      return trees.get(key);
   };
   return (state) => {
      const form = FORMS.includes(state.form) ? state.form : FORMS[0];
      const thread = threads.find((t) => t.name === state.thread) || null;
      const roots = thread && thread.roots, name = roots ? thread.name : '';
      const values = valuesOf(model, state), isFolded = model.folds(state);
      const folded = isFolded ? paths.library : null;
      const scene = { form, threads, thread, values, fn: -1, isFolded };
      if (form === 'sandwich') {
         scene.fn = functionOf(model, state);
         const { callers, callees } = treeOf(`${scene.fn} ${isFolded} ${name}`,
            () => sandwichOf(paths, scene.fn, roots, folded));
         scene.parts = [callersPart(paths, callers, values),
                        calleesPart(callees, values)];
      } else {
         const tree = treeOf(`${isFolded} ${name}`,
            () => mergeCallees(paths, roots || paths.roots, -1, folded));
         scene.parts = [calleesPart(tree, values)];
      }
      const { now, old } = scene.parts[0];
      scene.total = { now: now[0], old: old && old[0] };
      scene.whole = wholeOf(paths, roots || paths.roots, values);
      return scene;
   };
}

/** The sums of values, {now, old}, below some roots. */
export function wholeOf(paths, roots, { now, old }) {
   const sum = (self) => {
      const inclusive = addUp(paths, self);
      return roots.reduce((all, root) => all + inclusive[root], 0);
   };
   return { now: sum(now), old: old && sum(old) };
}

/**
 * What a state needs to show the sandwich of a function.  Functions of two objects can
 * have the same key; so `of` is the number.
 */
export function sandwichPatch(paths, fn) {
   return { form: 'sandwich', fn: paths.keyOf(fn), of: fn, node: null, caller: null };
}

/** The function of a key and, of several that have it, a number; or -1. */
export function chosenFunction(paths, { fn, of }) {
   if (fn === undefined)
      return -1;
   const isOf = /^\d+$/.test(of) && of < paths.functions.length;
   return isOf && paths.keyOf(of) === fn ? Number(of) : paths.indexOf(fn);
}

/* The function of the state, or else the named one of the largest self cost. */
function functionOf({ paths, kind, folds }, state) {
   const chosen = chosenFunction(paths, state), isFolded = folds(state);
   if (chosen >= 0)
      return chosen;
   const { self } = paths.functionSums(kind(state));
   const cost = (fn) => (paths.functions[fn].name === '???'
      || (isFolded && paths.library[fn]) ? -1 : self[fn]);
   return self.reduce((best, _, fn) => (cost(fn) > cost(best) ? fn : best), 0);
}

function sandwichOf(paths, fn, roots, folded) {
   const tops = outermost(paths, fn, roots);
   return { callers: mergeCallers(paths, tops, fn, folded),
            callees: mergeCallees(paths, tops, fn, folded) };
}

/* ---- Parts ---- */

/* id: "callers" or "callees"; layout: see flame_layout.js; by frame: now, old: inclusive
   values; own, ownOld: self values, null of callers. */
function makePart(id, merged, own, ownOld) {
   const add = (values) => addUp({ count: values.length, parent: merged.parent }, values);
   const now = add(own), old = ownOld && add(ownOld);
   const size = (values, i) => (values ? Math.max(0, values[i]) : 0);
   const sizes = now.map((_, i) => size(now, i) + size(old, i));
   return { id, layout: layoutOf(merged, sizes), now, old, own, ownOld };
}

function calleesPart(merged, { now, old }) {
   return makePart('callees', merged, ownOf(merged, now), old && ownOf(merged, old));
}

/* The callers' frames have what the function cost when they called it. */
function callersPart(paths, merged, { now, old }) {
   const cost = (self) => ownOf(merged, addUp(paths, self));
   return { ...makePart('callers', merged, cost(now), old && cost(old)),
            own: null, ownOld: null };
}

/* ---- Frames ---- */

/**
 * All that is known of a frame.
 * @param {number} place in the part's layout
 * @returns {object} fn (-1: all), node (the first of the document's, or -1), isInlined;
 *    now, old; own, ownOld (null: unknown); calls (null: unknown)
 */
export function frameAt(paths, part, place) {
   const { merged } = part.layout, frame = part.layout.node[place];
   const value = (values) => (values ? values[frame] : null);
   return {
      fn: merged.fn[frame], node: merged.node[frame],
      isInlined: merged.inlined[frame] === 1,
      now: value(part.now), old: value(part.old),
      own: value(part.own), ownOld: value(part.ownOld),
      calls: part.own && merged.fn[frame] >= 0 ? callsOf(paths, merged, frame) : null,
   };
}

function callsOf(paths, merged, frame) {
   if (!paths.calls)
      return null;
   let calls = 0;
   for (let i = 0; i < merged.of.length; i++)
      if (merged.of[i] === frame && paths.fn[i] === merged.fn[frame])
         calls += paths.calls[i];
   return calls;
}

/**
 * Where the callers call a frame of callees, the line with the most first.
 * @returns {{file: string|null, line: number}[]}
 */
export function callLines(paths, part, place, inclusive) {
   const { merged } = part.layout, frame = part.layout.node[place];
   const lines = new Map();
   for (let i = 0; part.own && i < merged.of.length; i++) {
      if (merged.of[i] !== frame || paths.fn[i] !== merged.fn[frame]
          || !(paths.callLine[i] > 0) || paths.parent[i] < 0)
         continue;
      const file = callFile(paths, i), line = paths.callLine[i];
      const key = `${line} ${file}`;
      const known = lines.get(key) || { file, line, value: 0 };
      known.value += inclusive[i];
      lines.set(key, known);
   }
   return [...lines.values()].sort((a, b) => b.value - a.value);
}

/**
 * What an address says of a place, to zoom to it: of callees one of the document's
 * nodes; callers have none of their own, so it is the function and the frame.
 * @returns {string|null} null: the root
 */
export function textOfPlace(part, place) {
   const { merged, node } = part.layout, frame = node[place];
   if (place === 0)
      return null;
   return part.id === 'callees' ? `${merged.node[frame]}` : `${merged.fn[0]}.${frame}`;
}

/**
 * The place that an address says.
 * @returns {number} 0 if it names none
 */
export function placeOfText(part, text) {
   const { merged, placeOf } = part.layout;
   const [, fn, number] = /^(?:(\d+)\.)?(\d+)$/.exec(text) || [];
   if (part.id === 'callees')
      return fn ? 0 : Math.max(0, placeOf[merged.of[number]] || 0);
   return fn === `${merged.fn[0]}` ? Math.max(0, placeOf[number] || 0) : 0;
}

/**
 * The frames of a part whose function's name contains `text`, in any case.
 * @param {string[]} names of functions, in lower case
 */
export function matcher(part, names, text) {
   const wanted = text.toLowerCase();
   const { fn } = part.layout.merged;
   return (frame) => fn[frame] >= 0 && names[fn[frame]].includes(wanted);
}
