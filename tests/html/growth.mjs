/* growth.mjs -- how much longer work takes if there is more of it.
   SPDX-License-Identifier: GPL-2.0-or-later */

/* CPU time of this process, in microseconds; the least of some runs. */
function cost(work, n) {
   let least = Infinity;
   for (let i = 0; i < 2; i++) {
      const before = process.cpuUsage();
      work(n);
      const { user, system } = process.cpuUsage(before);
      least = Math.min(least, user + system);
   }
   return least;
}

/**
 * What `work` costs with `n`, as a multiple of what it costs with a tenth of that: 10 if
 * each is as dear as the others, 100 if each is held against all others. No clock of the
 * machine decides, only the ratio, and the least of five: collecting garbage can make any
 * one larger, but not all of them.
 * @param {(n: number) => void} work is called several times with each
 */
export function growth(work, n) {
   let least = Infinity;
   work(n / 10);
   for (let i = 0; i < 5; i++)
      least = Math.min(least, cost(work, n) / Math.max(cost(work, n / 10), 200));
   return least;
}
