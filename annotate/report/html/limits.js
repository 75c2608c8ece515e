/* limits.js -- the limits that the runs were held against.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { limitsOf } from './diff.js';
import { h } from './dom.js';
import { visible } from './format.js';
import { functionLink } from './places.js';

const HEADS = ['Limit of', 'Metric', 'Limit', 'Old', 'New', 'Change'];

/** The limits as a section, exceeded ones first; null if there are none. With
   `onlyExceeded` those that hold are left out. */
export function limitsTable(ctx, onlyExceeded = false) {
   const all = limitsOf(ctx.model.report);
   const limits = onlyExceeded ? all.filter((limit) => limit.isExceeded) : all;
   if (limits.length === 0) {
      return null;
   }
   const n = all.filter((limit) => limit.isExceeded).length;
   const verb = n === 1 ? 'limit is' : 'limits are';
   return h('section', { class: n ? 'limits exceeded' : 'limits' },
      h('h2', {}, n ? `${n} ${verb} exceeded` : 'All limits hold'),
      h('table', { 'data-table': 'limits' },
         h('thead', {}, h('tr', {}, HEADS.map((text, i) => h('th', { scope: 'col',
            class: i > 1 ? 'number' : null }, text)))),
         h('tbody', {}, limits.map((limit) => limitRow(ctx, limit)))));
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
   h('td', {}, row ? functionLink(ctx, row, visible(limit.place)) : visible(limit.place)),
   h('td', {}, visible(metric ? metric.title : limit.metric)),
   h('td', { class: 'number' }, visible(limit.limit)),
   number(limit.old), number(limit.now),
   h('td', { class: 'number' }, limit.old === null ? ''
      : format.changePercent(limit.old, limit.now)));
}
