/* colour.js -- scales: heat of one value, and change between two; pure, but for
   the reading of colours from the style sheet.
   The steps' colours are custom properties of base.css, for light and for dark.
   SPDX-License-Identifier: GPL-2.0-or-later */

/** Steps of heat: 0 is none, 9 is most. */
export const HEAT_STEPS = 10;

/** The step (0 to 9) of a share from 0 to 1; the root lets small shares differ. */
export function heatStep(share) {
   if (!(share > 0)) {
      return 0;
   }
   return Math.min(9, Math.max(1, Math.ceil(9 * Math.sqrt(Math.min(1, share)))));
}

/** The CSS colour of a share from 0 to 1. */
export function heat(share) {
   return `var(--heat-${heatStep(share)})`;
}

/** The text colour that can be read on `heat(share)`. */
export function heatText(share) {
   return `var(--heat-text-${heatStep(share)})`;
}

/** The step of a change, from -4 (much better: less) to 4 (much worse: more).
   `fraction` is (new - old) / reference, as a fraction. */
export function changeStep(fraction) {
   if (!fraction) {
      return 0;
   }
   const size = Math.min(4, Math.ceil(4 * Math.sqrt(Math.min(1, Math.abs(fraction)))));
   return fraction < 0 ? -size : size;
}

/** The CSS colour of a change: blue for less, red for more. */
export function change(fraction) {
   const step = changeStep(fraction);
   if (step === 0) {
      return 'var(--same)';
   }
   return step < 0 ? `var(--better-${-step})` : `var(--worse-${step})`;
}

/** The colours as the style sheet sets them now, as texts for a canvas; of `names`
   like "--fg", "--heat-3". Ask again when `onScheme` calls. */
export function resolve(names) {
   const style = getComputedStyle(document.documentElement);
   return names.map((name) => style.getPropertyValue(name).trim());
}

/** Calls `f` whenever the system changes between light and dark. */
export function onScheme(f) {
   matchMedia('(prefers-color-scheme: dark)').addEventListener('change', f);
}
