/* call_graph_text.js -- names that fit into the boxes of a call graph; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

const ELLIPSIS = '\u2026';
const TAIL = 0.4;   /* of the letters that are left of a name, those after the gap */

/* Where parts of a C++ or Rust name begin, outside of <> and (). */
function partsOf(name) {
   const starts = [];
   let depth = 0;
   for (let i = 0; i < name.length; i++) {
      depth += '<('.includes(name[i]) ? 1 : '>)'.includes(name[i]) ? -1 : 0;
      if (depth <= 0 && name.startsWith('::', i)) {
         starts.push(i);
         i++;
      }
   }
   return starts;
}

/* A name without the last "(...)" and what follows. */
function withoutArguments(name) {
   let depth = 0;
   for (let i = name.lastIndexOf(')'); i > 0; i--) {
      depth += name[i] === ')' ? 1 : name[i] === '(' ? -1 : 0;
      if (depth === 0) {
         return name.endsWith('operator', i) || i < name.lastIndexOf('::') ? name
            : name.slice(0, i);
      }
   }
   return name;
}

/**
 * What fits of a name: all, or without its arguments, or without the namespaces before,
 * or both its ends.
 * @param {string} name
 * @param {number} room
 * @param {function(string): number} measure the width of a text
 */
export function fitName(name, room, measure) {
   const short = withoutArguments(name);
   const tails = partsOf(short).map((start) => ELLIPSIS + short.slice(start + 2));
   const found = [name, short, ...tails].find((text) => text !== ''
      && measure(text) <= room);
   if (found !== undefined) {
      return found;
   }
   const last = tails.length > 0 ? tails[tails.length - 1] : short;
   let n = Math.min(last.length - 1, Math.floor(last.length * room / measure(last)) + 2);
   while (n > 1 && measure(middleOut(last, n)) > room) {
      n--;
   }
   return middleOut(last, n);
}

/* The first and last letters, n in all: names differ at either end. */
function middleOut(name, n) {
   const tail = Math.floor(n * TAIL);
   return name.slice(0, n - tail) + ELLIPSIS + name.slice(name.length - tail);
}
