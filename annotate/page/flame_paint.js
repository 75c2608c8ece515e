/* flame_paint.js -- paints the boxes of a flame graph on a canvas.

   A canvas needs no element for each frame, so deep and wide graphs do not slow the
   page.  flame_details.js has what it shows as text.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { change, heat, heatText, resolve } from './colour.js';
import { baseName } from './format.js';

export const ROW = 20;     /* pixels */
const LEAST_TEXT = 24;     /* pixels of a box that has room for a name */
const PADDING = 4;
const LEAST_LETTERS = 5;   /* of a name that is cut: fewer say nothing */
const SHADES = 3;          /* of a palette's colour, to tell neighbours apart */
const LEAST_HEAT = 0.02;   /* a share whose colour differs from that of none */
const PALETTE = 8;         /* 0: what has none of its own */

/**
 * Colours as the style sheet has them now; ask again when the scheme changes.
 * @returns {function(string): string} the colour of "--fg" or "var(--heat-3)"; a
 *    property that is another one's has that one's
 */
export function makeColours() {
   const known = new Map();
   return (text) => {
      const name = text.replace(/^var\((.*)\)$/, '$1');
      if (!known.has(name))
         known.set(name, resolve([name])[0]);
      return known.get(name);
   };
}

/**
 * The palette's colour of each function by its object: the objects with the most cost
 * have one of their own.
 * @param {Float64Array} self cost of each function
 * @returns {{of: Uint8Array, objects: string[]}} objects[i] has colour i + 1
 */
export function objectColours(functions, self) {
   const costs = new Map();
   functions.forEach(({ object }, fn) => {
      if (object)
         costs.set(object, (costs.get(object) || 0) + self[fn]);
   });
   const objects = [...costs.keys()].sort((a, b) => costs.get(b) - costs.get(a))
      .slice(0, PALETTE - 1);
   return { objects,
            of: Uint8Array.from(functions, ({ object }) => objects.indexOf(object) + 1) };
}

/* What the machine has for every program: the C library, the loader, the kernel's. */
const SYSTEM = /^(ld-|\[|vgpreload_|linux-(vdso|gate)|lib(c|m|dl|rt|pthread|mvec)[-.])/;

/** The palette's colour of each function by whose it is: 1 the program's, 2 a library's,
    0 the system's. @param {boolean[]} library whether it is not the program's */
export function ownerColours(functions, library) {
   return { of: Uint8Array.from(functions, ({ object }, fn) => (!library[fn] ? 1
      : SYSTEM.test(baseName(object || '')) ? 0 : 2)) };
}

/* 0 to SHADES - 1, the same for the same name. */
function shadeOf(name) {
   let sum = 0;
   for (let i = 0; i < name.length; i++)
      sum = (sum * 31 + name.charCodeAt(i)) % 65521;
   return sum % SHADES;
}

/**
 * How a frame is filled.
 * @param {string} mode "owner", "object", "self" or "change"
 * @param {object} frame see frameAt of flame_scene.js
 * @param {object} about palette: of its owner or object; name; most: self cost of any
 *    frame
 * @returns {{fill: string, text: string, shade: number}} names of custom properties
 */
export function lookOf(mode, frame, { palette, name, most }) {
   if (mode === 'change' && frame.old !== null) {
      const larger = Math.max(Math.abs(frame.now), Math.abs(frame.old));
      return { fill: frame.now === frame.old ? '--flame-same'
                                             : change((frame.now - frame.old) / larger),
               text: '--fg', shade: 0 };
   }
   if (mode === 'self' && frame.own !== null) {
      const share = frame.own > 0 ? Math.max(LEAST_HEAT, frame.own / most) : 0;
      return { fill: share ? heat(share) : '--flame-none', text: heatText(share),
               shade: 0 };
   }
   return { fill: `--flame-${palette}`, text: '--fg', shade: shadeOf(name) };
}

/* ---- Text ---- */

/* The part of `text` that fits; '' if it is too short to say anything.
   Names are measured once. */
function fit(context, widths, text, room) {
   if (!widths.has(text))
      widths.set(text, context.measureText(text).width);
   const width = widths.get(text);
   if (width <= room)
      return text;
   for (let n = Math.ceil(text.length * room / width); n >= LEAST_LETTERS; n--) {
      const part = `${text.slice(0, n)}…`;
      if (context.measureText(part).width <= room)
         return part;
   }
   return '';
}

/* ---- Boxes ---- */

function paintBox(painter, box, y) {
   const { context, colour } = painter;
   const width = Math.max(0.5, box.width - (box.width > 3 ? 1 : 0));
   if (box.at < 0) {
      context.fillStyle = colour('--line');
      context.fillRect(box.x, y, width, ROW - 1);
      return;
   }
   const { look } = box;
   context.globalAlpha = box.isFaint ? 0.4 : 1;
   context.fillStyle = colour(box.isMatch ? '--flame-match' : look.fill);
   context.fillRect(box.x, y, width, ROW - 1);
   if (look.shade > 0 && !box.isMatch) {
      context.globalAlpha *= 0.16 * look.shade;
      context.fillStyle = colour('--bg');
      context.fillRect(box.x, y, width, ROW - 1);
   }
   context.globalAlpha = box.isFaint ? 0.65 : 1;
   if (box.isInlined && width > 2)
      paintInlined(painter, box, width, y);
   if (width >= LEAST_TEXT)
      paintText(painter, box, width, y);
   context.globalAlpha = 1;
}

/* A broken line between an inlined function and the one that it is part of. */
function paintInlined({ context, colour, callersAreBelow }, box, width, y) {
   context.strokeStyle = colour('--fg');
   context.setLineDash([3, 3]);
   context.beginPath();
   const edge = callersAreBelow ? y + ROW - 1.5 : y + 0.5;
   context.moveTo(box.x, edge);
   context.lineTo(box.x + width, edge);
   context.stroke();
   context.setLineDash([]);
}

function paintText({ context, colour, widths }, box, width, y) {
   context.font = `${box.isInlined ? 'italic ' : ''}${colour('--flame-font')}`;
   context.fillStyle = colour(box.isMatch ? '--flame-match-text' : box.look.text);
   context.fillText(fit(context, widths, box.label, width - 2 * PADDING),
      box.x + PADDING, y + ROW / 2);
}

/* Around the frame that the keyboard is at, and the one under the mouse. */
function outline({ context, colour }, box, y, name, thickness) {
   context.strokeStyle = colour(name);
   context.lineWidth = thickness;
   context.strokeRect(box.x + thickness / 2, y + thickness / 2,
      Math.max(1, box.width - thickness), ROW - 1 - thickness);
   context.lineWidth = 1;
}

/**
 * Paints boxes.
 * @param {object} painter context: of a canvas; colour: makeColours(); widths: a Map
 *    to remember widths of texts; callersAreBelow
 * @param {object[]} boxes of visibleBoxes, and row, look, label, isMatch, isFaint,
 *    isInlined, isSelected, isHovered
 * @param {{top: number, width: number, height: number}} sight pixels
 */
export function paint(painter, boxes, sight) {
   const { context } = painter;
   context.clearRect(0, 0, sight.width, sight.height);
   context.textBaseline = 'middle';
   const marked = [];
   for (const box of boxes) {
      const y = box.row * ROW - sight.top;
      if (y <= -ROW || y >= sight.height)
         continue;
      paintBox(painter, box, y);
      if (box.isSelected || box.isHovered)
         marked.push(box);
   }
   for (const box of marked) {
      outline(painter, box, box.row * ROW - sight.top,
         box.isSelected ? '--fg' : '--accent', box.isSelected ? 2 : 1);
   }
}
