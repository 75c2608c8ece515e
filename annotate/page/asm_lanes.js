/* asm_lanes.js -- arrows of jumps beside machine code; pure.
   A digit of `arrows` is what happens in a lane beside an instruction, the lane farthest
   from the code first.
   SPDX-License-Identifier: GPL-2.0-or-later */

const UP = 1, DOWN = 2, TURNS = 4, ENDS = 8;

function digitsOf(arrows, nLanes) {
   return Array.from((arrows || '').padStart(nLanes, '0'),
      (digit) => parseInt(digit, 16));
}

function names(...pairs) {
   return pairs.filter(([, isThere]) => isThere).map(([name]) => name).join(' ');
}

/**
 * The classes of an instruction's lanes: up and down, a line to the row above or below;
 * turn, one from there to the code; across, one that comes from a lane farther away.
 * @returns {{lanes: string[], head: string}} head is the class of what is before the
 *    code: 'arrow', 'across' or ''
 */
export function lanesOf(arrows, nLanes) {
   let isCrossed = false, isTarget = false;
   const lanes = digitsOf(arrows, nLanes).map((digit) => {
      const turns = (digit & TURNS) !== 0;
      const name = names(['up', digit & UP], ['down', digit & DOWN], ['turn', turns],
         ['across', isCrossed]);
      isCrossed = isCrossed || turns;
      isTarget = isTarget || (digit & ENDS) !== 0;
      return name;
   });
   return { lanes, head: isTarget ? 'arrow' : isCrossed ? 'across' : '' };
}

/** The same of a row that has no instruction, above or below that of `arrows`. */
export function passingLanes(arrows, nLanes, isAbove) {
   const passes = isAbove ? UP : DOWN;
   return { lanes: digitsOf(arrows, nLanes).map((digit) =>
      (digit & passes ? 'up down' : '')), head: '' };
}

/** The lane of the arrow that begins at an instruction, from the left; -1: none. */
export function laneFrom(arrows, nLanes) {
   return digitsOf(arrows, nLanes)
      .findIndex((digit) => (digit & (TURNS | ENDS)) === TURNS);
}
