/* format.js -- numbers and names as text; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

const COUNT_STEPS = ['', ' k', ' M', ' G', ' T', ' P', ' E'];
const BYTE_STEPS = [' B', ' KiB', ' MiB', ' GiB', ' TiB', ' PiB', ' EiB'];

/* U+2212, as wide as a plus sign. */
const MINUS = '\u2212';

/** What stands for a value that does not exist. */
export const NONE = 'n/a';

function isNumber(value) {
   return typeof value === 'number' && Number.isFinite(value);
}

function grouped(digits) {
   return digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** "1,234,567" of a number; a fraction keeps at most 2 digits. */
export function full(value) {
   if (!isNumber(value)) {
      return NONE;
   }
   const size = Math.abs(value);
   const text = Number.isInteger(size) ? size.toFixed(0) : size.toFixed(2);
   const [whole, fraction] = text.split('.');
   return (value < 0 ? MINUS : '') + grouped(whole) + (fraction ? `.${fraction}` : '');
}

/* Three significant digits of `size`, which is under 1024. */
function threeDigits(size) {
   if (size >= 99.95) {
      return size.toFixed(0);
   }
   return size >= 9.995 ? size.toFixed(1) : size.toFixed(2);
}

function scaled(value, base, steps) {
   if (!isNumber(value)) {
      return NONE;
   }
   let size = Math.abs(value);
   let step = 0;
   while (size >= base - 0.5 && step < steps.length - 1) {
      size /= base;
      step++;
   }
   const number = step || !Number.isInteger(size) ? threeDigits(size) : String(size);
   return (value < 0 ? MINUS : '') + number + steps[step];
}

/** "1.23 M" of a count. */
export function shortCount(value) {
   return scaled(value, 1000, COUNT_STEPS);
}

/** "1.18 MiB" of bytes. */
export function shortBytes(value) {
   return scaled(value, 1024, BYTE_STEPS);
}

/** "23.6 Minstr" of a time; `unit` is the profile's word: instrs, ms, bytes. */
export function time(value, unit) {
   if (!isNumber(value)) {
      return NONE;
   }
   if (unit === 'bytes') {
      return shortBytes(value);
   }
   if (unit === 'ms') {
      return value < 1000 ? `${full(value)} ms` : `${threeDigits(value / 1000)} s`;
   }
   const word = unit === 'instrs' ? 'instr' : unit || '';
   const text = shortCount(value);
   return /[a-zA-Z]$/.test(text) ? text + word : `${text} ${word}`.trimEnd();
}

/** The share of `part` in `whole` in percent, or NaN. */
export function share(part, whole) {
   return isNumber(part) && isNumber(whole) && whole !== 0 ? 100 * part / whole : NaN;
}

/** "12.3%": the share of `part` in `whole`. */
export function percent(part, whole) {
   return percentage(share(part, whole));
}

/** "12.3%" of 12.345; "<0.1%" of what would read as zero. */
export function percentage(value) {
   if (!isNumber(value)) {
      return NONE;
   }
   const size = Math.abs(value);
   const sign = value < 0 ? MINUS : '';
   if (size > 0 && size < 0.05) {
      return `${sign}<0.1%`;
   }
   return `${sign}${size >= 1000 ? grouped(size.toFixed(0)) : size.toFixed(1)}%`;
}

/** A number with its sign: "+1,234", "\u22121,234", "0". */
export function signed(value, text) {
   return (value > 0 ? '+' : '') + text(value);
}

/** "+12.3%", from 100 times on "×10,001"; of what was 0 "new", of what is 0 "gone". */
export function changePercent(before, after) {
   if (before === after) {
      return '0';
   }
   if (before === 0) {
      return 'new';
   }
   if (before > 0 && after >= 100 * before) {
      return `\u00d7${grouped((after / before).toFixed(0))}`;
   }
   return after === 0 ? 'gone' : signed(share(after - before, before), percentage);
}

/** `value` of `unit` in the form asked for, full or short. Units are count, bytes,
    percent, and whole, which is never short. */
export function amount(value, unit, form) {
   if (unit === 'percent') {
      return percentage(value);
   }
   if (form !== 'short' || unit === 'whole') {
      return full(value);
   }
   return unit === 'bytes' ? shortBytes(value) : shortCount(value);
}

/** "estimated cycles" of "Estimated cycles", but "D1 misses" as it is. */
export function lowerFirst(text) {
   return /^.[a-z]/.test(text) ? text[0].toLowerCase() + text.slice(1) : text;
}

/** "Estimated cycles" of "estimated cycles". */
export function upperFirst(text) {
   return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The last part of a path: "a.c" of "/src/a.c". */
export function baseName(path) {
   return path.slice(path.replace(/\/+$/, '').lastIndexOf('/') + 1);
}

/** "1 block", "2 blocks". */
export function plural(n, one, many = `${one}s`) {
   return `${full(n)} ${n === 1 ? one : many}`;
}

/* Characters that would not show, or turn the text around them. */
const HIDDEN = new RegExp('[\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f' +
   '\\u2028-\\u202e\\u2060-\\u2069\\ufeff]', 'g');

const ANONYMOUS = /\(anonymous namespace\)/g;

/** A name as it is shown: characters that hide or reorder text as \x1b or \u202e, and
    "(anon)" for "(anonymous namespace)". */
export function visible(name) {
   return String(name).replace(ANONYMOUS, '(anon)').replace(HIDDEN, (c) => {
      const code = c.charCodeAt(0);
      const hex = code.toString(16);
      return code < 256 ? `\\x${hex.padStart(2, '0')}` : `\\u${hex.padStart(4, '0')}`;
   });
}

/** What a search looks into: the text in lower case, as it is and as it is shown. */
export function searched(text) {
   const shown = text.replace(ANONYMOUS, '(anon)');
   return (shown === text ? text : `${text}\n${shown}`).toLowerCase();
}

/** The functions above, with the form (full or short) that `state` asks for. */
export function formatter(state) {
   const value = (n, unit) => amount(n, unit, state.unit);
   return {
      value,
      short: (n, unit) => amount(n, unit, 'short'),
      change: (n, unit) => signed(n, (x) => value(x, unit)),
      full, shortCount, shortBytes, time, share, percent, percentage, changePercent,
      signed, plural, baseName, lowerFirst, visible,
   };
}
