/* sharing_lines.js -- lines of memory that several threads use; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

/** What each verdict is called. */
export const VERDICTS = { false: 'False sharing', true: 'True sharing',
   both: 'True and false sharing' };

/**
 * The shared lines of memory of a model (data.js), or null without these; not those
 * whose few accesses make no verdict:
 * lineBytes, threads (the program's number of these), leftOut
 * lines: rows, largest bound first: {index, verdict, bound, boundFalse, transfers, old,
 *    isGone, accesses, threads}; of a pair `old` has the same line's {bound, boundFalse,
 *    transfers} of OLD, else null; isGone: only OLD has it, or NEW shares it hardly:
 *    all but NEW's figures is OLD's
 * accesses: {thread, fn, file, line, object, field, offset, bytes, reads, writes}, most
 *    first; object: a row of model.data, or null; bytes: [[first, end], ...] of the line
 */
export function makeSharing(model) {
   const doc = model.isHeap ? null : model.report.sharing;
   const sides = !doc ? [] : model.isPair ? [doc.old, doc.new] : [null, doc];
   const shown = sides[1] || sides[0];
   if (!shown) {
      return null;
   }
   const objects = model.data ? model.data.objects : [];
   const [before, after] = sides.map((side) =>
      (side ? side.lines : []).map((line) => lineOf(line, objects)));
   const lines = (model.isPair ? pairLines(before, after) : after).filter(hasVerdict);
   lines.sort((a, b) => largest(b) - largest(a)).forEach((line, index) => {
      line.index = index;
   });
   return { lineBytes: shown.line_B, threads: shown.threads, lines,
      leftOut: shown.left_out || {} };
}

function hasVerdict({ verdict }) {
   return Object.hasOwn(VERDICTS, verdict);
}

function largest({ bound, old }) {
   return Math.max(bound, old ? old.bound : 0);
}

function lineOf(line, objects) {
   const accesses = line.accesses.map((access) => ({ ...access, fn: access.function,
      object: objects[access.object] || null,
      field: access.field || null }))
      .sort((a, b) => b.reads + b.writes - a.reads - a.writes);
   return { pair: line.pair, verdict: line.verdict, bound: line.bound,
      boundFalse: line.bound_false, transfers: line.transfers, old: null,
      isGone: false, accesses,
      threads: [...new Set(accesses.map(({ thread }) => thread))].sort((a, b) => a - b) };
}

/* The same line of memory has one number on both sides. */
function pairLines(before, after) {
   const waiting = new Map(before.map((line) => [line.pair ?? line, line]));
   const lines = after.map((line) => {
      const old = waiting.get(line.pair);
      waiting.delete(line.pair);
      return !old ? { ...line, old: { bound: 0, boundFalse: 0, transfers: 0 } }
         : hasVerdict(line) || !hasVerdict(old) ? { ...line, old: figuresOf(old) }
         : { ...old, isGone: true, old: figuresOf(old), ...figuresOf(line) };
   });
   const gone = [...waiting.values()].map((line) => ({ ...line, isGone: true,
      old: figuresOf(line), bound: 0, boundFalse: 0, transfers: 0 }));
   return [...lines, ...gone];
}

function figuresOf({ bound, boundFalse, transfers }) {
   return { bound, boundFalse, transfers };
}

/** "counters", "counters and queue": the data objects of a line. */
export function lineTitle({ accesses }) {
   const names = [...new Set(accesses.map(({ object }) => object ? object.name : null))]
      .filter((name) => name !== null);
   if (names.length === 0) {
      return 'Unknown data';
   }
   const shown = names.slice(0, 3);
   return shown.join(shown.length === 2 ? ' and ' : ', ')
      + (names.length > 3 ? ` and ${names.length - 3} more` : '');
}

/** What a thread did to the bytes of a line: [{first, end, isWritten, reads, writes}],
   in order, where neighbours differ; reads and writes are of the accesses there. */
export function laneOf({ accesses }, thread, lineBytes) {
   const bytes = Array.from({ length: lineBytes }, () => ({ reads: 0, writes: 0 }));
   for (const access of accesses.filter((other) => other.thread === thread)) {
      for (const [first, end] of access.bytes) {
         for (let i = Math.max(0, first); i < Math.min(end, lineBytes); i++) {
            bytes[i].reads += access.reads;
            bytes[i].writes += access.writes;
         }
      }
   }
   const runs = [];
   bytes.forEach(({ reads, writes }, i) => {
      const last = runs[runs.length - 1];
      if (last && last.end === i && last.reads === reads && last.writes === writes) {
         last.end++;
      } else if (reads + writes > 0) {
         runs.push({ first: i, end: i + 1, isWritten: writes > 0, reads, writes });
      }
   });
   return runs;
}

/** The fields that the accesses name, as [{first, end, name}] in order; names of one
   place are one, and of places that overlap the first is kept. */
export function fieldsOf({ accesses }) {
   const known = new Map();
   for (const { object, field, bytes } of accesses.filter((access) => access.object)) {
      const name = field || object.name;
      for (const [first, end] of bytes) {
         const before = known.get(name);
         if (before && first <= before.end && end >= before.first) {
            before.first = Math.min(first, before.first);
            before.end = Math.max(end, before.end);
         } else if (!before) {
            known.set(name, { first, end, name });
         }
      }
   }
   const all = [...known.values()].sort((a, b) => a.first - b.first || b.end - a.end);
   return all.filter((field, i) => i === 0 || field.first >= all[i - 1].end);
}

/** "0 to 7", "0 to 3, 8 to 11": bytes of a line. */
export function bytesText(bytes) {
   return bytes.map(([first, end]) =>
      (end - first === 1 ? `${first}` : `${first} to ${end - 1}`)).join(', ');
}

/** Bytes that several threads used, one of them to write. Accesses to memory that was
   another thread's before or after ("own") are of other data. */
export function contendedBytes({ accesses, threads }, lineBytes) {
   const common = { accesses: accesses.filter(({ own }) => !own) };
   const lanes = threads.map((thread) => laneOf(common, thread, lineBytes));
   const has = (lane, i, isWritten) => lane.some((run) => i >= run.first && i < run.end
      && (run.isWritten || !isWritten));
   return Array.from({ length: lineBytes }, (_, i) => i).filter((i) =>
      lanes.filter((lane) => has(lane, i, false)).length > 1
      && lanes.some((lane) => has(lane, i, true)));
}

/** How many lines have each verdict: {false, true, both}. */
export function countVerdicts(lines) {
   const counts = { false: 0, true: 0, both: 0 };
   for (const { verdict, isGone } of lines) {
      counts[verdict] += isGone ? 0 : 1;
   }
   return counts;
}
