/* layout_rules.js -- the layout that a profile was simulated in: its rules, what each
   did, and where it puts the fields of its data; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { fieldRanges } from './data_rows.js';
import { plural } from './format.js';

/* ---- Which layout ---- */

function textOf(layout) {
   const n = layout.rules.length;
   return n === 0 ? layout.file : `${layout.file}, ${plural(n, 'rule')}`;
}

/** Of which layout the profiles of a report are, as facts: [{name, text}]; [] if none is
    of one. */
export function layoutFacts({ layout, old_layout: old }, isPair) {
   if (!layout && !old) {
      return [];
   }
   const facts = [{ name: 'Layout', text: layout ? textOf(layout) : 'none' }];
   return !isPair ? facts
      : [...facts, { name: 'Old layout', text: old ? textOf(old) : 'none' }];
}

/* ---- What each rule did ---- */

/** The verdicts of a model (data.js), each with its rule's text and what followed it, and
    its data objects; [] without any. */
export function rulesOf({ report, data }) {
   const { layout, layout_verdict: verdict } = report;
   const objects = data ? data.objects : [];
   return !verdict ? [] : verdict.rules.map((row) => ({
      ...row, ...layout.rules[row.rule - 1],
      objects: objects.filter((object) => object.rule === row.rule) }));
}

/** "1,000 blocks, 80,000 bytes", "3 did not fit", ...: what was laid out by a rule. */
export function laidOut(rule) {
   const variable = /^(static|array) /.test(rule.text);
   return [
      `${plural(rule.blocks, variable ? 'variable' : 'block')}, ${
         plural(rule.bytes, 'byte')}`,
      ...[[rule.misfits, 'did not fit', 'did not fit'],
         [rule.more_accesses, 'more access', 'more accesses'],
         [rule.kernel_calls, 'call of the kernel', 'calls of the kernel']]
         .filter(([n]) => n > 0).map(([n, one, many]) => plural(n, one, many))];
}

/* ---- Where its fields are ---- */

function actionsOf(text) {
   const at = text.indexOf(': ');
   return at < 0 ? [] : text.slice(at + 2).split(';').map((action) => {
      const [, word, rest] = /^\s*(\S*)\s*(.*?)\s*$/.exec(action);
      return { word, rest };
   });
}

/* "name" of a rule is "name[48]" or "name.first" of debug information, too. */
function isOf(field, name) {
   return field.name === name
      || (field.name.startsWith(name) && /^[.[]/.test(field.name.slice(name.length)));
}

/* Those of the names, in their order, which are taken from `left`. */
function take(left, names) {
   return names.split(',').flatMap((name) => {
      const found = left.filter((field) => isOf(field, name.trim()));
      found.forEach((field) => left.splice(left.indexOf(field), 1));
      return found;
   });
}

/** The parts that a rule makes of fields ({name, ...}, in order): [{title, fields}]; null
    if it leaves them where they are. */
export function partsOf(text, fields) {
   const left = [...fields];
   const parts = [];
   for (const { word, rest } of actionsOf(text)) {
      if (word === 'soa') {
         return fields.map((field) => ({ title: field.name, fields: [field] }));
      }
      if (word === 'order') {
         return [{ title: 'All', fields: [...take(left, rest), ...left] }];
      }
      if (word === 'hot' || word === 'part') {
         parts.push({ title: word === 'hot' ? 'Hot' : `Part ${parts.length + 1}`,
            fields: take(left, rest) });
      } else if (word === 'cold') {
         parts.push({ title: 'Cold', fields: left.splice(0) });
      }
   }
   return parts.length === 0 ? null : parts;
}

/** The fields of a data object (data_rows.js) before and after the rule, as ranges of
    bytes with the misses of OLD and of NEW: {before, after: [{title, ranges}]}; null if
    the rule moves none, or they are not known.  Parts have no padding: how their fields
    are aligned is not in the profile. */
export function movedFields(rule, row, metrics) {
   const ranges = fieldRanges(row, metrics, '1');
   const fields = ranges.filter(({ field }) => field !== null && field.name);
   const parts = fields.length === 0 ? null : partsOf(rule.text, fields);
   return parts === null ? null : {
      before: ranges.map((range) => ({ ...range, reads: range.oldReads,
         writes: range.oldWrites })),
      after: parts.map(({ title, fields: of }) => ({ title, ranges: packed(of) })) };
}

function packed(fields) {
   let offset = 0;
   return fields.map((field) => {
      const range = { ...field, offset };
      offset += field.bytes;
      return range;
   });
}

/** The most misses of a range, by reads or writes, on either side. */
export function mostMisses({ before, after }) {
   return [before, ...after.map(({ ranges }) => ranges)].flat()
      .reduce((most, { reads, writes }) => Math.max(most, reads, writes), 1);
}
