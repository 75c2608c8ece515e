/* flame_layout.js -- where each frame of a flame graph is; pure, without a page.

   The document's call paths (paths: parent, fn, inlined of each node) become a
   merged tree: sisters with the same function are one frame, whatever line calls them,
   and so are the functions that begin the program or a thread; the last one names it.
   A merged tree has arrays, too, with callers before callees; its frame 0 is the root,
   which stands for all, or for the function of a sandwich.  A layout lists the merged
   tree's frames depth-first, so that what is below a frame is one range.
   SPDX-License-Identifier: GPL-2.0-or-later */

/* ---- Merging ---- */

function newMerged(paths, tops, rootFunction) {
   return {
      parent: [-1], fn: [rootFunction], inlined: [0],
      node: [rootFunction < 0 || tops.length === 0 ? -1 : tops[0]],
      of: new Int32Array(paths.parent.length).fill(-1),
      known: new Map(), line: [0],
   };
}

/* The child of frame `at` for node `i`, made if it is new; one for each line that calls
   it, if `line` is given. */
function frameBelow(merged, paths, at, i, line = 0) {
   const functions = 2 * (paths.fn[i] + 1);
   const key = `${at} ${functions + (paths.inlined[i] ? 1 : 0)} ${line}`;
   let frame = merged.known.get(key);
   if (frame === undefined) {
      frame = merged.parent.length;
      merged.known.set(key, frame);
      merged.parent.push(at);
      merged.fn.push(paths.fn[i]);
      merged.inlined.push(paths.inlined[i] ? 1 : 0);
      merged.node.push(i);
      merged.line.push(line);
   }
   return frame;
}

/* Of what begins the program, all but the first belong to its frame. */
function continuesStart({ parent, starts }, i) {
   return starts !== undefined && starts[i] === 1 && starts[parent[i]] === 1;
}

/* Code of libraries is that of the line that runs it, where that is the program's; else
   its caller's, if that is shown. `above`: the frame of the nearest code above it that is
   not folded; `within`: that of its caller. */
function foldedFrame(merged, paths, { above, within, folded }, i) {
   return within !== above ? within : folded[merged.fn[above]] ? above
      : frameBelow(merged, paths, above, i, paths.statement[i]);
}

/**
 * The tree below some nodes.
 * @param {object} paths of the document
 * @param {number[]} tops nodes, none below another
 * @param {number} [rootFunction] the function of all `tops`, which become the root
 *    itself; without it they are the root's children
 * @param {boolean[]} [folded] of each function, whether all that it calls of such code is
 *    one frame with it: below each line of the other functions, but none below others
 * @returns {object} merged tree; its `of` has the frame of each node, or -1; `line` that
 *    of frames of folded code
 */
export function mergeCallees(paths, tops, rootFunction = -1, folded = null) {
   const merged = newMerged(paths, tops, rootFunction), { of } = merged;
   for (const top of tops)
      of[top] = rootFunction < 0 ? frameBelow(merged, paths, 0, top) : 0;
   const home = of.slice(); /* the frame of the nearest code that is not folded */
   for (let i = 0; i < paths.parent.length; i++) {
      const caller = paths.parent[i], above = caller < 0 ? -1 : home[caller];
      if (above > 0 && continuesStart(paths, i)) {
         of[i] = home[i] = above;
         merged.fn[above] = paths.fn[i];
      } else if (above >= 0 && folded !== null && folded[paths.fn[i]]
         && (above > 0 || rootFunction >= 0)) {
         of[i] = foldedFrame(merged, paths, { above, within: of[caller], folded }, i);
         home[i] = above;
      } else if (above >= 0)
         of[i] = home[i] = frameBelow(merged, paths, above, i);
   }
   return merged;
}

/* Paths that are deeper are recursion, which reads no better in full. */
const MOST_CALLERS = 2000;

/**
 * The callers of some nodes of one function, as a tree with their callers below them.
 * @param {boolean[]} [folded] as in mergeCallees; what has no caller has a frame
 * @returns {object} merged tree; `of` is set for `tops` only: where their path ends, or
 *    2,000 callers up
 */
export function mergeCallers(paths, tops, rootFunction, folded = null) {
   const merged = newMerged(paths, tops, rootFunction);
   for (const top of tops) {
      let at = 0, left = MOST_CALLERS;
      for (let i = paths.parent[top]; i >= 0 && left > 0; i = paths.parent[i], left--)
         if (folded === null || !folded[paths.fn[i]] || paths.parent[i] < 0)
            at = frameBelow(merged, paths, at, i);
      merged.of[top] = at;
   }
   return merged;
}

/* 1 for nodes of `roots` and below; null: all nodes. */
function isBelow(paths, roots) {
   if (!roots)
      return null;
   const below = new Uint8Array(paths.parent.length);
   for (const root of roots)
      below[root] = 1;
   for (let i = 0; i < below.length; i++)
      if (paths.parent[i] >= 0 && below[paths.parent[i]])
         below[i] = 1;
   return below;
}

/**
 * The nodes of a function without those that the function itself called, by any path.
 * @param {number[]} [roots] only nodes below these
 */
export function outermost(paths, fn, roots) {
   const below = isBelow(paths, roots), has = new Uint8Array(paths.parent.length);
   const found = [];
   for (let i = 0; i < has.length; i++) {
      const above = paths.parent[i] >= 0 && has[paths.parent[i]];
      has[i] = above || paths.fn[i] === fn ? 1 : 0;
      if (has[i] && !above && (!below || below[i]))
         found.push(i);
   }
   return found;
}

/**
 * Each frame's own values: the sums of its nodes.
 * @param {ArrayLike<number>} perNode values of the document's nodes
 */
export function ownOf(merged, perNode) {
   const own = new Float64Array(merged.parent.length);
   for (let i = 0; i < perNode.length; i++)
      if (merged.of[i] >= 0)
         own[merged.of[i]] += perNode[i];
   return own;
}

/** Whether a function is a thread's: such a name, and no code. */
export function isThread({ name, file, object }) {
   return !file && !object && /^thread \d+$/.test(name);
}

/**
 * The threads that paths begin with (cachesim --separate-threads=yes).
 * @param {{name: string, file?: string, object?: string}[]} functions
 * @returns {{name: string, roots: number[]}[]} in the document's order
 */
export function threadsOf(paths, functions) {
   const threads = new Map();
   for (let i = 0; i < paths.parent.length; i++) {
      const fn = functions[paths.fn[i]], { name } = fn;
      if (paths.parent[i] >= 0 || !isThread(fn))
         continue;
      if (!threads.has(name))
         threads.set(name, { name, roots: [] });
      threads.get(name).roots.push(i);
   }
   return [...threads.values()];
}

/* ---- Places ---- */

/* Children of each frame: those of f are list[first[f]] to list[first[f + 1] - 1]. */
function childrenOf(merged, sizes) {
   const n = merged.parent.length;
   const first = new Int32Array(n + 2), list = new Int32Array(n);
   for (let i = 1; i < n; i++)
      if (sizes[i] > 0)
         first[merged.parent[i] + 2]++;
   for (let i = 0; i < n; i++)
      first[i + 2] += first[i + 1];
   for (let i = 1; i < n; i++)
      if (sizes[i] > 0)
         list[first[merged.parent[i] + 1]++] = i;
   for (let i = 0; i < n; i++)
      if (first[i + 1] - first[i] > 1)
         list.subarray(first[i], first[i + 1])
            .sort((a, b) => sizes[b] - sizes[a] || a - b);
   return { first, list };
}

/**
 * Places of all frames with a value, depth-first, the largest children first.
 * @param {Float64Array} sizes inclusive value of each frame of `merged`, at least 0
 * @returns {object} arrays by place: node (frame of merged), depth, x and width (in
 *    the unit of sizes), end (the first place that is not below); placeOf by frame
 */
export function layoutOf(merged, sizes) {
   const { first, list } = childrenOf(merged, sizes);
   const layout = { merged, node: [], depth: [], x: [], end: [], deepest: 0 };
   const depthOf = new Int32Array(sizes.length), stack = [0];
   const xOf = new Float64Array(sizes.length), placeOf = new Int32Array(sizes.length);
   placeOf.fill(-1);
   while (stack.length > 0) {
      const frame = stack.pop();
      placeOf[frame] = layout.node.length;
      layout.node.push(frame);
      layout.depth.push(depthOf[frame]);
      layout.x.push(xOf[frame]);
      layout.deepest = Math.max(layout.deepest, depthOf[frame]);
      let x = xOf[frame];
      for (let k = first[frame]; k < first[frame + 1]; k++) {
         depthOf[list[k]] = depthOf[frame] + 1;
         xOf[list[k]] = x;
         x += sizes[list[k]];
      }
      for (let k = first[frame + 1] - 1; k >= first[frame]; k--)
         stack.push(list[k]);
   }
   layout.end = endsOf(layout.depth);
   layout.width = Float64Array.from(layout.node, (frame) => sizes[frame]);
   layout.placeOf = placeOf;
   return layout;
}

function endsOf(depth) {
   const end = new Int32Array(depth.length), open = [];
   for (let i = 0; i < depth.length; i++) {
      while (open.length > 0 && depth[open[open.length - 1]] >= depth[i])
         end[open.pop()] = i;
      open.push(i);
   }
   for (const i of open)
      end[i] = depth.length;
   return end;
}

/** Whether one of two places is the other or below it. */
export function overlap(layout, a, b) {
   return a <= b ? b < layout.end[a] : a < layout.end[b];
}

/**
 * The boxes to draw.
 * @param {object} view at: the zoomed place; pixels: its width; least: frames narrower
 *    than this, in pixels, share one box beside their sisters
 * @returns {object[]} at (a place, or -1 for n narrow frames), depth, x, width in pixels
 */
export function visibleBoxes(layout, view) {
   const { at, pixels, least } = view;
   const scale = pixels / layout.width[at], boxes = [];
   if (!(layout.width[at] > 0))
      return boxes;
   const from = layout.x[at];
   let narrow = null;
   for (let i = 0; i < layout.node.length;) {
      const depth = layout.depth[i];
      if (!overlap(layout, at, i)) {
         i = layout.end[i];
         continue;
      }
      const isAbove = i < at;
      const x = isAbove ? 0 : (layout.x[i] - from) * scale;
      const width = isAbove ? pixels : layout.width[i] * scale;
      const isNarrow = width < least;
      if (isNarrow && narrow && narrow.depth === depth
          && Math.abs(narrow.x + narrow.width - x) < 1e-6) {
         narrow.width += width;
         narrow.n++;
      } else {
         const box = { at: isNarrow ? -1 : i, depth, x, width };
         narrow = isNarrow ? Object.assign(box, { n: 1 }) : null;
         boxes.push(box);
      }
      i = isNarrow ? layout.end[i] : i + 1;
   }
   return boxes;
}

/* ---- Search ---- */

/**
 * The frames that match, below a place.
 * @param {function(number): boolean} isMatch of a frame of the merged tree
 * @returns {{frames: number, outer: number[], width: number}} how many match; the
 *    places that match with none above them matching, and the sum of their widths
 */
export function matchesOf(layout, isMatch, below = 0) {
   const found = { frames: 0, outer: [], width: 0 };
   let outerEnd = 0;
   for (let i = below; i < layout.end[below]; i++) {
      if (!isMatch(layout.node[i]))
         continue;
      found.frames++;
      if (i >= outerEnd) {
         outerEnd = layout.end[i];
         found.outer.push(i);
         found.width += layout.width[i];
      }
   }
   return found;
}

/* ---- Steps of the keyboard ---- */

/** The place of the caller; the root's is itself. */
export function parentOf(layout, place) {
   let i = place;
   while (i > 0 && layout.depth[i] >= layout.depth[place])
      i--;
   return i;
}

/** The place of the largest callee; itself if it has none. */
export function childOf(layout, place) {
   return layout.end[place] > place + 1 ? place + 1 : place;
}

/**
 * The next place in the same row.
 * @param {number} step 1: right, -1: left
 * @param {number} least the least width; narrower places are passed over
 */
export function neighbourOf(layout, place, step, least) {
   const depth = layout.depth[place];
   for (let i = place + step; i >= 0 && i < layout.node.length; i += step)
      if (layout.depth[i] === depth && layout.width[i] >= least)
         return i;
   return place;
}
