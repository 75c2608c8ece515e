// flame.js -- search and zoom of a flame graph by flame.py, which holds this text.
// SPDX-License-Identifier: GPL-2.0-or-later
(function () {
"use strict";
const SVG = "http://www.w3.org/2000/svg", HTML = "http://www.w3.org/1999/xhtml";
const COLUMN = 6.622, GAP = 3, LEAST_COLUMNS = 3, LEAST_LETTERS = 5,
      LEAST_EDGE = 3, LINE_Y = 62;
const svg = document.currentScript.closest("svg");
const parent = svg.querySelector("#frames");
const width = svg.viewBox.baseVal.width;

// The boxes in the order of the file: each before those that it called.
const boxes = Array.from(parent.children, (g) => {
   const rect = g.querySelector("rect");
   const text = g.querySelector("text");
   const facts = g.querySelector("title").textContent.split("\n");
   const n = facts.findIndex((fact) => fact.startsWith("inclusive "));
   return {g, rect, text, name: facts[0], about: facts.slice(0, n).join("\n"),
           x: +rect.getAttribute("x"), y: +rect.getAttribute("y"),
           w: +rect.getAttribute("width"), up: -1, end: 0,
           values: g.dataset.v.split(" ").map(Number)};
});
const root = boxes[0], whole = root.w;
const open = [];
boxes.forEach((box, i) => {
   const row = Math.abs(box.y - root.y);
   while (open.length && Math.abs(boxes[open[open.length - 1]].y - root.y) >= row)
      boxes[open.pop()].end = i;
   box.up = open.length ? open[open.length - 1] : -1;
   open.push(i);
});
open.forEach((i) => { boxes[i].end = boxes.length; });

// ---- Texts that fit ----

// The name with "…" in each outermost pair of the brackets.
function collapse(name, brackets) {
   let short = "", depth = 0;
   for (const c of name) {
      if (depth && c === brackets[1] && --depth === 0)
         short += "…";
      if (!depth)
         short += c;
      if (c === brackets[0] && (c !== "<" || short.length > 1))
         depth++;
   }
   return depth ? name : short;
}

// As shorten_to_name of text.py: the name in that many columns.
function fitted(name, columns) {
   if (name.length <= columns)
      return name;
   if (!/^([?(]|0x)/.test(name)) {
      let short = name;
      for (const brackets of ["()", "<>"]) {
         if (!/operator ?[<>(]/.test(name))
            short = collapse(short, brackets);
         if (short.length <= columns)
            return short;
      }
      name = ownName(short);
   }
   if (name.length <= columns)
      return name;
   return columns > LEAST_LETTERS ? name.slice(0, columns - 1) + "…" : "";
}

function ownName(short) {
   short = short.replace(/ \[clone .*$/, "");
   const operator = /\boperator\b.*/.exec(short);
   if (operator)
      return operator[0];
   short = short.replace(/(\w)(<…>)?(\(…?\)( const)?)?$/, "$1");
   return short.split(/::| /).pop();
}

function element(name, attributes, content) {
   const made = document.createElementNS(SVG, name);
   for (const key in attributes)
      made.setAttribute(key, attributes[key]);
   if (content !== undefined)
      made.textContent = content;
   return made;
}

// ---- Zoom ----

function place(box, x, w) {
   box.rect.setAttribute("x", x.toFixed(2));
   box.rect.setAttribute("width", w.toFixed(2));
   box.g.classList.toggle("n", w < LEAST_EDGE);
   const columns = Math.floor((w - 2 * GAP) / COLUMN);
   if (columns < LEAST_COLUMNS) {
      if (box.text)
         box.text.style.display = "none";
      return;
   }
   if (!box.text) {
      box.text = element("text", {y: box.y + 12});
      box.g.append(box.text);
   }
   box.text.style.display = "";
   box.text.setAttribute("x", (x + GAP).toFixed(2));
   box.text.textContent = fitted(box.name, columns);
}

function zoom(to) {
   const target = boxes[to], scale = whole / target.w;
   const above = new Set();
   for (let i = target.up; i >= 0; i = boxes[i].up)
      above.add(i);
   boxes.forEach((box, i) => {
      const within = i >= to && i < target.end;
      box.g.style.display = within || above.has(i) ? "" : "none";
      box.g.classList.toggle("above", above.has(i));
      if (within)
         place(box, root.x + (box.x - target.x) * scale, box.w * scale);
      else if (above.has(i))
         place(box, root.x, whole);
   });
   showCrumbs(to);
}

// ---- Search ----

// Searches names, files and "inlined".  Of nested frames that match, the outermost has
// the values of all.
function search(text) {
   let pattern = null;
   try {
      pattern = text ? new RegExp(text, "m") : null;
   } catch (error) {
      found.textContent = "not a regular expression";
      return;
   }
   const sums = root.values.map(() => 0);
   let end = 0, n = 0;
   svg.classList.toggle("searching", pattern !== null);
   boxes.forEach((box, i) => {
      const matches = pattern !== null && i > 0 && pattern.test(box.about);
      box.g.classList.toggle("m", matches);
      n += matches;
      if (matches && i >= end) {
         box.values.forEach((value, j) => { sums[j] += value; });
         end = box.end;
      }
   });
   const shares = sums.map((sum, j) =>
      (100 * sum / root.values[j] || 0).toFixed(2) + "%");
   const least = +parent.dataset.cut ? "at least " : "";
   found.textContent = pattern === null ? "" :
      `${n.toLocaleString("en")} frame${n === 1 ? "" : "s"}: ${least}` +
      shares.join(" → ");
}

// ---- Controls ----

function button(kind, attributes, shown, act) {
   const made = element(kind, {class: "button", role: "button", tabindex: 0,
                               ...attributes}, shown);
   made.addEventListener("click", act);
   made.addEventListener("keydown", (event) => {
      if (event.key === "Enter")
         act();
   });
   return made;
}

function reset() {
   input.value = "";
   search("");
   zoom(0);
}

// The path to the frame that fills the picture; a click zooms to one of its callers.
function showCrumbs(to) {
   const path = [];
   for (let i = to; i >= 0; i = boxes[i].up)
      path.unshift(i);
   const shown = path.length > 7 ? [path[0], -1, ...path.slice(-5)] : path;
   crumbs.replaceChildren();
   for (const i of to ? shown : []) {
      if (crumbs.childNodes.length)
         crumbs.append(element("tspan", {}, " › "));
      crumbs.append(i < 0 ? element("tspan", {}, "…") :
         button("tspan", {}, fitted(boxes[i].name, 24), () => zoom(i)));
   }
   back.style.display = to ? "" : "none";
}

const crumbs = element("text", {x: root.x, y: LINE_Y, id: "crumbs"});
const found = element("text", {x: width - 10, y: 44, "text-anchor": "end", id: "found"});
const back = button("text", {x: width - 10, y: LINE_Y, "text-anchor": "end"},
                    "reset zoom", () => zoom(0));
const holder = element("foreignObject", {x: width - 250, y: 8, width: 240, height: 24});
const input = document.createElementNS(HTML, "input");
input.setAttribute("type", "search");
input.setAttribute("id", "search");
input.setAttribute("placeholder", "search: a regular expression");
input.setAttribute("aria-label", "search: a regular expression");
input.setAttribute("style", "box-sizing: border-box; width: 100%; font-size: 12px");
input.addEventListener("input", () => search(input.value));
holder.append(input);
svg.append(crumbs, found, back, holder);
boxes.forEach((box, i) => box.g.addEventListener("click", () => zoom(i)));
document.addEventListener("keydown", (event) => {
   if (event.key === "Escape") {
      reset();
   } else if (event.key === "/" && document.activeElement !== input) {
      event.preventDefault();
      input.focus();
   }
});
showCrumbs(0);
}());
