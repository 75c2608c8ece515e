/* owner_icicle.js -- owners as an icicle, in the flame graph's pane.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { makeTip, swatch } from './controls.js';
import { fill, h } from './dom.js';
import { visible } from './format.js';
import { makeKeys } from './flame_keys.js';
import { lookOf } from './flame_paint.js';
import { makePane } from './flame_pane.js';
import { KINDS, ownerAt, ownerScene, placeOfOwner } from './owner_scene.js';

const ALL = 'all that is live';

/**
 * @param {object} on choose(node): zooms to an owner, or -1; look(node): the keyboard
 *    is at it
 * @returns {object} root; show(shown): made, look, node (zoomed to, or -1), names,
 *    isMatch (or null), isGrowth
 */
export function makeIcicle(ctx, on) {
   const view = { ctx, on, shown: null, scene: null, zoom: { owners: 0 },
      tip: makeTip(),
      legend: h('div', { class: 'flame-legend' }) };
   view.pane = makePane({ dress: (part, box) => dress(view, part, box),
      click: (part, place) => zoomTo(view, part, place),
      hover: (part, place, event) => showTip(view, part, place, event),
      describedBy: 'owner-details' });
   view.actions = { select: (part, place) => select(view, part, place),
      zoomTo: (part, place) => zoomTo(view, part, place) };
   view.pane.root.addEventListener('keydown', makeKeys(view, { s: null, o: null, i: null,
      Escape: () => (view.zoom.owners > 0 ? on.choose(-1) : ctx.go({ q: '' })) }));
   view.pane.root.setAttribute('aria-label',
      'Icicle of owners: arrows move, Enter zooms, Escape shows all');
   return { root: h('div', { class: 'owner-icicle' }, view.pane.root, view.tip.root,
      view.legend), show: (shown) => show(view, shown) };
}

function show(view, shown) {
   if (view.scene === null || view.shown.look !== shown.look) {
      view.scene = ownerScene(shown.made, shown.look);
   }
   const [part] = view.scene.parts;
   const place = placeOfOwner(part, shown.look, shown.node);
   view.shown = shown;
   view.zoom = { owners: place };
   view.cursor = { part, place };
   view.tip.hide();
   view.pane.show(view.scene, view.zoom, view.cursor);
   fill(view.legend, legendOf(view));
}

function labelOf({ names }, node) {
   const { field, title, inside } = node < 0 ? { title: ALL } : names[node];
   return visible((field ? `${field}: ` : '') + title + (inside ? ` in ${inside}` : ''));
}

/* What a frame had in the snapshot before. */
function beforeOf({ made, look }, node) {
   return node < 0 ? made.looks[look.index - 1].live.bytes
      : made.bytes[node] - made.grown[node];
}

function dress(view, part, box) {
   const { shown, scene } = view, node = ownerAt(part, box.at);
   const frame = part.layout.node[box.at], { isMatch, isGrowth } = shown;
   box.label = labelOf(shown, node);
   box.isMatch = isMatch !== null && node >= 0 && isMatch(node);
   box.isFaint = (isMatch !== null && !box.isMatch) || box.at < view.zoom.owners;
   box.look = lookOf(isGrowth ? 'change' : 'object',
      { now: part.now[frame], old: isGrowth ? beforeOf(shown, node) : null, own: null },
      { palette: isGrowth ? 0 : scene.colours[frame], name: box.label, most: 0 });
}

/* ---- What the reader does ---- */

function select(view, part, place) {
   const { ctx, shown } = view, node = ownerAt(part, place);
   view.cursor = { part, place };
   view.pane.mark(view.cursor);
   view.on.look(node);
   const bytes = part.now[part.layout.node[place]];
   ctx.announce(`${labelOf(shown, node)}: ${ctx.format.value(bytes, 'bytes')} bytes, ` +
      ctx.format.percent(bytes, shown.look.live.bytes));
}

function zoomTo(view, part, place) {
   if (view.zoom.owners === place) {
      select(view, part, place);
   } else {
      view.on.choose(ownerAt(part, place));
   }
}

function showTip(view, part, place, event) {
   const { tip, shown, ctx: { format } } = view;
   if (!part) {
      tip.hide();
      return;
   }
   const node = ownerAt(part, place), bytes = part.now[part.layout.node[place]];
   const grown = node < 0 ? null : shown.made.grown[node];
   tip.show(event, h('strong', {}, labelOf(shown, node)), h('div', {},
      `retains ${format.full(bytes)} bytes, `,
      format.percent(bytes, shown.look.live.bytes),
      grown === null ? null
         : `; ${format.change(grown, 'bytes')} since the snapshot before`));
}

/* ---- The legend ---- */

function legendOf({ scene, shown }) {
   if (shown.isGrowth) {
      return [swatch('flame-is-better', 'less than in the snapshot before'),
         swatch('flame-is-same', 'same'), swatch('flame-is-worse', 'more')];
   }
   const used = new Set(scene.colours.slice(1));
   return [KINDS.filter(([, , colour]) => used.has(colour)).map(([, words, colour]) =>
      swatch(`flame-is-${colour}`, words)),
   used.has(0) ? swatch('flame-is-0', 'others') : null];
}
