/* random_paths.mjs -- call paths of random programs, the same for the same seed.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { makePaths } from '../../annotate/page/paths.js';

/** Numbers from 0 to 1 (mulberry32). */
export function numbers(seed) {
   let state = seed;
   return () => {
      state = (state + 0x6d2b79f5) | 0;
      let t = Math.imul(state ^ (state >>> 15), 1 | state);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
   };
}

/** Paths with so many nodes, of so many functions, which recur. */
export function randomPaths(seed, nodes, functions) {
   const random = numbers(seed), below = (n) => Math.floor(random() * n);
   const each = (make) => Array.from({ length: nodes }, (_, i) => make(i));
   return makePaths({ kinds: [{ name: 'Ir', unit: 'count' }],
      functions: Array.from({ length: functions }, (_, i) => ({ name: `f${i}` })),
      parent: each((i) => (i < 2 ? -1 : Math.max(below(i), below(i)))),
      function: each(() => below(functions)), self: [each(() => 1 + below(1000))],
      calls: each(() => 1 + below(9)) });
}
