/* limits.js -- the limits that the runs were held against.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { limitsOf } from './diff.js';
import { h, link } from './dom.js';
import { visible } from './format.js';
import { functionLink } from './places.js';
import { tableView } from './table_view.js';

/** The limits as a section, exceeded ones first; null if there are none. */
export function limitsTable(ctx) {
   const limits = limitsOf(ctx.model.report);
   if (limits.length === 0) {
      return null;
   }
   const n = countExceeded(limits);
   return h('section', { class: n ? 'limits exceeded' : 'limits' },
      h('h2', {}, n ? exceededText(n) : 'All limits hold'),
      tableView(ctx, 'limits', columnsOf(ctx), limits, { attributes: (limit) => ({
         class: limit.isExceeded ? 'exceeded' : null,
         'data-limit': limit.isExceeded ? `${limit.metric} ${limit.place}` : null }) }));
}

/** A line that leads to these limits if some are exceeded; else null. */
export function limitsLine(ctx) {
   const n = countExceeded(limitsOf(ctx.model.report));
   return n === 0 ? null : h('p', { class: 'limits exceeded' },
      link(ctx, exceededText(n), { view: 'overview' }));
}

function countExceeded(limits) {
   return limits.filter((limit) => limit.isExceeded).length;
}

function exceededText(n) {
   return n === 1 ? '1 limit is exceeded' : `${n} limits are exceeded`;
}

function columnsOf(ctx) {
   const { format, model } = ctx;
   const placeOf = ({ fn, suffix, place }) => {
      const row = fn ? model.functionOf(fn) : null;
      return row ? [functionLink(ctx, row), suffix] : visible(place);
   };
   const metricOf = ({ metric }) => model.metrics.find(({ name }) => name === metric);
   const show = (limit, value) => (value === null ? ''
      : format.value(value, (metricOf(limit) || { unit: 'count' }).unit));
   return [
      { id: 'place', title: 'Limit of', show: placeOf },
      { id: 'metric', title: 'Metric', value: (limit) =>
         (metricOf(limit) || { title: limit.metric }).title },
      { id: 'limit', title: 'Limit', look: () => 'number' },
      { id: 'old', title: 'Old', unit: 'count', show },
      { id: 'new', title: 'New', unit: 'count', value: ({ now }) => now, show },
      { id: 'change', title: 'Change', unit: 'percent',
         value: ({ old, now }) => (old === null ? null : 100 * (now - old) / old),
         show: ({ old, now }) => (old === null ? '' : format.changePercent(old, now)) },
   ];
}
