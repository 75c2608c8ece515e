/* formula.js -- metrics that are weighted sums of events; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

/* Sums of events that formulas may name without a definition. */
const SUMS = { L1m: ['I1mr', 'D1mr', 'D1mw'], LLm: ['ILmr', 'DLmr', 'DLmw'],
   Bm: ['Bcm', 'Bim'] };

/** The terms of a metric that is a weighted sum of events: [{name, weight, events}];
   events are indices in `metrics`, which have names. Events of L1m, LLm and Bm that were
   not simulated are left out. Null if the formula is of another form. */
export function termsOf(formula, metrics) {
   const terms = (formula || '').split('+').map((part) => termOf(part, metrics));
   return terms.includes(null) ? null : terms;
}

function termOf(part, metrics) {
   const match = /^\s*(?:(\d+(?:\.\d+)?)\s*\*\s*)?([A-Za-z]\w*)\s*$/.exec(part);
   if (!match) {
      return null;
   }
   const [, weight, name] = match;
   const isSum = Object.hasOwn(SUMS, name);
   const events = (isSum ? SUMS[name] : [name])
      .map((event) => metrics.findIndex((metric) => metric.name === event))
      .filter((index) => index >= 0);
   return isSum || events.length > 0
      ? { name, weight: weight === undefined ? 1 : Number(weight), events } : null;
}

/** The cost of a term in `values`. */
export function termCost(term, values) {
   return term.weight * term.events.reduce((sum, i) => sum + values[i], 0);
}

/** The document's call paths with the metrics that are sums of their kinds, so that these
   can be shown by call path, too. */
export function withSums(paths, metrics) {
   const added = (metrics || [])
      .filter(({ name, formula }) => formula !== name &&
         !paths.kinds.some((kind) => kind.name === name))
      .map(({ name, formula }) => ({ name, terms: termsOf(formula, paths.kinds) }))
      .filter(({ terms }) => terms);
   const columns = (self) => self && self.concat(added.map(({ terms }) =>
      addColumns(self, terms)));
   return { ...paths, self: columns(paths.self), self_new: columns(paths.self_new),
      kinds: paths.kinds.concat(added.map(({ name }) => ({ name, title: name,
         unit: 'count' }))) };
}

function addColumns(self, terms) {
   const sum = new Float64Array(self.length ? self[0].length : 0);
   for (const { weight, events } of terms) {
      for (const event of events) {
         self[event].forEach((value, node) => {
            sum[node] += weight * value;
         });
      }
   }
   return sum;
}
