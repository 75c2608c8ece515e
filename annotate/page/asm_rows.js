/* asm_rows.js -- listings of machine code: which function and instruction are shown, the
   rows of the table, and what belongs together.  Pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

/* An instruction is hot if it has this share of what the hottest of its function has. */
const HOT = 0.1;

/* As many instructions in a row that never ran are left out, unless all are shown. */
const LONG_IDLE = 6;

/**
 * What a model (data.js) knows of machine code, or null without any.
 * listings: those of the document, each with {index, name, short, object, build_id,
 *    architecture, values, loops, instrs, file: that of the function itself or '',
 *    nLanes: of arrows, lines: indices of instructions by "file:line", hasIdle}
 * ofFunction(name, {object, file}): the listing of a function, or null
 * ofCall(name, listing): that of what it calls, rather in the same object, or null
 * ofLine(file, line, metric): {listing, at}: the costliest instruction of a line, or
 *    null
 */
export function makeAssembly({ doc, functions }) {
   const listings = (doc.assembly || []).map((item, index) =>
      listingOf(item, index, functions));
   return listings.length === 0 ? null : { listings,
      ofFunction: (name, place = {}) => ofFunction(listings, name, place),
      ofCall: (name, { object }) => ofFunction(listings, name, { object })
         || ofFunction(listings, name, {}),
      ofLine: (file, line, metric) => ofLine(listings, `${file}:${line}`, metric) };
}

function listingOf(item, index, functions) {
   const { instructions: instrs, ...rest } = item, { function: name } = item;
   const lines = new Map();
   instrs.forEach((instr, at) => {
      if (instr.line > 0) {
         const key = lineKey(instr);
         lines.set(key, [...lines.get(key) || [], at]);
      }
   });
   const namesakes = functions.filter((row) => row.name === name);
   const file = fileOf(instrs, namesakes);
   const row = namesakes.find((other) => other.file === file) || namesakes[0];
   return { ...rest, index, name, short: row ? row.short : name, instrs, file, lines,
      nLanes: Math.max(0, ...instrs.map(({ arrows = '' }) => arrows.length)),
      hasIdle: idleStretches(instrs).length > 0 };
}

function lineKey({ file, line }) {
   return `${file}:${line}`;
}

/* Code of other files can be inlined: calls know the function's own; else it begins
   there. */
function fileOf(instrs, namesakes) {
   const files = new Set(instrs.filter(({ line }) => line > 0).map(({ file }) => file));
   const called = namesakes.find((row) => row.inclusive !== null && files.has(row.file));
   return called ? called.file : files.size > 0 ? files.values().next().value : '';
}

/* Functions can have the name of another; what is not known of one may be anything. */
function ofFunction(listings, name, { object = '', file = '' }) {
   const isKnown = (text) => text !== '' && text !== '???';
   const fits = (wanted, found) =>
      !isKnown(wanted) || !isKnown(found) || wanted === found;
   return listings.find((listing) => listing.name === name
      && fits(object, listing.object) && fits(file, listing.file)) || null;
}

function ofLine(listings, key, metric) {
   const best = listings.filter(({ lines }) => lines.has(key)).map((listing) =>
      ({ listing, at: hottest(listing, metric, listing.lines.get(key)) }));
   const value = ({ listing, at }) => valueOf(listing.instrs[at], metric);
   return best.length === 0 ? null
      : best.reduce((a, b) => (value(b) > value(a) ? b : a));
}

/** The listing and instruction that a finding of the report is about, or null. */
export function ofFinding({ listings }, { instruction, file, line }) {
   const found = !instruction ? [] : listings.flatMap((listing) => listing.instrs
      .map((instr, at) => ({ listing, at, instr }))
      .filter(({ instr }) => instr.address === instruction.address
         && instr.mnemonic === instruction.mnemonic));
   return found.find(({ instr }) => instr.file === file && instr.line === line)
      || found[0] || null;
}

/* ---- Values ---- */

/** What an instruction cost; 0 if it never ran. */
export function valueOf({ values }, metric) {
   return values ? values[metric] : 0;
}

/** The costliest of some instructions, else of all: its index. */
export function hottest({ instrs }, metric, of = instrs.map((_, i) => i)) {
   return of.reduce((best, at) =>
      (valueOf(instrs[at], metric) > valueOf(instrs[best], metric) ? at : best), of[0]);
}

/** The most that an instruction of any listing cost. */
export function mostValue({ listings }, metric) {
   return listings.reduce((most, { instrs }) => instrs.reduce((sum, instr) =>
      Math.max(sum, valueOf(instr, metric)), most), 0);
}

/** The hot instructions of a listing: indices. */
export function hotInstrs({ instrs }, metric) {
   const most = instrs.reduce((sum, instr) => Math.max(sum, valueOf(instr, metric)), 0);
   return instrs.flatMap((instr, at) =>
      (most > 0 && valueOf(instr, metric) >= HOT * most ? [at] : []));
}

/** The instructions that contain a text, in any case; of ":12" those of line 12. */
export function findInstrs({ instrs }, text) {
   const [, line] = /^:([0-9]{1,9})$/.exec(text) || [];
   const wanted = text.toLowerCase();
   const isFound = line !== undefined ? (instr) => instr.line === Number(line)
      : (instr) => textOf(instr).toLowerCase().includes(wanted);
   return text === '' ? [] : instrs.flatMap((instr, at) => (isFound(instr) ? [at] : []));
}

/** "1254 jne 0x1248", "11e2 call malloc" of an instruction. */
export function textOf({ address, mnemonic, operands, calls }) {
   return `${shortAddress(address)} ${mnemonic} ${calls || operands}`.trimEnd();
}

/** "1254" of "0x1254". */
export function shortAddress(address) {
   return address.replace(/^0x/, '');
}

/* ---- Which instruction ---- */

/**
 * The listing and instruction that a state means: those of its own members, else those
 * of the function or line that other views show, else the costliest.
 * @returns {{listing: object, at: number}}
 */
export function placeOf(model, state, metric) {
   const { assembly } = model;
   const chosen = /^[0-9]{1,6}$/.test(state['asm.of'] || '')
      ? assembly.listings[Number(state['asm.of'])] : undefined;
   const { listing, at } = chosen ? { listing: chosen }
      : sharedPlace(model, state, metric);
   const address = shortAddress(state['asm.at'] || '');
   const found = listing.instrs.findIndex((instr) =>
      shortAddress(instr.address) === address);
   return { listing,
      at: found >= 0 ? found : at !== undefined ? at : hottest(listing, metric) };
}

function sharedPlace({ assembly, functionOf }, { fn, file, line }, metric) {
   const key = `${file}:${line}`, row = fn ? functionOf(fn) : undefined;
   const listing = row ? assembly.ofFunction(row.name, row) : null;
   if (listing !== null) {
      return { listing, at: listing.lines.has(key)
         ? hottest(listing, metric, listing.lines.get(key)) : undefined };
   }
   return assembly.ofLine(file, line, metric) || { listing: assembly.listings[0] };
}

/** What the address says of an instruction; other views then show its line. */
export function placePatch({ index, instrs }, at) {
   const { address, file, line } = instrs[at];
   return { 'asm.of': index, 'asm.at': address,
      ...line > 0 ? { file, line, fn: null } : {} };
}

/* ---- Rows ---- */

/* [first, end) of instructions that never ran, if they are many. */
function idleStretches(instrs) {
   const out = [];
   let first = 0;
   for (let end = 0; end <= instrs.length; end++) {
      if (end === instrs.length || instrs[end].runs > 0) {
         if (end - first >= LONG_IDLE) {
            out.push({ first, end });
         }
         first = end + 1;
      }
   }
   return out;
}

/**
 * The rows of a listing's table, each {kind, at: an instruction}:
 * loop: above the first instruction of `loop`; instr; note: below it, with `text`;
 * gap: from `at` to before `end`, instructions that never ran.
 * @param {object} listing
 * @param {boolean} isIdleShown
 */
export function rowsOf({ instrs, loops }, isIdleShown) {
   const gaps = new Map(isIdleShown ? []
      : idleStretches(instrs).map(({ first, end }) => [first, end]));
   const rows = [];
   for (let at = 0; at < instrs.length; at++) {
      const end = gaps.get(at) || at + 1;
      loops.filter(({ first }) => first >= at && first < end).forEach((loop) =>
         rows.push({ kind: 'loop', at, loop }));
      if (gaps.has(at)) {
         rows.push({ kind: 'gap', at, end });
         at = end - 1;
      } else {
         rows.push({ kind: 'instr', at });
         (instrs[at].notes || []).forEach((text) =>
            rows.push({ kind: 'note', at, text }));
      }
   }
   return rows;
}

/** Whether an instruction is in a gap of the table, unless all are shown. */
export function isInGap({ instrs }, at) {
   return idleStretches(instrs).some(({ first, end }) => first <= at && at < end);
}

/* ---- What belongs together ---- */

/**
 * What is lit with an instruction: `lit`, the others of its source line; `also`, where
 * it jumps to and what it waits for; its `line`, {file, line} or null; `jump`, where its
 * arrow goes, {from, to} or null.
 */
export function lightsOf({ instrs, lines }, at) {
   const { file, line, target, waits_for: awaited } = instrs[at];
   const isKnown = (other) => other !== undefined && instrs[other] !== undefined;
   return { lit: lines.get(`${file}:${line}`) || [at],
      also: [target, awaited].filter((other) => isKnown(other) && other !== at),
      line: line > 0 ? { file, line } : null,
      jump: isKnown(target) ? { from: at, to: target } : null };
}

/** The same of a source line: its instructions. */
export function lightsOfLine({ lines }, file, line) {
   return { lit: lines.get(`${file}:${line}`) || [], also: [], line: { file, line },
      jump: null };
}

/** The lines of a file that a listing has code of, ascending. */
export function linesIn({ instrs }, file) {
   return [...new Set(instrs.filter((instr) => instr.line > 0 && instr.file === file)
      .map(({ line }) => line))].sort((a, b) => a - b);
}

/**
 * The rows of a file (source_rows.js) around some lines: those up to `around` lines
 * away, and what is between two that are not far apart.  Others become gaps.
 */
export function rowsAround(rows, lines, around = 4, far = 24) {
   const near = new Set();
   lines.forEach((line, i) => {
      const next = i + 1 < lines.length && lines[i + 1] - line <= far ? lines[i + 1]
         : line + around;
      for (let other = line - around; other <= next; other++) {
         near.add(other);
      }
   });
   const out = [];
   for (const row of rows.filter(({ line }) => line > 0)) {
      const before = out[out.length - 1];
      if (!row.isGap && near.has(row.line)) {
         out.push(row);
      } else if (before !== undefined && before.isGap) {
         before.last = row.last;
      } else {
         out.push({ ...row, isGap: true });
      }
   }
   return out.filter((row, i) => !row.isGap || i > 0 && i < out.length - 1);
}
