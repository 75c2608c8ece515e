/* asm.js -- machine code and the source that it is of, side by side.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { detailsOf } from './asm_details.js';
import { KEYS, makeKeys } from './asm_keys.js';
import { makeMachine } from './asm_machine.js';
import { findInstrs, hotInstrs, hottest, isInGap, lightsOf, lightsOfLine, mostValue,
   placeOf, placePatch, textOf } from './asm_rows.js';
import { makeLines } from './asm_source.js';
import { makeTools } from './asm_tools.js';
import { fill, h, nameText, percentFigure } from './dom.js';
import { visible } from './format.js';
import { nextOf } from './source_rows.js';

export const id = 'asm';
export const title = 'Assembly';
export const keys = KEYS;

/* The mouse rests on code of another file for so long before that is shown, in ms. */
const REST = 150;

/** Whether there is a listing. */
export function isThere(model) {
   return model.assembly !== null;
}

/** Shows the view in `root`: {update(state)}. */
export function mount(root, ctx) {
   /* Its table of source and its colours are those of the source view. */
   root.classList.add('source');
   const view = { ctx, place: null, hovered: null, shown: '', trail: [], rest: 0,
      name: h('h2', { class: 'pane-name' }),
      details: h('aside', { class: 'asm-details', 'aria-label': 'The instruction',
         tabindex: '0' }) };
   view.actions = actionsOf(view);
   view.lines = makeLines(ctx, {
      choose: (file, line) => goToLine(view, file, line),
      hover: (file, line) => hover(view, file === null ? null : { file, line }) });
   view.machine = makeMachine(ctx, { choose: (at) => goTo(view, at),
      hover: (at) => hover(view, at === null ? null : { at }),
      follow: (at) => remember(view, at) });
   view.tools = makeTools(view);
   fill(root, view.tools.root, h('div', { class: 'panes' }, view.lines.root,
      h('div', { class: 'pane' }, view.name, view.machine.root)), view.details);
   root.addEventListener('keydown', makeKeys(view.actions));
   return { update: (state) => update(view, state) };
}

function actionsOf(view) {
   return {
      place: () => view.place,
      goToListing: (index) => view.ctx.go({ 'asm.of': index, 'asm.at': null }),
      goToHot: (by) => goTo(view, nextOf(view.place.hot, view.place.at, by)),
      goToFound: (by) => goTo(view, nextOf(view.place.found, view.place.at, by)),
      goToHottest: () => goTo(view, hottest(view.place.listing, view.place.metric)),
      step: (by) => step(view, by),
      stepLine: (by) => stepLine(view, by),
      follow: () => follow(view),
      goBack: () => goBack(view),
   };
}

/* ---- State ---- */

function update(view, state) {
   const { ctx, machine, lines } = view, { model } = ctx;
   const metric = model.metric(state), { listing, at } = placeOf(model, state, metric);
   const isOther = view.place === null || view.place.listing !== listing;
   view.place = { listing, at, metric, hot: hotInstrs(listing, metric),
      found: findInstrs(listing, state.q || ''),
      isIdleShown: state['asm.idle'] === 'all' || isInGap(listing, at) };
   view.hovered = isOther ? null : view.hovered;
   clearTimeout(view.rest);
   showMachine(view, state);
   const { file, line } = listing.instrs[at];
   lines.show(listing, line > 0 ? file : isOther ? listing.file : lines.file(), metric);
   lines.select(line || 0);
   machine.select(at, view.place.found);
   light(view);
   view.tools.update(state);
   fill(view.details, detailsOf(ctx, { ...view.place,
      follow: () => remember(view, at) }));
   view.details.dataset.address = listing.instrs[at].address;
}

/* Makes the rows again only if others are to be shown, and keeps the focus there. */
function showMachine(view, state) {
   const { ctx, machine, place } = view, { listing, metric, isIdleShown } = place;
   const wanted = JSON.stringify([listing.index, metric, state.unit, isIdleShown]);
   if (wanted === view.shown) {
      return;
   }
   const had = machine.root.contains(document.activeElement);
   view.shown = wanted;
   machine.draw(listing, { metric, isIdleShown,
      most: mostValue(ctx.model.assembly, metric) });
   if (had) {
      machine.root.focus({ preventScroll: true });
   }
   fill(view.name, nameText(listing.short, listing.name), h('span', { class: 'muted' },
      ' ', percentFigure(listing.values[metric], ctx.model.totals[metric], ctx.format),
      ` of ${visible(ctx.model.metrics[metric].name)}`));
}

/* ---- What is lit ---- */

/* What the mouse is on, or else what is chosen. */
function light({ place, hovered, lines, machine }) {
   const { listing, at } = place;
   const lights = hovered === null ? lightsOf(listing, at)
      : hovered.file !== undefined ? lightsOfLine(listing, hovered.file, hovered.line)
         : lightsOf(listing, hovered.at);
   machine.light(lights);
   lines.light(lights.line);
}

/* Code of another file shows that file, if the mouse does not only pass. */
function hover(view, what) {
   if (JSON.stringify(what) === JSON.stringify(view.hovered)) {
      return;
   }
   view.hovered = what;
   clearTimeout(view.rest);
   light(view);
   const instr = what === null || what.at === undefined ? null
      : view.place.listing.instrs[what.at];
   if (instr !== null && instr.line > 0 && instr.file !== view.lines.file()) {
      view.rest = setTimeout(() => showOther(view, instr), REST);
   }
}

function showOther(view, { file, line }) {
   view.lines.show(view.place.listing, file, view.place.metric);
   view.lines.select(line);
   light(view);
}

/* ---- What the reader does ---- */

function goTo(view, at, how) {
   const { ctx, place: { listing } } = view, instr = listing.instrs[at];
   if (instr) {
      ctx.go(placePatch(listing, at), how);
      ctx.announce(visible(textOf(instr)));
   }
}

function goToLine(view, file, line) {
   const { listing, metric } = view.place, those = listing.lines.get(`${file}:${line}`);
   if (those === undefined) {
      view.ctx.announce('No code of this line here');
   } else {
      goTo(view, hottest(listing, metric, those));
   }
}

/* Code that is not shown is passed over. */
function step(view, by) {
   const shown = view.machine.instrs();
   goTo(view, shown[shown.indexOf(view.place.at) + by], { replace: true });
}

function stepLine(view, by) {
   const { listing, at, metric } = view.place, lines = view.lines.lines();
   const i = lines.indexOf(listing.instrs[at].line);
   const line = lines[i < 0 ? 0 : i + by];
   if (line !== undefined) {
      const those = listing.lines.get(`${view.lines.file()}:${line}`);
      goTo(view, hottest(listing, metric, those), { replace: true });
   }
}

/* ---- Jumps and calls ---- */

function remember({ place: { listing }, trail }, at) {
   trail.push({ listing, at });
}

function follow(view) {
   const { ctx, place: { listing, at } } = view, { target, calls } = listing.instrs[at];
   const called = calls ? ctx.model.assembly.ofCall(calls, listing) : null;
   if (called !== null) {
      remember(view, at);
      ctx.go({ 'asm.of': called.index, 'asm.at': null });
      ctx.announce(visible(called.name));
   } else if (target !== undefined) {
      remember(view, at);
      goTo(view, target);
   }
}

/* The browser's Back may have led there before. */
function goBack(view) {
   const { listing, at } = view.place;
   let last = view.trail.pop();
   while (last !== undefined && last.listing === listing && last.at === at) {
      last = view.trail.pop();
   }
   if (last !== undefined) {
      view.ctx.go(placePatch(last.listing, last.at));
   }
}
