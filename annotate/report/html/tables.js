/* tables.js -- functions, lines, objects, files.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { fill, h } from './dom.js';

export const id = 'tables';
export const title = 'Tables';

export function isThere() {
   return true;
}

export function mount(root, ctx) {
   return { update: () => fill(root, h('h1', {}, ctx.model.functions.length)) };
}
