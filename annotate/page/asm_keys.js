/* asm_keys.js -- machine code by the keyboard.
   SPDX-License-Identifier: GPL-2.0-or-later */

/** The list of keys, see keyboard.js. */
export const KEYS = [
   ['\u2191 \u2193', 'the instruction, or in the source the line, above or below'],
   ['n and p', 'the next or previous hot instruction'],
   ['h', 'the hottest instruction of the function'],
   ['Enter', 'follow a jump or a call; in the search: the next one found'],
   ['Backspace', 'back from there'],
];

const ACTIONS = new Map(Object.entries({
   n: ({ goToHot }) => goToHot(1),
   p: ({ goToHot }) => goToHot(-1),
   h: ({ goToHottest }) => goToHottest(),
   Backspace: ({ goBack }) => goBack(),
}));

const IN_SOURCE = new Map(Object.entries({
   ArrowDown: ({ stepLine }) => stepLine(1),
   ArrowUp: ({ stepLine }) => stepLine(-1),
}));

const IN_MACHINE = new Map(Object.entries({
   ArrowDown: ({ step }) => step(1),
   ArrowUp: ({ step }) => step(-1),
   Enter: ({ follow }) => follow(),
}));

/** The listener of keydown of the view; `actions` are of asm.js. */
export function makeKeys(actions) {
   return (event) => {
      const { key, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey
          || target.closest('input, select, dialog')
          || key === 'Enter' && target.closest('a, button')) {
         return;
      }
      const here = target.closest('.machine') !== null ? IN_MACHINE
         : target.closest('.code') !== null ? IN_SOURCE : new Map();
      const action = here.get(key) || ACTIONS.get(key);
      if (action) {
         event.preventDefault();
         action(actions);
      }
   };
}
