/* site_charts.js -- small drawings of a site's block sizes and lifetimes.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { h, svg } from './dom.js';
import { sizeBars, span } from './site_rows.js';

const MINI_BARS = 16;
const MINI = { width: 64, height: 14 };

/** The range of sizes, and of different ones their distribution in little. */
export function miniSizes(site, format) {
   const bars = sizeBars(site);
   const text = sizeRange(site, format);
   if (bars.length < 2) {
      return h('span', {}, text);
   }
   const width = MINI.width / Math.max(bars.length, MINI_BARS);
   return h('span', { class: 'mini' }, text,
      svg('svg', { width: MINI.width, height: MINI.height, 'aria-hidden': 'true' },
         bars.map((bar, i) => {
            const tall = bar.blocks > 0 ? Math.max(1.5, bar.share * MINI.height) : 0;
            return svg('rect', { x: i * width, y: MINI.height - tall,
               width: Math.max(1, width - 1), height: tall });
         })));
}

/** "56 B", or "16 B to 1.00 MiB" of all blocks. */
export function sizeRange(site, format) {
   if (site.min_size === null || site.max_size === null) {
      return 'n/a';
   }
   return site.min_size === site.max_size ? format.shortBytes(site.min_size)
      : `${format.shortBytes(site.min_size)} to ${format.shortBytes(site.max_size)}`;
}

/** From the shortest to the longest lifetime, with the average: on a logarithmic scale
    whose end is the run's. */
export function miniLifetimes(site, endTime) {
   const life = span(site, endTime);
   const { width, height } = MINI;
   const at = (place) => 3 + place * (width - 6);
   return svg('svg', { class: 'mini-life', width, height, 'aria-hidden': 'true' },
      svg('line', { class: 'scale', x1: 3, x2: width - 3, y1: height / 2,
         y2: height / 2 }),
      life === null ? null : [
         svg('line', { class: 'life', x1: at(life.from), x2: at(life.to) + 0.5,
            y1: height / 2, y2: height / 2 }),
         svg('circle', { cx: at(life.mean), cy: height / 2, r: 3 })]);
}

/** A row for each power of two with blocks: their sizes, a bar, their number. */
export function sizeTable(site, format) {
   return h('table', { class: 'sizes', 'data-table': 'sizes' },
      h('caption', { class: 'unseen' }, 'Blocks by size'),
      sizeBars(site).filter((bar) => bar.blocks > 0).map((bar) => {
         const drawn = h('span', { class: 'size-bar', 'aria-hidden': 'true' });
         drawn.style.width = `${Math.max(1, bar.share * 100)}%`;
         return h('tr', {},
            h('th', { scope: 'row', class: 'number' }, rangeText(site, bar, format)),
            h('td', { class: 'size-bar-cell' }, drawn),
            h('td', { class: 'number', 'data-value': bar.blocks },
               format.full(bar.blocks)));
      }));
}

function rangeText(site, bar, format) {
   const from = Math.max(bar.from, site.min_size || 0);
   const to = Math.min(bar.to, site.max_size === null ? bar.to : site.max_size);
   return from === to ? `${format.full(from)} B`
      : `${format.full(from)} \u2013 ${format.full(to)} B`;
}
