// words.js -- maps, strings, regular expressions, closures and JSON, hot enough
// that they are compiled at run time.  SPDX-License-Identifier: GPL-2.0-or-later
const fs = require("fs");
const text = fs.readFileSync(process.argv[2], "utf8");
const counts = new Map();
for (const word of text.match(/[A-Za-z_]+/g)) {
   counts.set(word, (counts.get(word) || 0) + 1);
}
const top = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
console.log(JSON.stringify(top.slice(0, 10)));

let hash = 0;
const mix = (h, c) => (Math.imul(h, 31) + c) | 0;
for (let round = 0; round < 20; round++) {
   for (let i = 0; i < text.length; i++) hash = mix(hash, text.charCodeAt(i));
}
console.log(hash);

class Node {
   constructor(left, right) { this.left = left; this.right = right; }
   get size() { return this.left ? this.left.size + this.right.size : 1; }
}
const grow = (depth) => depth ? new Node(grow(depth - 1), grow(depth - 1))
                              : new Node(null, null);
console.log(grow(12).size);
try {
   null.x;
} catch (e) {
   console.error(e.constructor.name);
}
setTimeout(() => { console.log("timer"); process.exitCode = 5; }, 20);
