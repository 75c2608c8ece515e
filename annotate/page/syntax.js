/* syntax.js -- tints lines of source: what of a line is comment, string, keyword and so
   on.  Pure.  It does not parse: it is right about lexical things, and guesses calls
   (a name before a parenthesis) and types (a name that looks like one).
   SPDX-License-Identifier: GPL-2.0-or-later */

/**
 * A piece of a line.
 * @typedef {object} Token
 * @property {string} kind  '' plain, comment, string, number, keyword, type, call,
 *    directive
 * @property {string} text
 */

/**
 * What a line begins in, or null: a comment or string that goes on.
 * @typedef {object} State
 * @property {string} kind  comment or string
 * @property {string} end   what ends it; '' if only the end of the line does
 * @property {boolean} [escapes]  a backslash hides the end
 * @property {boolean} [joins]    ends with the line, unless that ends in a backslash
 * @property {number} [depth]     of comments that nest
 */

/* Of a longer line the rest is plain. */
const MAX_TINTED = 5000;

const words = (text) => new Set(text.split(/\s+/));

const C_KEYWORDS = 'auto break case const continue default do else enum extern for '
   + 'goto if inline register restrict return sizeof static struct switch typedef '
   + 'union volatile while _Alignas _Alignof _Atomic _Generic _Noreturn '
   + '_Static_assert _Thread_local __asm__ __attribute__ __extension__ __inline '
   + '__inline__ __restrict __restrict__ __volatile__ asm NULL true false';
const CPP_KEYWORDS = C_KEYWORDS + ' alignas alignof and catch class co_await co_return '
   + 'co_yield concept const_cast consteval constexpr constinit decltype delete '
   + 'dynamic_cast explicit export final friend mutable namespace new noexcept not '
   + 'nullptr operator or override private protected public reinterpret_cast requires '
   + 'static_assert static_cast template this thread_local throw try typeid typename '
   + 'using virtual';
const C_TYPES = 'void char short int long float double signed unsigned _Bool bool '
   + 'FILE va_list __int128 __m128 __m128i __m256 __m256i';
const RUST_KEYWORDS = 'as async await break const continue crate dyn else enum extern '
   + 'false fn for if impl in let loop match mod move mut pub ref return self static '
   + 'struct super trait true type union unsafe use where while';
const RUST_TYPES = 'bool char str i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize '
   + 'f32 f64 Self';

const C_LINE = { kind: 'comment', end: '', joins: true };
const C_BLOCK = { kind: 'comment', end: '*/' };
const C_STRING = { kind: 'string', end: '"', escapes: true, joins: true };
const C_CHARACTER = { kind: 'string', end: '\'', escapes: true, joins: true };
const RUST_LINE = { kind: 'comment', end: '' };
const RUST_BLOCK = { kind: 'comment', end: '*/', depth: 1 };
const RUST_STRING = { kind: 'string', end: '"', escapes: true };

const rawCpp = (match) => ({ kind: 'string', end: ')' + match[1] + '"' });
const rawRust = (match) => ({ kind: 'string', end: '"' + match[1] });

/* Rules are tried in their order.  What a rule matches is of its kind, or opens a
   comment or string, or is a word. */
const SPACE = { at: /\s+/y, kind: '' };
const C_WORD = { at: /[A-Za-z_][\w$]*/y, isWord: true };
const C_RULES = [
   SPACE,
   { at: /\/\//y, opens: () => C_LINE },
   { at: /\/\*/y, opens: () => C_BLOCK },
   { at: /(?:u8|[uUL])?"/y, opens: () => C_STRING },
   { at: /(?:u8|[uUL])?'/y, opens: () => C_CHARACTER },
   { at: /\.?\d(?:[eEpP][+-]|'(?=\w)|[\w.])*/y, kind: 'number' },
   C_WORD
];
const CPP_RULES = [
   { at: /(?:u8|[uUL])?R"([^()\\\s]{0,16})\(/y, opens: rawCpp }, ...C_RULES
];
const RUST_RULES = [
   SPACE,
   { at: /\/\//y, opens: () => RUST_LINE },
   { at: /\/\*/y, opens: () => RUST_BLOCK },
   { at: /[bc]?r(#{0,64})"/y, opens: rawRust },
   { at: /[bc]?"/y, opens: () => RUST_STRING },
   { at: /b?'(?:[^'\\]|\\[^][^'\\]{0,9})'/uy, kind: 'string' },
   { at: /'[a-zA-Z_]\w*/y, kind: 'type' },
   { at: /\d\w*(?:\.\d\w*)?/y, kind: 'number' },
   { at: /#!?\[[^\]]*\]?/y, kind: 'directive' },
   { at: /[A-Za-z_]\w*!(?=\s?[([{])/y, kind: 'call' },
   C_WORD
];

/* looksType: names that by custom are those of types. */
const LANGUAGES = {
   c: { rules: C_RULES, keywords: words(C_KEYWORDS), types: words(C_TYPES),
      looksType: /_t$/, hasDirectives: true },
   cpp: { rules: CPP_RULES, keywords: words(CPP_KEYWORDS), types: words(C_TYPES),
      looksType: /_t$/, hasDirectives: true },
   rust: { rules: RUST_RULES, keywords: words(RUST_KEYWORDS),
      types: words(RUST_TYPES), looksType: /^[A-Z]\w*[a-z]|^[A-Z]$/ },
   asm: { rules: C_RULES, keywords: new Set(), types: new Set(),
      looksType: /^$/, hasDirectives: true }
};

const EXTENSIONS = new Map(Object.entries({
   c: 'c y l', rust: 'rs', asm: 's asm',
   cpp: 'h cc cpp cxx c++ hh hpp hxx h++ tcc ipp inl inc def cu cuh ii m mm'
}).flatMap(([language, names]) => names.split(' ').map((name) => [name, language])));

/**
 * The language of a source file, by its name.
 * @param {string} file
 * @returns {string} c, cpp, rust, asm, or '' if it is not known
 */
export function languageOf(file) {
   const [, extension] = /[^/]\.([^./]+)$/.exec(file) || [];
   if (extension !== undefined) {
      return EXTENSIONS.get(extension.toLowerCase()) || '';
   }
   return /\/c\+\+\/[^.]+$/.test(file) ? 'cpp' : '';
}

/**
 * Guesses whether the first of some lines is inside a comment: it is if a comment ends
 * before one begins.  An end after a quotation mark may be of a string: it is none.
 * @param {string[]} lines
 * @param {string} language
 * @returns {?State}
 */
export function startState(lines, language) {
   if (language === '') {
      return null;
   }
   for (const line of lines) {
      const begin = line.indexOf('/*');
      const end = line.indexOf('*/');
      if (end >= 0 && (begin < 0 || end < begin) && !line.slice(0, end).includes('"')) {
         return language === 'rust' ? RUST_BLOCK : C_BLOCK;
      }
      if (begin >= 0) {
         return null;
      }
   }
   return null;
}

function endOfNested(text, from, state) {
   const marks = /\/\*|\*\//g;
   let depth = state.depth;
   marks.lastIndex = from;
   for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
      depth += mark[0] === '/*' ? 1 : -1;
      if (depth === 0) {
         return { stop: marks.lastIndex, state: null };
      }
   }
   return { stop: text.length, state: { ...state, depth } };
}

function endOfEscaped(text, from, state) {
   for (let i = from; i < text.length; i++) {
      if (text[i] === '\\') {
         i++;
      } else if (text[i] === state.end) {
         return { stop: i + 1, state: null };
      }
   }
   return { stop: text.length, state };
}

/* Where what is open ends, and what is open after that. */
function endOf(text, from, state) {
   if (state.depth) {
      return endOfNested(text, from, state);
   }
   if (state.escapes) {
      return endOfEscaped(text, from, state);
   }
   const at = state.end === '' ? -1 : text.indexOf(state.end, from);
   return at < 0 ? { stop: text.length, state }
      : { stop: at + state.end.length, state: null };
}

/* What of an open state the next line begins in. */
function afterLine(text, state) {
   if (state === null || state.joins) {
      return state !== null && text.endsWith('\\') ? state : null;
   }
   return state.end === '' ? null : state;
}

function kindOfWord(word, text, stop, language) {
   if (language.keywords.has(word)) {
      return 'keyword';
   }
   if (language.types.has(word)) {
      return 'type';
   }
   if (text[stop] === '(' || text.startsWith(' (', stop)) {
      return language.keywords.size === 0 ? '' : 'call';
   }
   return language.looksType.test(word) ? 'type' : '';
}

function matchRule(text, from, rules) {
   for (const rule of rules) {
      rule.at.lastIndex = from;
      const match = rule.at.exec(text);
      if (match !== null) {
         return { rule, match, stop: rule.at.lastIndex };
      }
   }
   return null;
}

/* Puts a piece behind those there are; one of the same kind goes on. */
function put(tokens, kind, text) {
   const last = tokens[tokens.length - 1];
   if (last !== undefined && last.kind === kind) {
      last.text += text;
   } else if (text !== '') {
      tokens.push({ kind, text });
   }
}

/* `#include <a.h>` and other directives of the preprocessor; returns where they end. */
function putDirective(tokens, text) {
   const [, space, directive, file] =
      /^(\s*)(#\s*[a-z_]*)(\s*<[^>]*>)?/.exec(text) || [];
   if (directive === undefined) {
      return 0;
   }
   put(tokens, '', space);
   put(tokens, 'directive', directive);
   if (file === undefined) {
      return space.length + directive.length;
   }
   const name = file.trimStart();
   put(tokens, '', file.slice(0, file.length - name.length));
   put(tokens, 'string', name);
   return space.length + directive.length + file.length;
}

/* Puts what begins at `from`; returns where it stops and what is open then. */
function putNext(tokens, text, from, language) {
   const found = matchRule(text, from, language.rules);
   if (found === null) {
      put(tokens, '', text[from]);
      return { stop: from + 1, state: null };
   }
   const { rule, match, stop } = found;
   if (rule.opens !== undefined) {
      const opened = rule.opens(match);
      const end = endOf(text, stop, opened);
      put(tokens, opened.kind, text.slice(from, end.stop));
      return end;
   }
   put(tokens, rule.isWord ? kindOfWord(match[0], text, stop, language) : rule.kind,
      match[0]);
   return { stop, state: null };
}

/**
 * Splits a line into pieces to tint.  Their texts together are the line.
 * @param {string} text      the line, without its end
 * @param {?State} state     what the line before returned; startState() for the first
 * @param {string} language  of languageOf()
 * @returns {{tokens: Token[], state: ?State}}
 */
export function tintLine(text, state, language) {
   const rules = LANGUAGES[language];
   const tokens = [];
   if (rules === undefined) {
      put(tokens, '', text);
      return { tokens, state: null };
   }
   let at = { stop: 0, state };
   if (state !== null) {
      at = endOf(text, 0, state);
      put(tokens, state.kind, text.slice(0, at.stop));
   } else if (rules.hasDirectives) {
      at.stop = putDirective(tokens, text);
   }
   while (at.stop < text.length && at.stop < MAX_TINTED) {
      at = putNext(tokens, text, at.stop, rules);
   }
   put(tokens, '', text.slice(at.stop));
   return { tokens, state: afterLine(text, at.state) };
}
