/* curve_rows.js -- misses of the last level, had it another size; its reasons; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

const UNITS = { '': ['size', 1], K: ['size', 1 << 10], M: ['size', 1 << 20],
   G: ['size', 1 << 30], w: ['ways', 1], B: ['line', 1] };

/* As in counts/ac_sweep.h. */
const FLAT = 0.1;
const REST = 0.05;
const KNEE = 0.2;

const REASONS = { Lcold: 'cold', Lcap: 'capacity', Lconf: 'conflict' };

/** What to do about misses of each reason. */
export const CURES = {
   cold: 'Move fewer bytes, or prefetch earlier.',
   capacity: 'Work in blocks that fit.',
   conflict: 'Pad its rows by a line.',
   mixed: '',
};

/** {kind, amount} of a column of a sweep, "Lm@256K"; else null. */
export function columnOf(name) {
   const [, number, unit] = /^Lm@([1-9]\d{0,6})([KMGwB]?)$/.exec(name) || [];
   if (number === undefined) {
      return null;
   }
   const [kind, factor] = UNITS[unit];
   return { kind, amount: Number(number) * factor };
}

/** The sweep of a model (data.js), or null: {kind, points: [{name, label, amount}]},
    smallest first. `name` is that of the metric. */
export function makeSweep({ isHeap, isPair, metrics }) {
   const found = isHeap || isPair ? [] : metrics.map(({ name }) => ({ name,
      ...columnOf(name) })).filter(({ kind }) => kind);
   const kind = ['size', 'ways', 'line'].find((one) =>
      found.filter((point) => point.kind === one).length > 1);
   return kind === undefined ? null : { kind,
      points: found.filter((point) => point.kind === kind)
         .sort((a, b) => a.amount - b.amount)
         .map(({ name, amount }) => ({ name, amount,
            label: amountText(kind, amount) })) };
}

/** "8 MiB", "8 ways", "128 bytes". */
export function amountText(kind, amount) {
   if (kind === 'ways') {
      return `${amount} way${amount === 1 ? '' : 's'}`;
   }
   const step = [[1 << 30, 'GiB'], [1 << 20, 'MiB'], [1 << 10, 'KiB']]
      .find(([size]) => amount % size === 0);
   return step ? `${amount / step[0]} ${step[1]}` : `${amount} bytes`;
}

/** {misses, shape, fits, knees} of misses by point: shape is "none", "flat", "fits" or
    "falls"; `fits` is the index from which on more does not help, of a sweep of lines
    that with fewest misses; knees are indices at which many misses go. */
export function curveOf(kind, misses) {
   const least = misses.indexOf(Math.min(...misses));
   const fall = misses[0] - misses[least];
   if (misses.every((n) => n === 0)) {
      return { misses, shape: 'none', fits: -1, knees: [] };
   }
   if (fall < FLAT * misses[0]) {
      return { misses, shape: 'flat', fits: -1, knees: [] };
   }
   const knees = misses.map((n, i) => i).filter((i) => i > 0 && i <= least
      && misses[i - 1] - misses[i] >= KNEE * fall);
   let fits = least;
   while (kind !== 'line' && misses[fits - 1] - misses[least] <= REST * fall) {
      fits--;
   }
   const falls = fits === misses.length - 1 && misses[least] >= FLAT * misses[0];
   return { misses, shape: falls ? 'falls' : 'fits', fits, knees };
}

/** "fits at 8 MiB", "flat: more does not help". */
export function saysOf({ kind, points }, { shape, fits }) {
   if (fits < 0) {
      return shape === 'none' ? 'no misses' : 'flat: more does not help';
   }
   return `${kind === 'line' ? 'least' : 'fits'} at ${points[fits].label}`
      + (shape === 'falls' ? ' or more' : '');
}

/** Why a row missed: {reason, share}, or null if it is not known. `value` gives its
    count of an event by name, undefined for an unknown one. */
export function reasonOf(value) {
   const counts = Object.entries(REASONS).map(([event, reason]) =>
      ({ reason, n: value(event) }));
   const all = counts.reduce((sum, { n }) => sum + (n || 0), 0);
   if (!(all > 0)) {
      return null;
   }
   const most = counts.reduce((a, b) => ((b.n || 0) > (a.n || 0) ? b : a));
   const share = (most.n || 0) / all;
   return { reason: share >= 0.5 ? most.reason : 'mixed', share };
}

/* A reader of a row's counts by the name of their metric. */
function reader(metrics, values) {
   const index = new Map(metrics.map(({ name }, i) => [name, i]));
   return (name) => (index.has(name) ? values[index.get(name)] : undefined);
}

/** The curves of a model: the program's, {key: "", row: null}, then those of `what`,
    "functions", "lines" or "objects", with most misses at the first point first:
    {key, row, misses, shape, fits, knees, why}. */
export function curvesOf(model, sweep, what) {
   const { metrics, totals } = model;
   const make = (key, row, list, values) => {
      const value = reader(list, values);
      return { key, row, why: reasonOf(value),
         ...curveOf(sweep.kind, sweep.points.map(({ name }) => value(name) || 0)) };
   };
   const objects = model.data ? model.data.objects : [];
   const rows = what === 'objects'
      ? objects.map((row) => make(row.key, row, model.data.metrics, row.values))
      : model[what].map((row) => make(row.key, row, metrics, row.values));
   return [make('', null, metrics, totals), ...rows.filter(({ misses }) => misses[0] > 0)
      .sort((a, b) => b.misses[0] - a.misses[0])];
}

/** Round values up to the largest, or a little more, for an axis: [0, 200000, ...]. */
export function ticksTo(most) {
   const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
   const step = [0.2, 0.5, 1, 2].map((n) => n * power)
      .find((one) => one >= 1 && most / one <= 6) || 2 * power;
   return Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => i * step);
}
