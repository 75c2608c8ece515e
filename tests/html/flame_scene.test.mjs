/* flame_scene.test.mjs -- SPDX-License-Identifier: GPL-2.0-or-later */

import assert from 'node:assert';
import { test } from 'node:test';
import { makePaths } from '../../annotate/page/paths.js';
import { callLines, frameAt, matcher, placeOfText, sandwichPatch, sceneMaker,
         textOfPlace }
   from '../../annotate/page/flame_scene.js';

/* thread 1 { main { a 10 (line 4), a 5 (line 6), b 1 { a 2 } } }  thread 2 { b 20 } */
const DOC = {
   kinds: [{ name: 'Ir', title: 'Ir', unit: 'count' },
           { name: 'Dr', title: 'Dr', unit: 'count' }],
   shown: 0,
   functions: [{ name: 'thread 1' }, { name: 'thread 2' }, { name: 'main', file: 'm.c' },
               { name: 'Apply', file: 'a.c' }, { name: 'b', file: 'b.c' }],
   files: ['m.h'],
   parent: [-1, 0, 1, 1, 1, 4, -1, 6], function: [0, 2, 3, 3, 4, 3, 1, 4],
   call_line: [0, 0, 4, 6, 7, 9, 0, 0], call_file: [-1, -1, -1, 0, -1, -1, -1, -1],
   inlined: [0, 0, 0, 0, 0, 1, 0, 0], calls: [0, 1, 3, 4, 1, 1, 0, 9],
   self: [[0, 0, 10, 5, 1, 2, 0, 20], [0, 3, 0, 0, 0, 0, 0, 0]],
};

const OLD_AND_NEW = { ...DOC,
   self_new: [[0, 0, 20, 5, 0, 0, 0, 20], [0, 3, 0, 0, 0, 0, 0, 0]] };

function modelOf(doc, isPair = false) {
   const paths = makePaths(doc);
   return { paths, isPair, folds: ({ code }) => code === 'own',
            threadLabel: (name) => `${name} (named)`,
            metrics: doc.kinds.map(({ name }, path) =>
               ({ title: `Title of ${name}`, path })),
            kind: ({ kind }) =>
               Math.max(0, doc.kinds.findIndex((k) => k.name === kind)) };
}

const NAMES = DOC.functions.map((f) => f.name);

function shown(part) {
   const { layout } = part;
   return Array.from(layout.node, (frame, i) => {
      const fn = layout.merged.fn[frame];
      const name = fn < 0 ? 'all' : NAMES[fn];
      return `${' '.repeat(layout.depth[i])}${name} ${part.now[frame]}`;
   });
}

test('a flame graph of all threads', () => {
   const scene = sceneMaker(modelOf(DOC))({});
   assert.strictEqual(scene.form, 'flame');
   assert.deepStrictEqual(scene.values.kind,
      { name: 'Ir', title: 'Title of Ir', unit: 'count' });
   assert.deepStrictEqual(scene.total, { now: 38, old: null });
   assert.deepStrictEqual(scene.threads.map((t) => t.name), ['thread 1', 'thread 2']);
   assert.deepStrictEqual(scene.threads.map((t) => t.label),
      ['thread 1 (named)', 'thread 2 (named)']);
   assert.deepStrictEqual(shown(scene.parts[0]), ['all 38', ' thread 2 20', '  b 20',
      ' thread 1 18', '  main 18', '   Apply 15', '   b 3', '    Apply 2']);
});

/* main 1 { sort (a library's) 10 { cmp 5 { memcmp (a library's) 7 } }  b 2 } */
const LIBRARIES = {
   kinds: [{ name: 'Ir', title: 'Ir', unit: 'count' }], shown: 0,
   functions: [{ name: '(below main)', library: true }, { name: 'main' },
      { name: 'sort', library: true }, { name: 'cmp' },
      { name: 'memcmp', library: true }, { name: 'b' }],
   parent: [-1, 0, 1, 2, 3, 1], function: [0, 1, 2, 3, 4, 5],
   call_line: [0, 0, 4, 99, 6, 7], calls: [1, 1, 1, 30, 60, 2],
   self: [[0, 1, 10, 5, 7, 2]],
};

function drawn({ layout, now, own }) {
   const { functions } = LIBRARIES, { merged } = layout;
   return Array.from(layout.node, (frame, i) => `${' '.repeat(layout.depth[i])}${
      merged.fn[frame] < 0 ? 'all' : functions[merged.fn[frame]].name} ${now[frame]}${
      own ? ` ${own[frame]}` : ''}`);
}

test('code of libraries is a frame of the line of the program that runs it', () => {
   const model = modelOf(LIBRARIES), makeScene = sceneMaker(model);
   assert.deepStrictEqual(drawn(makeScene({}).parts[0]), ['all 25 0',
      ' (below main) 25 0', '  main 25 1', '   sort 22 10', '    cmp 12 5',
      '     memcmp 7 7', '   b 2 2']);
   const scene = makeScene({ code: 'own' }), [part] = scene.parts;
   assert.strictEqual(scene.isFolded, true);
   assert.deepStrictEqual(scene.total, { now: 25, old: null });
   assert.deepStrictEqual(drawn(part), ['all 25 0', ' (below main) 25 0',
      '  main 25 1', '   cmp 12 5', '    memcmp 7 7', '   sort 10 10', '   b 2 2']);
   const lines = part.layout.node.map((frame) => part.layout.merged.line[frame]);
   assert.deepStrictEqual(lines, [0, 0, 0, 0, 6, 4, 0]);
   /* Its calls and the lines of these are its own. */
   const cmp = frameAt(model.paths, part, 3);
   assert.deepStrictEqual([cmp.fn, cmp.own, cmp.calls], [3, 5, 30]);
   assert.deepStrictEqual(
      callLines(model.paths, part, 3, model.paths.inclusive(0)).map((c) => c.line), [99]);
   assert.strictEqual(placeOfText(part, '4'), 4, 'a folded node leads to its frame');
});

test('lines of one function have frames of their own for a library', () => {
   /* main { sort (line 4) 10 { memcmp 5 }  sort (line 9) 7 } */
   const doc = { ...LIBRARIES, parent: [-1, 0, 1, 2, 1], function: [0, 1, 2, 4, 2],
      call_line: [0, 0, 4, 99, 9], calls: [1, 1, 1, 30, 1], self: [[0, 0, 10, 5, 7]] };
   const [part] = sceneMaker(modelOf(doc))({ code: 'own' }).parts;
   assert.deepStrictEqual(drawn(part), ['all 22 0', ' (below main) 22 0',
      '  main 22 0', '   sort 15 15', '   sort 7 7']);
   assert.deepStrictEqual(part.layout.node.map((f) => part.layout.merged.line[f]),
      [0, 0, 0, 4, 9]);
});

test('a sandwich has callers and callees of the program', () => {
   const model = modelOf(LIBRARIES);
   const scene = sceneMaker(model)({ form: 'sandwich', code: 'own', fn: 'cmp' });
   assert.deepStrictEqual(scene.parts.map(drawn), [
      ['cmp 12', ' main 12', '  (below main) 12'], ['cmp 12 5', ' memcmp 7 7']]);
   const largest = sceneMaker(model)({ form: 'sandwich', code: 'own' });
   assert.strictEqual(model.paths.functions[largest.fn].name, 'cmp');
   const all = sceneMaker(model)({ form: 'sandwich' });
   assert.strictEqual(model.paths.functions[all.fn].name, 'sort');
});

test('one thread, one event', () => {
   const make = sceneMaker(modelOf(DOC));
   assert.deepStrictEqual(shown(make({ thread: 'thread 2', form: 'icicle' }).parts[0]),
      ['all 20', ' thread 2 20', '  b 20']);
   const scene = make({ kind: 'Dr', thread: 'no such' });
   assert.strictEqual(scene.thread, null);
   assert.deepStrictEqual(shown(scene.parts[0]), ['all 3', ' thread 1 3', '  main 3']);
});

test('a sandwich has callers and callees of one function', () => {
   const scene = sceneMaker(modelOf(DOC))({ form: 'sandwich', fn: 'b' });
   const [callers, callees] = scene.parts;
   assert.deepStrictEqual(shown(callers),
      ['b 23', ' thread 2 20', ' main 3', '  thread 1 3']);
   assert.deepStrictEqual(shown(callees), ['b 23', ' Apply 2']);
   assert.deepStrictEqual(scene.total, { now: 23, old: null });
   assert.deepStrictEqual(scene.whole, { now: 38, old: null });
   assert.strictEqual(callers.own, null);
});

test('a sandwich of one thread', () => {
   const scene = sceneMaker(modelOf(DOC))(
      { form: 'sandwich', fn: 'b', thread: 'thread 1' });
   assert.deepStrictEqual(shown(scene.parts[0]), ['b 3', ' main 3', '  thread 1 3']);
   assert.strictEqual(scene.whole.now, 18);
});

test('a sandwich of no function known is that of the largest self cost', () => {
   const make = sceneMaker(modelOf(DOC));
   assert.strictEqual(make({ form: 'sandwich' }).fn, 4);
   assert.strictEqual(make({ form: 'sandwich', fn: '__proto__' }).fn, 4);
   assert.strictEqual(make({ form: 'sandwich', kind: 'Dr' }).fn, 2);
});

test('unknown code is no first choice of a sandwich', () => {
   const functions = DOC.functions.map((f, i) => (i === 4 ? { name: '???' } : f));
   const make = sceneMaker(modelOf({ ...DOC, functions }));
   assert.strictEqual(make({ form: 'sandwich' }).fn, 3);
});

test('a sandwich of one of two functions with the same key', () => {
   const functions = DOC.functions.map((f, i) =>
      (i < 3 ? f : { name: 'init', object: `lib${i}` }));
   const { paths, ...model } = modelOf({ ...DOC, functions });
   const make = sceneMaker({ paths, ...model });
   assert.deepStrictEqual(sandwichPatch(paths, 4), { form: 'sandwich', fn: 'init',
      of: 4, node: null, caller: null });
   assert.strictEqual(make({ form: 'sandwich', fn: 'init', of: '4' }).fn, 4);
   assert.strictEqual(make({ form: 'sandwich', fn: 'init' }).fn, 3);
   assert.strictEqual(make({ form: 'sandwich', fn: 'main', of: '4' }).fn, 2);
   for (const of of ['99', '-1', 'x', '3.5'])
      assert.strictEqual(make({ form: 'sandwich', fn: 'init', of }).fn, 3, of);
});

test('a pair: widths of both runs, values of each', () => {
   const make = sceneMaker(modelOf(OLD_AND_NEW, true));
   const [part] = make({}).parts;
   assert.deepStrictEqual([part.now[0], part.old[0], part.layout.width[0]], [45, 38, 83]);
   assert.strictEqual(make({ side: 'old' }).parts[0].now[0], 38);
   assert.strictEqual(make({ side: 'old' }).parts[0].old, null);
   assert.strictEqual(make({ side: 'new' }).parts[0].now[0], 45);
   assert.ok(shown(part).includes('    Apply 0'), 'what the new run lacks is there');
});

test('what is below zero has no width', () => {
   const [now, other] = DOC.self;
   const self = [now.map((value, node) => (node === 7 ? -20 : value)), other];
   const [part] = sceneMaker(modelOf({ ...DOC, self }))({}).parts;
   assert.strictEqual(part.now[0], -2);
   assert.ok(part.layout.width.every((width) => width >= 0));
   assert.ok(!shown(part).includes(' thread 2 -20'));
   const [pair] = sceneMaker(modelOf({ ...OLD_AND_NEW, self }, true))({}).parts;
   assert.strictEqual(pair.layout.width[0], 45);
});

test('a frame knows its values and calls', () => {
   const model = modelOf(DOC), [part] = sceneMaker(model)({}).parts;
   assert.deepStrictEqual(frameAt(model.paths, part, 5),
      { fn: 3, node: 2, isInlined: false, now: 15, old: null, own: 15, ownOld: null,
        calls: 7 });
   assert.strictEqual(frameAt(model.paths, part, 7).isInlined, true);
   assert.deepStrictEqual(frameAt(model.paths, part, 0),
      { fn: -1, node: -1, isInlined: false, now: 38, old: null, own: 0, ownOld: null,
        calls: null });
});

test('a frame knows the lines that call it', () => {
   const model = modelOf(DOC), [part] = sceneMaker(model)({}).parts;
   assert.deepStrictEqual(callLines(model.paths, part, 5, model.paths.inclusive(0)),
      [{ file: 'm.c', line: 4, value: 10 }, { file: 'm.h', line: 6, value: 5 }]);
   assert.deepStrictEqual(callLines(model.paths, part, 0, model.paths.inclusive(0)), []);
});

test('places of nodes, and of texts that are none', () => {
   const [part] = sceneMaker(modelOf(DOC))({}).parts;
   assert.strictEqual(placeOfText(part, '2'), 5);
   assert.strictEqual(placeOfText(part, '3'), 5);
   assert.strictEqual(textOfPlace(part, 5), '2');
   assert.strictEqual(textOfPlace(part, 0), null);
   for (const text of [undefined, '', '-1', '1e9', '99999999999999', 'x', '4.5', '2.'])
      assert.strictEqual(placeOfText(part, text), 0, text);
});

test('places of callers belong to their function', () => {
   const make = sceneMaker(modelOf(DOC));
   const [callers] = make({ form: 'sandwich', fn: 'b' }).parts;
   assert.strictEqual(textOfPlace(callers, 2), '4.1');
   assert.strictEqual(placeOfText(callers, '4.1'), 2);
   for (const text of ['1', '4.77', '3.1', undefined])
      assert.strictEqual(placeOfText(callers, text), 0, text);
});

test('a frame matches by a part of its name, in any case', () => {
   const [part] = sceneMaker(modelOf(DOC))({}).parts;
   const isMatch = matcher(part, NAMES.map((n) => n.toLowerCase()), 'APP');
   assert.deepStrictEqual(shown(part).filter((_, i) => isMatch(part.layout.node[i])),
      ['   Apply 15', '    Apply 2']);
});
