/* heap_names.js -- what moments, places and nodes of the heap are called; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

const NAMES = new Map([
   ['start', 'the start'], ['peak', 'the peak'], ['end', 'the end'],
   ['all', 'all that was allocated'],
]);

/** "the peak", "snapshot 3"; of a pair "the new peak", "snapshot 3 (old)". */
export function momentName(moment, isPair) {
   const side = moment.side === 1 ? 'new' : 'old';
   const name = NAMES.get(moment.why) || `snapshot ${moment.name}`;
   if (!isPair) {
      return name;
   }
   return name.startsWith('the ') ? `the ${side} ${name.slice(4)}` : `${name} (${side})`;
}

/**
 * What a choice shows: "Live at the peak", "From the start to the peak".
 * @param {string} verb what the profile counts: "Allocated", "Copied"
 */
export function choiceName({ from, to }, isPair, verb = 'Allocated') {
   const name = (moment) => momentName(moment, isPair);
   if (from !== null) {
      return `From ${name(from)} to ${name(to)}`;
   }
   return to.why === 'all' ? `${verb} in the whole run` : `Live at ${name(to)}`;
}

/**
 * The lines at which a node's own function allocates: by node [{file, line}].
 * @param {number[]} [home] see withoutLibraries: then also by the libraries that it calls
 */
export function ownLines(doc, home = null) {
   const lines = new Map();
   const nodes = doc.heap.site_nodes || [];
   const { frames, sites } = doc.report;
   nodes.forEach((site, i) => {
      const { path } = sites[i] || { path: [] };
      const own = path.find((index) => home === null || !frames[index].library);
      const frame = frames[own], node = home === null || site < 0 ? site : home[site];
      if (node >= 0 && frame && frame.line > 0) {
         const known = lines.get(node) || [];
         const { file, line } = frame;
         if (!known.some((other) => other.line === line && other.file === file)) {
            known.push({ file, line });
         }
         lines.set(node, known.sort((a, b) => a.line - b.line));
      }
   });
   return lines;
}

/**
 * The file and line of the call of a node, or null if unknown.
 * @param {number[]} [home] see withoutLibraries: the call by the caller that is left
 */
export function callPlace(paths, node, home = null) {
   const above = (child) => paths.parent[child];
   let at = node;
   while (home !== null && above(at) >= 0 && home[above(at)] !== above(at)) {
      at = above(at);
   }
   const [line, parent] = [paths.callLine[at], above(at)];
   if (line <= 0 || parent < 0) {
      return null;
   }
   const other = paths.callFile[at];
   const file = other >= 0 ? paths.files[other] : paths.functions[paths.fn[parent]].file;
   return file ? { file, line } : null;
}

/** "1,234 bytes" of "1,234"; short amounts, "1.21 KiB", have their unit already. */
export function withUnit(amount, unit = 'bytes') {
   return amount.endsWith('B') ? amount : `${amount} ${unit}`;
}
