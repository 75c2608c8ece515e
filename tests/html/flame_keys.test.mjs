/* flame_keys.test.mjs -- SPDX-License-Identifier: GPL-2.0-or-later */

import assert from 'node:assert';
import { test } from 'node:test';
import { makeKeys } from '../../annotate/page/flame_keys.js';
import { layoutOf, mergeCallees, mergeCallers }
   from '../../annotate/page/flame_layout.js';

/* all { main { b 30 { c }, a 20 { c }, d 1 } }, by place 0 1 2 3 4 5 6 */
const PATHS = { parent: [-1, 0, 0, 1, 2, 0], fn: [0, 1, 2, 3, 3, 4],
                inlined: [0, 0, 0, 0, 0, 0] };
const SIZES = [51, 51, 20, 30, 5, 7, 1]; /* of frames: all main a b c c d */

function calleesOf() {
   const merged = mergeCallees(PATHS, [0]);
   return { id: 'callees', layout: layoutOf(merged, Float64Array.from(SIZES)) };
}

function viewOf(form, parts = [calleesOf()]) {
   const said = [];
   const view = {
      scene: { form, parts }, zoom: { callees: 0, callers: 0 }, said,
      cursor: { part: parts[parts.length - 1], place: 0 },
      pane: { least: () => 2, boxes: () => [] },
      paths: { keyOf: (fn) => `key ${fn}` },
      ctx: { views: [{ id: 'source' }], go: (patch) => said.push(patch),
             announce: (text) => said.push(text) },
      actions: {
         select: (part, place) => {
            view.cursor = { part, place };
         },
         zoomTo: (part, place) => said.push(['zoom', part.id, place]),
         sandwich: (fn) => said.push(['sandwich', fn]),
      },
   };
   return view;
}

function press(view, ...keys) {
   const listener = makeKeys(view);
   let prevented = 0;
   for (const key of keys)
      listener({ key, preventDefault: () => prevented++ });
   assert.strictEqual(prevented, keys.length);
   return view.cursor.place;
}

test('an icicle has callees below', () => {
   const view = viewOf('icicle');
   assert.strictEqual(press(view, 'ArrowDown', 'ArrowDown'), 2);
   assert.strictEqual(press(view, 'ArrowRight'), 4);
   assert.strictEqual(press(view, 'ArrowRight'), 4, 'the next one is too narrow');
   assert.strictEqual(press(view, 'ArrowDown', 'ArrowDown'), 5);
   assert.strictEqual(press(view, 'ArrowLeft'), 3);
   assert.strictEqual(press(view, 'ArrowUp', 'ArrowUp'), 1);
   assert.strictEqual(press(view, 'Home', 'ArrowUp'), 0);
   view.pane.least = () => 40;
   assert.strictEqual(press(view, 'ArrowDown', 'ArrowDown'), 1, 'callees are too narrow');
});

test('a flame graph has callees above', () => {
   assert.strictEqual(press(viewOf('flame'), 'ArrowUp', 'ArrowUp', 'ArrowDown'), 1);
});

test('above the zoomed frame, the way leads to it', () => {
   const view = viewOf('icicle');
   view.zoom.callees = 5;
   assert.strictEqual(press(view, 'ArrowDown', 'ArrowDown'), 4);
   assert.strictEqual(press(view, 'ArrowDown'), 5);
   assert.strictEqual(press(view, 'ArrowLeft'), 5, 'what is not in sight is passed over');
});

test('a sandwich has callers above and callees below its function', () => {
   const callers = { id: 'callers', layout: layoutOf(mergeCallers(PATHS, [1], 1),
      Float64Array.from([20, 20])) };
   const callees = { id: 'callees', layout: layoutOf(mergeCallees(PATHS, [1], 1),
      Float64Array.from([20, 5])) };
   const view = viewOf('sandwich', [callers, callees]);
   press(view, 'ArrowUp');
   assert.deepStrictEqual([view.cursor.part.id, view.cursor.place], ['callers', 1]);
   press(view, 'ArrowDown', 'ArrowDown');
   assert.deepStrictEqual([view.cursor.part.id, view.cursor.place], ['callees', 1]);
});

test('keys of the frame: zoom, sandwich, source, form', () => {
   const view = viewOf('icicle');
   press(view, 's', 'o');
   assert.deepStrictEqual(view.said, [], 'the root is no function');
   press(view, 'ArrowDown', 'Enter', 's', 'o', 'i');
   assert.deepStrictEqual(view.said, [['zoom', 'callees', 1], ['sandwich', 0],
      { view: 'source', fn: 'key 0', file: null, line: null }, { form: 'flame' }]);
});

test('Backspace zooms out by one, Escape by all, and then ends the search', () => {
   const view = viewOf('icicle');
   press(view, 'Backspace', 'Escape');
   view.zoom.callees = 4;
   press(view, 'Backspace', 'Escape');
   assert.deepStrictEqual(view.said,
      [{ q: null }, ['zoom', 'callees', 1], { node: null, caller: null }]);
});

test('n and N go round what was found', () => {
   const view = viewOf('icicle'), [part] = view.scene.parts;
   press(view, 'n');
   assert.deepStrictEqual(view.said, ['Nothing found in sight']);
   view.pane.boxes = () => [{ part, at: 2 }, { part, at: 3, isMatch: true },
                            { part, at: 5, isMatch: true }];
   assert.strictEqual(press(view, 'n'), 3);
   assert.strictEqual(press(view, 'n'), 5);
   assert.strictEqual(press(view, 'n'), 3);
   assert.strictEqual(press(view, 'N'), 5);
});

test('other keys, and those with Ctrl, are left alone', () => {
   const listener = makeKeys(viewOf('flame'));
   const prevent = () => assert.fail('prevented');
   listener({ key: 'Tab', preventDefault: prevent });
   listener({ key: 'constructor', preventDefault: prevent });
   listener({ key: 'n', ctrlKey: true, preventDefault: prevent });
});
