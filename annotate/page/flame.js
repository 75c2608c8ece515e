/* flame.js -- flame graph, icicle and sandwich of the call paths.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { makeTip, swatch } from './controls.js';
import { fill, h } from './dom.js';
import { searched, visible } from './format.js';
import { shownName } from './paths.js';
import { isThread, matchesOf } from './flame_layout.js';
import { FORMS, frameAt, matcher, placeOfText, sandwichPatch, sceneMaker,
         textOfPlace }
   from './flame_scene.js';
import { lookOf, objectColours, ownerColours } from './flame_paint.js';
import { sourceOf } from './flame_values.js';
import { makePane } from './flame_pane.js';
import { estimateOf, figuresOf, nameOf, showDetails, spoken, valueText }
   from './flame_details.js';
import { KEYS, makeKeys } from './flame_keys.js';
import { makeTools } from './flame_tools.js';

export const id = 'flame';
export const title = 'Flame graph';
export const keys = KEYS;

const LABELS = {
   flame: 'Flame graph', icicle: 'Icicle', sandwich: 'Callers and callees',
};

/** Whether the profile has call paths. */
export function isThere(model) {
   return Boolean(model.paths) && model.paths.count > 0;
}

/** Puts the view into `root`. */
export function mount(root, ctx) {
   const { paths } = ctx.model;
   const view = {
      ctx, paths, scene: null, sceneKey: null,
      makeScene: sceneMaker(ctx.model, sourceOf(ctx.model)),
      owners: ownerColours(paths.functions, paths.library),
      lowerNames: namesOf(ctx.model, ({ name }) => name).map(searched),
      labels: namesOf(ctx.model, shownName).map(visible),
      zoom: { callees: 0, callers: 0 }, cursor: null, matchers: new Map(),
      details: h('div', { class: 'flame-details', id: 'flame-frame', 'data-frame': '' }),
      tip: makeTip(),
      legend: h('div', { class: 'flame-legend' }),
      zoomed: h('p', { class: 'flame-zoomed muted', 'data-zoom': '' }),
   };
   view.pane = makePane({
      click: (part, place) => zoomTo(view, part, place),
      hover: (part, place, event) => showTip(view, part, place, event),
      dress: (part, box) => dress(view, part, box), describedBy: 'flame-frame' });
   view.actions = {
      zoomTo: (part, place) => zoomTo(view, part, place),
      select: (part, place) => select(view, part, place),
      sandwich: (fn) => ctx.go(sandwichPatch(paths, fn)),
   };
   view.tools = makeTools(view, FORMS, LABELS);
   view.pane.root.addEventListener('keydown', makeKeys(view));
   root.append(view.tools.root, view.zoomed, view.pane.root, view.details, view.legend,
      view.tip.root);
   return { update: (state) => update(view, state) };
}

/* The names of all functions; of threads, what reports call them. */
function namesOf({ paths, threadLabel }, nameFor) {
   return paths.functions.map((fn) =>
      (isThread(fn) ? threadLabel(fn.name) : nameFor(fn)));
}

/* ---- What the state says ---- */

function update(view, state) {
   const { ctx, pane } = view;
   const key = ['kind', 'thread', 'form', 'side', 'fn', 'of', 'moment', 'from', 'to',
      'code']
      .map((name) => state[name]).join('\n');
   const isOther = key !== view.sceneKey;
   if (isOther) {
      view.scene = view.makeScene(state);
      view.sceneKey = key;
      view.mostSelf = view.scene.parts.reduce((most, { own }) =>
         (own ? own.reduce((a, b) => Math.max(a, b), most) : most), 0);
      view.objects = objectColours(view.paths.functions,
         view.paths.functionSums(ctx.model.kind(state)).self);
   }
   const { scene } = view;
   const before = JSON.stringify(view.zoom);
   for (const part of scene.parts)
      view.zoom[part.id] = placeOfText(part, part.id === 'callees' ? state.node
         : state.caller);
   view.mode = modeOf(ctx.model, state, scene);
   view.palette = view.mode === 'owner' ? view.owners : view.objects;
   search(view, state.q || '');
   if (isOther || before !== JSON.stringify(view.zoom))
      view.cursor = cursorOf(view, state);
   pane.root.dataset.flame = scene.form;
   pane.root.setAttribute('aria-label', visible(`${LABELS[scene.form]}, ` +
      `${scene.values.kind.title}: arrows move, Enter zooms, Escape shows all`));
   view.tools.update(state);
   pane.show(scene, view.zoom, view.cursor);
   showDetails(view.details, view, view.cursor.part, view.cursor.place);
   showZoomed(view);
   showLegend(view);
   view.tip.hide();
}

function modeOf({ hasLibraries }, state, scene) {
   const modes = [...scene.values.old ? ['change'] : [],
      ...hasLibraries ? ['owner'] : [], 'object', 'self'];
   return modes.includes(state.colour) ? state.colour : modes[0];
}

/* Where the reader begins: at the zoomed frame, or the widest of the function that was
   chosen elsewhere. */
function cursorOf({ scene, zoom, paths }, state) {
   const part = scene.parts.find(({ id: name }) => zoom[name] > 0)
      || scene.parts[scene.parts.length - 1];
   const fn = state.fn === undefined ? -1 : paths.indexOf(state.fn);
   if (zoom[part.id] > 0 || fn < 0 || scene.form === 'sandwich')
      return { part, place: zoom[part.id] };
   const { layout } = part;
   const isIt = (place) => layout.merged.fn[layout.node[place]] === fn;
   return { part, place: layout.node.reduce((best, _, place) =>
      (isIt(place) && !(isIt(best) && layout.width[best] >= layout.width[place])
         ? place : best), 0) };
}

/* What matches, and its share of each part. */
function search(view, text) {
   view.matchers.clear();
   view.found = null;
   if (text === '')
      return;
   view.found = view.scene.parts.map((part) => {
      const isMatch = matcher(part, view.lowerNames, text);
      view.matchers.set(part, isMatch);
      const { frames, outer } = matchesOf(part.layout, isMatch);
      const sum = (values) => values &&
         outer.reduce((all, place) => all + values[part.layout.node[place]], 0);
      return { part, frames, now: sum(part.now), old: sum(part.old) };
   });
}

/* ---- Boxes ---- */

function dress(view, part, box) {
   const { merged } = part.layout, frame = part.layout.node[box.at];
   const fn = merged.fn[frame];
   const isMatch = view.matchers.get(part);
   const line = merged.line[frame];
   box.label = fn < 0 ? nameOf(view, fn) : (line ? `:${line} ` : '') + view.labels[fn];
   box.isInlined = merged.inlined[frame] === 1 && box.at > 0;
   box.isMatch = Boolean(isMatch) && isMatch(frame);
   box.isFaint = (Boolean(isMatch) && !box.isMatch) || box.at < view.zoom[part.id];
   box.look = lookOf(view.mode, valuesOf(part, frame), {
      palette: fn < 0 ? 0 : view.palette.of[fn], name: box.label,
      most: view.mostSelf });
}

function valuesOf(part, frame) {
   return { now: part.now[frame], old: part.old ? part.old[frame] : null,
            own: part.own ? part.own[frame] : null };
}

/* ---- What the reader does ---- */

function select(view, part, place) {
   view.cursor = { part, place };
   view.pane.mark(view.cursor);
   showDetails(view.details, view, part, place);
   view.ctx.announce(spoken(view, part, place));
}

/* Zooms to a frame; from the zoomed frame itself to its caller. */
function zoomTo(view, part, place) {
   const name = part.id === 'callees' ? 'node' : 'caller';
   view.cursor = { part, place };
   if (view.zoom[part.id] === place)
      select(view, part, place);
   else
      view.ctx.go({ [name]: textOfPlace(part, place) });
}

function showTip(view, part, place, event) {
   if (!part) {
      view.tip.hide();
      return;
   }
   const frame = frameAt(view.paths, part, place);
   view.tip.show(event, h('strong', {}, visible(nameOf(view, frame.fn))),
      frame.isInlined ? ' (inlined)' : null, h('div', {}, figuresOf(view, part, place)));
}

/* ---- Below and above the graph ---- */

function showZoomed(view) {
   const { scene, zoom, zoomed, paths, ctx } = view;
   const part = scene.parts.find(({ id: name }) => zoom[name] > 0);
   zoomed.hidden = !part;
   if (!part) {
      delete zoomed.dataset.node;
      return;
   }
   const frame = frameAt(paths, part, zoom[part.id]);
   zoomed.dataset.node = frame.node;
   fill(zoomed, 'Zoomed to ', h('strong', {}, visible(nameOf(view, frame.fn))), ': ',
      valueText(view, frame.now, frame.old), ' ',
      h('button', { type: 'button', class: 'quiet',
         click: () => ctx.go({ node: null, caller: null }) }, 'Show all'));
}

function showLegend(view) {
   const { legend, mode, palette, ctx, paths, scene, mostSelf } = view;
   const { format } = ctx;
   const entries = {
      owner: () => [swatch('flame-is-1', 'own code'), swatch('flame-is-2', 'libraries'),
         swatch('flame-is-0', 'system: C library, loader')],
      object: () => [palette.objects.map((object, i) =>
         swatch(`flame-is-${i + 1}`, format.baseName(object))),
      palette.of.includes(0) ? swatch('flame-is-0', 'others') : null],
      self: () => [swatch('flame-is-none', 'no self cost'),
         swatch('flame-is-warm', 'a quarter of the most'),
         swatch('flame-is-hot',
            `the most: ${format.percent(mostSelf, scene.whole.now)}`)],
      change: () => [swatch('flame-is-better', 'less than before'),
         swatch('flame-is-same', 'same'), swatch('flame-is-worse', 'more'),
         h('span', { class: 'muted' }, scene.values.instead
            ? 'Width: both moments together' : 'Width: both runs together')],
   };
   const hasInlined = paths.inlined.some((flag) => flag === 1);
   const left = paths.leftOut && paths.leftOut.nodes;
   fill(legend, paths.isEstimated ? estimateOf() : null, entries[mode](),
      scene.isFolded ? h('span', { class: 'muted' },
         'Library code is one frame of each line that runs it: \u201c:12 sort\u201d')
         : null,
      hasInlined ? swatch('flame-is-inlined', 'inlined into its caller') : null,
      left ? h('span', { class: 'muted' }, `${format.plural(left, 'small path')} left ` +
         `out; ${left === 1 ? 'its caller has its' : 'their callers have their'} cost`)
         : null,
      scene.form === 'sandwich' ? h('span', { class: 'muted' },
         'Callers above, callees below; recursive calls count once') : null);
}
