/* thread_rows.js -- what threads are called, and what each allocated; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

/** What the threads of a heap profile allocated, the most first: [[name, bytes, blocks]];
   null if there is one, or of a pair. */
export function threadRows({ isHeap, isPair, report }) {
   if (!isHeap || isPair || !report.threads) {
      return null;
   }
   const labelFor = threadLabels({ isHeap, report });
   return report.threads.map(([number, ...amounts]) =>
      [labelFor(`thread ${number}`), ...amounts]).sort((a, b) => b[1] - a[1]);
}

/** What reports call threads: a function of "thread 3" that returns "thread 3 (NAME)", or
   the same text if no name is known, or files that were merged have several. */
export function threadLabels({ isHeap, report }) {
   const labels = new Map();
   if (isHeap) {
      for (const [number, name] of report.thread_names || []) {
         labels.set(`thread ${number}`, `thread ${number} (${name})`);
      }
   } else {
      for (const { number, threads, name } of report.threads || []) {
         const key = `thread ${number}`;
         labels.set(key, threads > 1 || labels.has(key) ? key
            : labelOf({ number, threads, name }));
      }
   }
   return (thread) => labels.get(thread) || thread;
}

/* As reports call it (counts/ac_threads.h). */
function labelOf({ number, threads, name }) {
   if (threads > 1) {
      return `${threads} threads${name ? ` of the name ${name}` : ''}`;
   }
   const known = name || (number === 1 ? 'main' : '');
   return known ? `thread ${number} (${known})` : `thread ${number}`;
}
