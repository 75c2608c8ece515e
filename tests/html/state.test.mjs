/* state.test.mjs -- the fragment of the address, and the state that it says.
   SPDX-License-Identifier: GPL-2.0-or-later */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as states from '../../annotate/page/state.js';

test('a state comes back from its fragment', () => {
   const state = states.merge(states.parse(''), { view: 'flame', kind: 'Ir',
      fn: 'std::map<int, char *>::operator[](int)|/usr/include/a b&c=d#e.h', node: 17 });
   const text = states.write(state);
   assert.match(text, /^#view=flame&/);
   assert.ok(states.isEqual(states.parse(text), state));
   assert.equal(states.parse(text).node, '17');
});

test('what is empty is not there', () => {
   const state = states.merge(states.parse('#q=x&kind=&view=a'), { q: '', sort: null,
      dir: undefined });
   assert.equal(states.write(state), '#view=a');
});

test('no name reaches a prototype', () => {
   const state = states.parse('#__proto__=x&constructor=y&%00=z&a%20b=c&toString=t');
   assert.deepEqual(Object.keys(state), ['constructor', 'toString']);
   assert.equal(Object.getPrototypeOf(state), null);
   assert.equal({}.x, undefined);
   assert.equal(Object.getPrototypeOf(states.merge(state, {})), null);
});

test('any fragment can be read', () => {
   for (const text of ['', '#', '#%', '#%ff%fe', '#&&==', '#view', `#${'x'.repeat(1e5)}`,
      '#view=\u202e', '#a=1&a=2']) {
      assert.doesNotThrow(() => states.write(states.parse(text)));
   }
   assert.equal(states.parse('#a=1&a=2').a, '2');
});

test('a view keeps what is shared', () => {
   const state = states.parse('#view=tables&kind=Ir&q=x&sort=Dr&tables.of=lines' +
      '&unit=short');
   assert.deepEqual({ ...states.shared(state) }, { kind: 'Ir', unit: 'short' });
   assert.deepEqual({ ...states.personal(state) },
      { q: 'x', sort: 'Dr', 'tables.of': 'lines' });
});
