/* dom.js -- elements. All text goes in as text nodes, never as markup.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { full, share, visible } from './format.js';

/* Attributes whose values are addresses or code: views have no use for them. */
const FORBIDDEN = /^(on|style$|src|href$|action|formaction|xlink)/i;

/** An element. `attributes`: "class", "data-value", ...; a function is a listener of
   the event of that name; null, undefined and false leave an attribute out.
   `children` are nodes, texts, arrays of these, or null. */
export function h(name, attributes, ...children) {
   const element = document.createElement(name);
   setAttributes(element, attributes || {});
   append(element, children);
   return element;
}

/** The same for SVG. */
export function svg(name, attributes, ...children) {
   const element = document.createElementNS('http://www.w3.org/2000/svg', name);
   setAttributes(element, attributes || {});
   append(element, children);
   return element;
}

function setAttributes(element, attributes) {
   for (const [name, value] of Object.entries(attributes)) {
      if (typeof value === 'function') {
         element.addEventListener(name, value);
      } else if (value === null || value === undefined || value === false) {
         continue;
      } else if (FORBIDDEN.test(name)) {
         throw new Error(`no attribute ${name} here`);
      } else {
         element.setAttribute(name, value === true ? '' : String(value));
      }
   }
}

function append(element, children) {
   for (const child of children.flat(Infinity)) {
      if (child !== null && child !== undefined) {
         element.append(child);
      }
   }
}

/** Replaces the children of `element`. */
export function fill(element, ...children) {
   element.replaceChildren();
   append(element, children);
   return element;
}

/** A figure: `text` shows `value`, which tests read and a tooltip shows in full. */
export function figure(text, value, attributes) {
   return h('span', { class: 'figure', 'data-value': value, title: full(value),
      ...attributes }, text);
}

/** A share in percent, as a figure. */
export function percentFigure(part, whole, format) {
   const value = share(part, whole);
   return h('span', { class: 'figure share',
      'data-value': Number.isNaN(value) ? null : value }, format.percent(part, whole));
}

/** A link to what `patch` changes in the state: "go to the source of a.c:12". */
export function link(ctx, text, patch, attributes) {
   const element = h('a', attributes, text);
   element.href = ctx.href(patch);
   element.addEventListener('click', (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
         event.preventDefault();
         ctx.go(patch);
      }
   });
   return element;
}

/** A name of code or of a file; long names can be cut by CSS, so the tooltip has all. */
export function nameText(shown, whole = shown) {
   return h('span', { class: 'name', title: visible(whole) }, visible(shown));
}
