/* diff.js -- what a view of two runs needs; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

/** By how much a row's value grew: 0 without a pair. */
export function change(row, metric) {
   return row.old ? row.values[metric] - row.old[metric] : 0;
}

/** The same of the inclusive values; null if they are unknown. */
export function inclusiveChange(row, metric) {
   if (!row.inclusive || !row.oldInclusive) {
      return null;
   }
   return row.inclusive[metric] - row.oldInclusive[metric];
}

/** The `n` rows that changed most in a metric, largest change first. */
export function mostChanged(rows, metric, n) {
   return rows.filter((row) => change(row, metric) !== 0)
      .sort((a, b) => Math.abs(change(b, metric)) - Math.abs(change(a, metric)))
      .slice(0, n);
}

/** "better" for less, "worse" for more, "" for the same: a class and a word. */
export function direction(difference) {
   if (!difference) {
      return '';
   }
   return difference < 0 ? 'better' : 'worse';
}

const WITH_CALLEES = ', with callees';

/** The limits of the report, exceeded ones first: [{metric, place, suffix, limit, old,
   now, isExceeded, fn, file}]; place says what the limit is of, suffix what comes after
   the name of a function. */
export function limitsOf(report) {
   const limits = (report.limits || []).map((limit) => ({
      metric: limit.metric, limit: limit.limit, place: placeOf(limit),
      suffix: limit.inclusive ? WITH_CALLEES : '',
      old: typeof limit.old === 'number' ? limit.old : null, now: limit.new,
      isExceeded: limit.exceeded, fn: limit.function || limit.inclusive || null,
      file: limit.file || null,
   }));
   return limits.sort((a, b) => b.isExceeded - a.isExceeded);
}

function placeOf(limit) {
   if (limit.inclusive) {
      return limit.inclusive + WITH_CALLEES;
   }
   const kind = ['region', 'data', 'owner'].find((one) => limit[one]);
   return kind ? `${kind} ${limit[kind]}`
      : limit.function || limit.file || 'the whole program';
}
