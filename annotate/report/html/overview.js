/* overview.js -- what ran, its totals, and what to look at first.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { fill, h } from './dom.js';

export const id = 'overview';
export const title = 'Overview';

/** Every document has an overview. */
export function isThere() {
   return true;
}

export function mount(root, ctx) {
   return { update: () => fill(root, h('h1', {}, ctx.model.command)) };
}
