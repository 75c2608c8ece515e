/* syntax.test.mjs -- tinting of source lines.
   SPDX-License-Identifier: GPL-2.0-or-later */
import assert from 'node:assert/strict';
import { growth } from './growth.mjs';
import { test } from 'node:test';
import { languageOf, startState, tintLine }
   from '../../annotate/page/syntax.js';

/* The lines as [kind, text] pairs, without plain spaces; `state` as after the line
   before. */
function tinted(language, lines, state) {
   let at = state || startState([], language);
   return lines.map((line) => {
      const { tokens, state: next } = tintLine(line, at, language);
      at = next;
      assert.equal(tokens.map((token) => token.text).join(''), line);
      return tokens.filter((token) => token.kind !== '')
         .map((token) => [token.kind, token.text]);
   });
}

const one = (language, line) => tinted(language, [line])[0];

test('the language is that of the name', () => {
   for (const [file, language] of [
      ['/src/a.c', 'c'], ['a.h', 'cpp'], ['b/x.CPP', 'cpp'], ['x.tcc', 'cpp'],
      ['/usr/include/c++/12/vector', 'cpp'], ['lib.rs', 'rust'], ['memcpy.S', 'asm'],
      ['parse.y', 'c'], ['???', ''], ['', ''], ['Makefile', ''], ['x.py', ''],
      ['a.c/README', ''], ['.c', ''], ['constructor', ''], ['x.constructor', ''],
      ['x.__proto__', '']
   ]) {
      assert.equal(languageOf(file), language, file);
   }
});

test('C', () => {
   assert.deepEqual(one('c', 'static int f(void) { return g(0x1F, "a\\"b"); }'), [
      ['keyword', 'static'], ['type', 'int'], ['call', 'f'], ['type', 'void'],
      ['keyword', 'return'], ['call', 'g'], ['number', '0x1F'],
      ['string', '"a\\"b"']
   ]);
   assert.deepEqual(one('c', 'size_t n = x.y + 1e-5f; // so "it" is'), [
      ['type', 'size_t'], ['number', '1e-5f'], ['comment', '// so "it" is']
   ]);
   assert.deepEqual(one('c', "c = '\\'' == 'x';"), [
      ['string', "'\\''"], ['string', "'x'"]
   ]);
   assert.deepEqual(one('c', '#  include <a//b.h>'), [
      ['directive', '#  include'], ['string', '<a//b.h>']
   ]);
   assert.deepEqual(one('c', 'class = new(x)'), [['call', 'new']]);
});

test('C++', () => {
   assert.deepEqual(one('cpp', "constexpr auto n = 1'000'000;"), [
      ['keyword', 'constexpr'], ['keyword', 'auto'], ['number', "1'000'000"]
   ]);
   assert.deepEqual(tinted('cpp', ['x = uR"q(a)" // )', ')q" + L"b";']), [
      [['string', 'uR"q(a)" // )']], [['string', ')q"'], ['string', 'L"b"']]
   ]);
});

test('comments go on over lines', () => {
   assert.deepEqual(tinted('c', ['a /* b', 'int', 'c */ int']), [
      [['comment', '/* b']], [['comment', 'int']],
      [['comment', 'c */'], ['type', 'int']]
   ]);
   assert.deepEqual(tinted('c', ['// a \\', 'int', 'int']), [
      [['comment', '// a \\']], [['comment', 'int']], [['type', 'int']]
   ]);
   assert.deepEqual(tinted('c', ['/* /* */ int']), [
      [['comment', '/* /* */'], ['type', 'int']]
   ]);
   assert.deepEqual(tinted('rust', ['/* /* */ if', '*/ if']), [
      [['comment', '/* /* */ if']], [['comment', '*/'], ['keyword', 'if']]
   ]);
});

test('strings go on over lines where the language has it so', () => {
   assert.deepEqual(tinted('c', ['"a \\', 'int', 'int']), [
      [['string', '"a \\']], [['string', 'int']], [['type', 'int']]
   ]);
   assert.deepEqual(tinted('c', ['"a', 'int']), [
      [['string', '"a']], [['type', 'int']]
   ]);
   assert.deepEqual(tinted('rust', ['"a', 'if "', 'if']), [
      [['string', '"a']], [['string', 'if "']], [['keyword', 'if']]
   ]);
   assert.deepEqual(tinted('rust', ['r#"a"', 'b"# if']), [
      [['string', 'r#"a"']], [['string', 'b"#'], ['keyword', 'if']]
   ]);
});

test('Rust', () => {
   assert.deepEqual(one('rust', "fn f(x: &'a T) -> Vec<u8> { 'b' }"), [
      ['keyword', 'fn'], ['call', 'f'], ['type', "'a"],
      ['type', 'T'], ['type', 'Vec'], ['type', 'u8'], ['string', "'b'"]
   ]);
   assert.deepEqual(one('rust', 'for i in 0..10_usize { println!("{}", 1.5); }'), [
      ['keyword', 'for'], ['keyword', 'in'], ['number', '0'], ['number', '10_usize'],
      ['call', 'println!'], ['string', '"{}"'], ['number', '1.5']
   ]);
   assert.deepEqual(one('rust', '#[derive(Debug)] struct S;'), [
      ['directive', '#[derive(Debug)]'], ['keyword', 'struct'], ['type', 'S']
   ]);
});

test('assembly has no keywords', () => {
   assert.deepEqual(one('asm', 'for: mov $1, %rax /* if */'), [
      ['number', '1'], ['comment', '/* if */']
   ]);
});

test('an unknown language is plain', () => {
   assert.deepEqual(one('', 'int /* x */ "y"'), []);
   assert.deepEqual(tintLine('', startState([], ''), '').tokens, []);
});

test('a span may begin inside a comment', () => {
   const lines = ['   of it. */', 'int a; /* b */'];
   assert.deepEqual(tinted('c', lines, startState(lines, 'c')), [
      [['comment', '   of it. */']], [['type', 'int'], ['comment', '/* b */']]
   ]);
   const code = ['x /* y */'];
   assert.deepEqual(tinted('c', code, startState(code, 'c')), [
      [['comment', '/* y */']]
   ]);
   const glob = ['f("*/"); /* y */'];
   assert.deepEqual(tinted('c', glob, startState(glob, 'c'))[0][0][0], 'call');
});

/* Whatever a line is, its tokens are all of its text, in time that grows with it. */
test('no text is lost or changed', () => {
   const parts = ['"', "'", '/*', '*/', '//', '\\', '#', 'r#"', 'R"x(', ')x"', '1.',
      'e+', 'int', ' ', '\t', 'é', '😀', '<', '&', "'a", '0x', '!', '(', '\u2028'];
   let seed = 7;
   const next = (n) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor(seed / 65536) % n;
   };
   for (let i = 0; i < 3000; i++) {
      const lines = [0, 1, 2].map(() => Array.from({ length: next(12) },
         () => parts[next(parts.length)]).join(''));
      for (const language of ['c', 'cpp', 'rust', 'asm', '']) {
         tinted(language, lines);
      }
   }
});

test('a very long line is quick, and plain after its beginning', () => {
   const tint = (n) => {
      for (const part of ['"\\', '/*', "'", 'a', '1', "1'", 'r#"', '(', ' ', '\\']) {
         for (const language of ['c', 'cpp', 'rust']) {
            tinted(language, [part.repeat(n / part.length), part]);
         }
      }
   };
   assert.ok(growth(tint, 300000) < 40);
   const { tokens } = tintLine('if '.repeat(100000), startState([], 'c'), 'c');
   assert.ok(tokens.length < 4000);
});
