/* state.js -- what is shown, as the fragment of the page's address; pure.
   A state is an object without prototype: names to texts, none of them empty.
   SPDX-License-Identifier: GPL-2.0-or-later */

const NAME = /^[a-z][a-z0-9_.-]*$/i;

/* What all views share. Other names belong to one view, which gets them back when it
   is shown again. */
const SHARED = ['kind', 'unit', 'side', 'fn', 'file', 'line', 'moment', 'thread',
   'region', 'code'];

/** The state that the fragment `text` ("#view=flame&q=x") says. */
export function parse(text) {
   const state = Object.create(null);
   for (const [name, value] of new URLSearchParams(text.replace(/^#/, ''))) {
      if (NAME.test(name) && value !== '') {
         state[name] = value;
      }
   }
   return state;
}

/** The fragment of `state`, with "#"; the view comes first, the rest by name. */
export function write(state) {
   const names = Object.keys(state).filter((name) => name !== 'view').sort();
   const out = new URLSearchParams();
   for (const name of state.view ? ['view', ...names] : names) {
      out.append(name, state[name]);
   }
   return `#${out}`;
}

/** `state` with the members of `patch`; null, undefined and '' remove a member. */
export function merge(state, patch) {
   const out = Object.assign(Object.create(null), state);
   for (const [name, value] of Object.entries(patch)) {
      if (value === null || value === undefined || value === '') {
         delete out[name];
      } else if (NAME.test(name)) {
         out[name] = String(value);
      }
   }
   return out;
}

/** What another view keeps of `state`. */
export function shared(state) {
   return pick(state, (name) => SHARED.includes(name));
}

/** What belongs to the view of `state` alone. */
export function personal(state) {
   return pick(state, (name) => name !== 'view' && !SHARED.includes(name));
}

function pick(state, isWanted) {
   const out = Object.create(null);
   for (const name of Object.keys(state).filter(isWanted)) {
      out[name] = state[name];
   }
   return out;
}

/** Whether both say the same. */
export function isEqual(a, b) {
   return write(a) === write(b);
}
