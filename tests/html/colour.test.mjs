/* colour.test.mjs -- steps of heat and of change; and that text on them can be read.
   SPDX-License-Identifier: GPL-2.0-or-later */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as colour from '../../annotate/page/colour.js';

test('heat grows with the share, and little is not none', () => {
   assert.deepEqual([0, 1e-9, 0.01, 0.25, 1, 2].map(colour.heatStep), [0, 1, 1, 5, 9, 9]);
   assert.deepEqual([NaN, -1, undefined, Infinity].map(colour.heatStep), [0, 0, 0, 9]);
   assert.equal(colour.heat(1), 'var(--heat-9)');
   assert.equal(colour.heatText(0), 'var(--heat-text-0)');
});

test('less is blue, more is red', () => {
   assert.deepEqual([-1, -0.01, 0, 0.01, 5, NaN].map(colour.changeStep),
      [-4, -1, 0, 1, 4, 0]);
   assert.equal(colour.change(-1), 'var(--better-4)');
   assert.equal(colour.change(1), 'var(--worse-4)');
   assert.equal(colour.change(0), 'var(--same)');
});

/* The colours of base.css: light ones, and with what dark changes. */
const sheet = readFileSync(
   `${process.env.srcdir || '.'}/annotate/page/base.css`, 'utf8');

function colours(text) {
   const all = {};
   for (const [, name, value] of text.matchAll(/(--[a-z0-9-]+):\s*([^;]+);/g)) {
      all[name] = value;
   }
   return all;
}

const [before, after] = sheet.split('@media screen and (prefers-color-scheme: dark)');
const light = colours(before);
const dark = { ...light, ...colours(after.slice(0, after.indexOf('\n}\n'))) };

function hex(all, name) {
   const value = all[name];
   const other = /^var\((--[a-z0-9-]+)\)$/.exec(value);
   return other ? hex(all, other[1]) : value;
}

function luminance(text) {
   const parts = [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16) / 255)
      .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
   return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
}

function contrast(a, b) {
   const [less, more] = [luminance(a), luminance(b)].sort((x, y) => x - y);
   return (more + 0.05) / (less + 0.05);
}

for (const [scheme, all] of [['light', light], ['dark', dark]]) {
   const reads = (text, ground) => {
      const found = contrast(hex(all, text), hex(all, ground));
      assert.ok(found >= 4.5, `${scheme}: ${text} on ${ground}: ${found.toFixed(2)}`);
   };
   test(`text can be read: ${scheme}`, () => {
      for (const ground of ['--bg', '--panel']) {
         ['--fg', '--muted', '--accent', '--better', '--worse'].forEach((text) =>
            reads(text, ground));
      }
      for (let step = 0; step < colour.HEAT_STEPS; step++) {
         reads(`--heat-text-${step}`, `--heat-${step}`);
      }
      for (const side of ['better', 'worse']) {
         [1, 2, 3, 4].forEach((step) => reads('--fg', `--${side}-${step}`));
      }
      reads('--fg', '--accent-soft');
      reads('--fg', '--mark');
   });
   test(`steps of heat can be told apart by lightness alone: ${scheme}`, () => {
      for (let step = 2; step < colour.HEAT_STEPS; step++) {
         const [a, b] = [step - 1, step].map((s) => hex(all, `--heat-${s}`));
         const isDarker = luminance(b) < luminance(a);
         assert.equal(isDarker, scheme === 'light', `${step - 1} to ${step}`);
         assert.ok(contrast(a, b) > 1.05, `${step - 1} to ${step}`);
      }
   });
}
