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

/** The lines at which a node's own function allocates: by node [{file, line}]. */
export function ownLines(doc) {
   const lines = new Map();
   const nodes = doc.heap.site_nodes || [];
   nodes.forEach((node, i) => {
      const { path } = doc.report.sites[i] || { path: [] };
      const frame = doc.report.frames[path[0]];
      if (node >= 0 && frame && frame.line > 0) {
         const own = lines.get(node) || [];
         const { file, line } = frame;
         if (!own.some((other) => other.line === line && other.file === file)) {
            own.push({ file, line });
         }
         lines.set(node, own.sort((a, b) => a.line - b.line));
      }
   });
   return lines;
}

/** The file and line of the call of a node, or null if unknown. */
export function callPlace(paths, node) {
   const [line, parent] = [paths.callLine[node], paths.parent[node]];
   if (line <= 0 || parent < 0) {
      return null;
   }
   const other = paths.callFile[node];
   const file = other >= 0 ? paths.files[other] : paths.functions[paths.fn[parent]].file;
   return file ? { file, line } : null;
}

/** "1,234 bytes" of "1,234"; short amounts, "1.21 KiB", have their unit already. */
export function withUnit(amount, unit = 'bytes') {
   return amount.endsWith('B') ? amount : `${amount} ${unit}`;
}
