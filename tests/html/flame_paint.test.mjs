/* flame_paint.test.mjs -- SPDX-License-Identifier: GPL-2.0-or-later */

import assert from 'node:assert';
import { test } from 'node:test';
import { lookOf, objectColours, ownerColours, paint, ROW }
   from '../../annotate/page/flame_paint.js';

const LOOK = { fill: '--flame-1', text: '--fg', shade: 0 };

/* A canvas that remembers what was drawn; each letter is 6 pixels wide. */
function canvas() {
   const drawn = [];
   return {
      drawn, globalAlpha: 1,
      measureText: (text) => ({ width: 6 * text.length }),
      fillText: (text) => drawn.push(text),
      fillRect(x, y, width) {
         drawn.push([this.fillStyle, x, y, Math.round(width)]);
      },
      strokeRect(x, y) {
         drawn.push(['outline', this.strokeStyle, Math.floor(x), Math.floor(y)]);
      },
      lineTo: (x, y) => drawn.push(['broken line', x, y]),
      clearRect() {}, setLineDash() {}, beginPath() {}, moveTo() {}, stroke() {},
   };
}

function painted(boxes, more = {}) {
   const context = canvas();
   paint({ context, colour: (name) => name, widths: new Map(), ...more },
      boxes.map((box) => ({ at: 1, x: 0, row: 0, label: '', look: LOOK, ...box })),
      { top: 0, width: 100, height: 60 });
   return context.drawn;
}

test('objects with the most cost have colours of their own', () => {
   const functions = [{ object: 'a' }, { object: 'b' }, {}, { object: 'b' },
                      { object: '__proto__' }];
   const { objects, of } = objectColours(functions, Float64Array.of(5, 3, 99, 4, 1));
   assert.deepStrictEqual(objects, ['b', 'a', '__proto__']);
   assert.deepStrictEqual(Array.from(of), [2, 1, 0, 1, 3]);
});

test('the eighth object and further ones are others', () => {
   const functions = Array.from({ length: 9 }, (_, i) => ({ object: `o${i}` }));
   const { of } = objectColours(functions, Float64Array.of(9, 8, 7, 6, 5, 4, 3, 2, 1));
   assert.deepStrictEqual(Array.from(of), [1, 2, 3, 4, 5, 6, 7, 0, 0]);
});

test('own code, libraries and the system have a colour each', () => {
   const objects = ['/a/prog', '/a/prog', '/lib/libz.so.1', '/lib/libc.so.6',
      '/lib/ld-linux-x86-64.so.2', '/lib/libm.so.6', '/lib/libcurl.so.4', '[vdso]',
      undefined];
   const library = objects.map((_, i) => i > 0);
   const { of } = ownerColours(objects.map((object) => ({ object })), library);
   assert.deepStrictEqual(Array.from(of), [1, 2, 2, 0, 0, 0, 2, 0, 2]);
});

test('colours of change: blue for less, red for more, none for the same', () => {
   const fill = (now, old) => lookOf('change', { now, old, own: 0 }, { name: '' }).fill;
   assert.strictEqual(fill(0, 8), 'var(--better-4)');
   assert.strictEqual(fill(8, 0), 'var(--worse-4)');
   assert.strictEqual(fill(101, 100), 'var(--worse-1)');
   assert.strictEqual(fill(8, 8), '--flame-same');
   assert.strictEqual(fill(0, 0), '--flame-same');
});

test('colours of own cost; callers have none, and get those of objects', () => {
   const look = (own) => lookOf('self', { now: 9, old: null, own },
      { name: 'f', palette: 3, most: 10 });
   assert.strictEqual(look(10).fill, 'var(--heat-9)');
   assert.strictEqual(look(0).fill, '--flame-none');
   assert.strictEqual(look(0.001).fill, 'var(--heat-2)');
   assert.strictEqual(look(null).fill, '--flame-3');
});

test('names are cut to what fits', () => {
   const texts = (label, width) => painted([{ label, width }])
      .filter((item) => typeof item === 'string');
   assert.deepStrictEqual(texts('main', 60), ['main']);
   assert.deepStrictEqual(texts('a_long_name', 50), ['a_lon…']);
   assert.deepStrictEqual(texts('a_long_name', 43), ['']);
   assert.deepStrictEqual(texts('main', 40), ['main']);
   assert.deepStrictEqual(texts('main', 20), []);
});

test('narrow frames, matches, inlined and selected frames', () => {
   assert.deepStrictEqual(painted([{ at: -1, width: 2 }]), [['--line', 0, 0, 2]]);
   assert.deepStrictEqual(painted([{ width: 20, isMatch: true }]),
      [['--flame-match', 0, 0, 19]]);
   assert.deepStrictEqual(painted([{ width: 20, isInlined: true }])[1],
      ['broken line', 19, 0.5]);
   assert.deepStrictEqual(painted([{ width: 20, isInlined: true }],
      { callersAreBelow: true })[1], ['broken line', 19, ROW - 1.5]);
   assert.deepStrictEqual(painted([{ width: 20, isSelected: true }])[1],
      ['outline', '--fg', 1, 1]);
});

test('rows out of sight are not drawn', () => {
   assert.deepStrictEqual(painted([{ width: 20, row: 3 }]), []);
   assert.strictEqual(painted([{ width: 20, row: 2 }]).length, 1);
});
