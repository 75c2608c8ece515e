/* owner_scene.test.mjs -- owners as an icicle.
   SPDX-License-Identifier: GPL-2.0-or-later */

import test from 'node:test';
import assert from 'node:assert/strict';
import { ownerAt, ownerScene, placeOfOwner } from '../../annotate/page/owner_scene.js';

/* Of two looks the second: a thread-local (30) keeps blocks (25), a static (60) nothing
   that is listed; 10 bytes have owners that are too small. */
const made = {
   owners: [{ kind: 'static' }, { kind: 'thread-local' }, { kind: 'blocks' },
      { kind: 'static' }],
   bytes: [5, 30, 25, 60], tree: { parent: [-1, -1, 1, -1] },
};
const look = { first: 1, end: 4, live: { bytes: 100 } };

test('frames are as wide as what owners retain, the widest first', () => {
   const { form, parts: [part] } = ownerScene(made, look), { layout } = part;
   assert.equal(form, 'icicle');
   assert.deepEqual(layout.node.map((_, place) => ownerAt(part, place)), [-1, 3, 1, 2]);
   assert.deepEqual([...layout.width], [100, 60, 30, 25]);
   assert.deepEqual([...layout.x], [0, 0, 60, 60]);
   assert.deepEqual([...layout.depth], [0, 1, 1, 2]);
   assert.deepEqual([...part.now], [100, 30, 25, 60]);
});

test('an owner has a place, and no owner that of all', () => {
   const { parts: [part] } = ownerScene(made, look);
   assert.deepEqual([-1, 1, 2, 3].map((node) => placeOfOwner(part, look, node)),
      [0, 2, 3, 1]);
});

test('blocks have the colour of what keeps them', () => {
   assert.deepEqual(ownerScene(made, look).colours, [0, 2, 2, 1]);
});

test('a look without owners has one frame', () => {
   const scene = ownerScene(made, { first: 0, end: 0, live: { bytes: 0 } });
   assert.deepEqual(scene.parts[0].layout.node, [0]);
});
