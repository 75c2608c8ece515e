/* call_graph_text.test.mjs -- names that fit into boxes.
   SPDX-License-Identifier: GPL-2.0-or-later */

import test from 'node:test';
import assert from 'node:assert/strict';
import { fitName } from '../../annotate/page/call_graph_text.js';
import { numbers } from './random_paths.mjs';

const fit = (name, room) => fitName(name, room, (text) => text.length);

test('a name loses its arguments, then its namespaces, then its middle', () => {
   const name = 'ns::Parser<a::b>::read(char const*, int) const';
   assert.equal(fit(name, 80), name);
   assert.equal(fit(name, 30), 'ns::Parser<a::b>::read');
   assert.equal(fit(name, 21), '…Parser<a::b>::read');
   assert.equal(fit(name, 8), '…read');
   assert.equal(fit('PyImport_ImportModuleLevelObject', 11), 'PyImpo…ject');
   assert.equal(fit('operator()(int)', 12), 'operator()');
   assert.equal(fit('(anon)', 6), '(anon)');
});

test('whatever the name is, it fits', () => {
   const random = numbers(7), letters = 'ab::<>()[] _~';
   for (let i = 0; i < 2000; i++) {
      const name = Array.from({ length: 1 + Math.floor(random() * 60) }, () =>
         letters[Math.floor(random() * letters.length)]).join('');
      const room = 3 + Math.floor(random() * 40), text = fit(name, room);
      assert.ok(text.length >= 1 && text.length <= room, `${name}, ${room}: ${text}`);
   }
});
