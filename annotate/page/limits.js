/* limits.js -- the limits that the runs were held against.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { limitsOf } from './diff.js';
import { h, link } from './dom.js';
import { visible } from './format.js';
import { functionLink } from './places.js';

const HEADS = ['Limit of', 'Metric', 'Limit', 'Old', 'New', 'Change'];

/** The limits as a section, exceeded ones first; null if there are none. */
export function limitsTable(ctx) {
   const limits = limitsOf(ctx.model.report);
   if (limits.length === 0) {
      return null;
   }
   const n = countExceeded(limits);
   return h('section', { class: n ? 'limits exceeded' : 'limits' },
      h('h2', {}, n ? exceededText(n) : 'All limits hold'),
      h('table', { 'data-table': 'limits' },
         h('thead', {}, h('tr', {}, HEADS.map((text, i) => h('th', { scope: 'col',
            class: i > 1 ? 'number' : null }, text)))),
         h('tbody', {}, limits.map((limit) => limitRow(ctx, limit)))));
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

function limitRow(ctx, limit) {
   const { format, model } = ctx;
   const metric = model.metrics.find((m) => m.name === limit.metric);
   const unit = metric ? metric.unit : 'count';
   const row = limit.fn ? model.functionOf(limit.fn) : null;
   const number = (value) => h('td', { class: 'number', 'data-value': value },
      value === null ? '' : format.value(value, unit));
   return h('tr', { class: limit.isExceeded ? 'exceeded' : null,
      'data-limit': limit.isExceeded ? `${limit.metric} ${limit.place}` : null },
   h('td', {}, row ? [functionLink(ctx, row), limit.suffix] : visible(limit.place)),
   h('td', {}, visible(metric ? metric.title : limit.metric)),
   h('td', { class: 'number' }, visible(limit.limit)),
   number(limit.old), number(limit.now),
   h('td', { class: 'number' }, limit.old === null ? ''
      : format.changePercent(limit.old, limit.now)));
}
