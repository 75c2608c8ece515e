// flame_drive.js -- plays the user of a flame graph in a browser; what it saw becomes
// the text of an element.  SPDX-License-Identifier: GPL-2.0-or-later
window.addEventListener("load", () => {
   const svg = document.documentElement, seen = [];
   const all = (selector) => Array.from(svg.querySelectorAll(selector));
   const text = (selector) => svg.querySelector(selector).textContent;
   const search = svg.querySelector("#search");
   const find = (pattern) => {
      search.value = pattern;
      search.dispatchEvent(new Event("input"));
      seen.push(`search ${pattern}: ${text("#found")}; ${all("#frames .m").length}`);
   };
   const click = (element) => element.dispatchEvent(
      new MouseEvent("click", {bubbles: true}));
   const name = (box) => box.querySelector("title").textContent.split("\n")[0];
   const shown = () => all("#frames > g").filter((box) => box.style.display !== "none");
   const look = (what) => {
      for (const box of shown()) {
         const rect = box.querySelector("rect"), label = box.querySelector("text");
         if (label && label.style.display !== "none" &&
             label.getComputedTextLength() > +rect.getAttribute("width"))
            seen.push(`too wide: ${label.textContent}`);
         if (label && /^.{1,4}…$/.test(label.textContent))
            seen.push(`too short: ${label.textContent}`);
      }
      seen.push(`${what}: ${text("#crumbs")}: ` + shown().map((box) =>
         `${name(box)} ${box.querySelector("rect").getAttribute("width")}`).join(", "));
   };
   look("at first");
   find("walk");
   find("inlined");
   find("^(peek|main)$");
   find("(");
   find("no such");
   find("main|index");
   find("");
   click(all("#frames > g").filter((box) => name(box) === "peek").pop());
   look("zoomed");
   click(all("#crumbs .button")[2]);
   look("a caller");
   document.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape"}));
   look("reset");
   const result = document.createElementNS("http://www.w3.org/2000/svg", "metadata");
   result.setAttribute("id", "seen");
   result.textContent = seen.join("\n");
   svg.append(result);
});
