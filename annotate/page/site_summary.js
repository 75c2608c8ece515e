/* site_summary.js -- block sizes, lifetimes and temporaries of all sites at a glance.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { h, link } from './dom.js';
import { allLifetimes, allSizes } from './site_rows.js';

const LIFETIMES = 'Freed blocks by the average lifetime of their site';

/** Three small charts of all rows of siteRows; null if nothing of it was recorded. */
export function sitesSummary(ctx, rows) {
   const { format, model } = ctx;
   const unit = model.report.units.time;
   const sizes = allSizes(rows);
   const lives = allLifetimes(rows);
   return sizes.length === 0 ? null : h('div', { class: 'site-charts' },
      chart(ctx, 'Blocks by size', sizes, (bar) => format.shortBytes(bar.from),
         (bar) => bar.from === bar.to ? `${format.full(bar.from)} bytes`
            : `${format.full(bar.from)} to ${format.full(bar.to)} bytes`),
      lives.length === 0 ? null : chart(ctx, LIFETIMES, lives,
         (bar) => format.time(bar.from, unit),
      (bar) => `${format.time(bar.from, unit)} to ${format.time(bar.to, unit)}`),
      temporaries(ctx));
}

function chart(ctx, title, bars, label, range) {
   const { plural } = ctx.format;
   const each = Math.ceil(bars.length / 6); /* labels that do not overlap */
   const most = bars.find((bar) => bar.share === 1);
   return h('figure', {}, h('figcaption', {}, title),
      h('div', { class: 'columns-of', role: 'img', 'aria-label':
         `${title}: most, ${plural(most.blocks, 'block')}, ${range(most)}` },
      bars.map((bar, i) => {
         const drawn = h('span', { class: 'column-bar' });
         drawn.style.height = bar.blocks === 0 ? '0' : `max(2px, ${bar.share * 100}%)`;
         return h('span', { class: 'column-of',
            title: `${range(bar)}: ${plural(bar.blocks, 'block')}` },
         h('span', { class: 'column-room' }, drawn),
         h('span', { class: 'column-name' },
            i % each === 0 && i + each <= bars.length ? label(bar) : ''));
      })));
}

function temporaries(ctx) {
   const { format, model } = ctx;
   const { temporary_blocks: n, temporary_bytes: bytes, blocks } = model.report.totals;
   if (!(n > 0)) {
      return null;
   }
   return h('figure', { class: 'temporaries' }, h('figcaption', {}, 'Temporary blocks'),
      h('p', { class: 'large figure', 'data-value': 100 * n / blocks },
         format.percent(n, blocks)),
      h('p', { class: 'muted' }, `${format.full(n)} of ${format.full(blocks)} blocks, `,
         `${format.shortBytes(bytes)}: freed before their thread\u2019s next `,
         'allocation.'),
      h('p', {}, link(ctx, 'Which sites', { sort: 'temporary', dir: 'down' })));
}
