/* ah_ignored_read.c -- reads which leaks are known: patterns, LeakSanitizer's lines, and
   memcheck's suppressions.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_ignored.h"

#include "base/an_bytes.h"
#include "base/an_pool.h"
#include "base/tk_array.h"

#include <string.h>

enum { ALL_LEAKS = (1 << AH_N_LEAKS) - 1, BUFFER_B = 1 << 12 };

typedef struct {
   ah_ignored *to;
   const char *file;
   an_input input;
   an_error *error;
} reader;

/* ---- Texts ---- */

static char *copy_of(const reader *r, an_span text)
{
   size_t n = an_span_length(text);
   char *copy = tk_get(r->to->alloc, AN_LABEL, n + 1);
   memcpy(copy, text.at, n);
   copy[n] = '\0';
   return copy;
}

/* The shell's pattern for a text in which only the bytes of `wild` are wildcards, and
   which can have anything before or behind it. */
static const char *shell_pattern(const reader *r, an_span text, const char *wild,
                                 bool before, bool behind)
{
   char *copy = tk_get(r->to->alloc, AN_LABEL, 2 * an_span_length(text) + 3), *at = copy;
   if (before)
      *at++ = '*';
   for (const char *from = text.at; from < text.end; from++) {
      if (strchr("*?[\\", *from) != NULL && strchr(wild, *from) == NULL)
         *at++ = '\\';
      *at++ = *from;
   }
   if (behind)
      *at++ = '*';
   *at = '\0';
   return copy;
}

/* False, with the error of the current line. */
static bool fail(reader *r, const char *message, an_span what)
{
   return an_fail_at(r->error, r->input.number, what, message);
}

/* ---- Rules ---- */

static ah_ignored_rule *add_rule(reader *r, an_span text)
{
   ah_ignored *to = r->to;
   TK_ARRAY_ROOM(to->alloc, AN_LABEL, to->rules, to->n, to->max);
   ah_ignored_rule *rule = &to->rules[to->n++];
   *rule = (ah_ignored_rule){ .text = copy_of(r, text),
                              .file = r->file,
                              .line = r->input.number,
                              .number = to->n - 1,
                              .leaks = ALL_LEAKS };
   return rule;
}

static void add_step(const reader *r, ah_ignored_rule *rule, ah_ignored_step step)
{
   TK_ARRAY_ADD(r->to->alloc, AN_LABEL, rule->steps, rule->n_steps, rule->max_steps,
                step);
}

/* A rule for a pattern anywhere on the path. */
static void add_anywhere(reader *r, an_span text, an_pattern pattern)
{
   ah_ignored_rule *rule = add_rule(r, text);
   add_step(r, rule, (ah_ignored_step){ .is_any = true });
   add_step(r, rule, (ah_ignored_step){ .pattern = pattern });
}

/* LeakSanitizer's: part of a function, file or library; ^ and $ are the name's ends. */
static bool read_lsan(reader *r, an_span line, an_span text)
{
   bool at_start = an_span_take_key(&text, "^");
   bool at_end = text.at < text.end && text.end[-1] == '$';
   text.end -= at_end;
   if (text.at >= text.end)
      return fail(r, "the pattern is empty", line);
   an_pattern p = an_pattern_of(shell_pattern(r, text, "*", !at_start, !at_end));
   p.of_functions = p.of_files = p.of_objects = true;
   add_anywhere(r, line, p);
   return true;
}

static bool read_pattern(reader *r, an_span line)
{
   static const char *const keys[] = { "fn:", "file:", "lib:" };
   an_span rest = line;
   an_pattern pattern;
   if (an_span_take_key(&rest, "leak:"))
      return read_lsan(r, line, rest);
   for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
      if (an_span_take_key(&rest, keys[i])) {
         if (!an_pattern_parse(&pattern, r->to->alloc, copy_of(r, line), true, r->error))
            return fail(r, "the pattern is empty", line);
         add_anywhere(r, line, pattern);
         return true;
      }
   return fail(r,
               "expected fn:PATTERN, file:PATTERN, lib:PATTERN, leak:TEXT, or { of a "
               "suppression of memcheck",
               line);
}

/* ---- Mangled names ---- */

/* Takes "3foo" or "3foo*"; false: it is none. */
static bool take_part(an_span *text, an_span *part)
{
   size_t n = 0;
   const char *at = text->at;
   for (; at < text->end && *at >= '0' && *at <= '9' && n < 1000; at++)
      n = 10 * n + (size_t)(*at - '0');
   if (at == text->at || n == 0 || n > (size_t)(text->end - at))
      return false;
   *part = (an_span){ at, at + n };
   text->at = at + n;
   return true;
}

/* "_ZN4json5parseE..." is json::parse, "_ZN4json*" is json::*: writes it to `to`, which
   has room.  False: the name is more than parts with parameters. */
static bool demangle(an_span text, char *to)
{
   an_span part;
   bool is_nested = an_span_take_key(&text, "_ZN");
   if (!is_nested && !an_span_take_key(&text, "_Z"))
      return false;
   if (is_nested)
      (void)an_span_take_key(&text, "K");
   size_t n_parts = 0;
   while ((n_parts == 0 || is_nested) && take_part(&text, &part)) {
      to += n_parts == 0 ? 0 : strlen(strcpy(to, "::"));
      memcpy(to, part.at, an_span_length(part));
      to += an_span_length(part);
      n_parts++;
   }
   bool is_open = is_nested && an_span_is(text, "*");
   strcpy(to, is_open ? "::*" : "");
   /* What is behind can be more of the name: template arguments, a constructor. */
   bool ends = is_nested ? is_open || an_span_take_key(&text, "E")
                         : text.at == text.end || *text.at != 'I';
   return n_parts > 0 && ends;
}

/* ---- Suppressions of memcheck ---- */

/* "match-leak-kinds: definite,possible". */
static bool read_kinds(reader *r, ah_ignored_rule *rule, an_span text)
{
   an_span item, all = an_span_trimmed(text);
   const char *list = copy_of(r, all);
   rule->leaks = 0;
   while (an_span_next_item(&list, &item)) {
      unsigned leaks = an_span_is(item, "all") ? ALL_LEAKS : 0;
      for (unsigned i = 0; i < AH_N_LEAKS; i++)
         if (an_span_is(item, ah_leak_name((ah_leak)i)))
            leaks = 1u << i;
      if (leaks == 0 && !an_span_is(item, "none"))
         return fail(r, "expected definite, indirect, possible, reachable, all or none",
                     all);
      rule->leaks |= leaks;
   }
   return true;
}

/* "src:parse.c:12" and "src:parse.c". */
static void read_source(const reader *r, ah_ignored_step *step, an_span text)
{
   const char *colon = text.end;
   while (colon > text.at && colon[-1] >= '0' && colon[-1] <= '9')
      colon--;
   if (colon > text.at && colon < text.end && colon[-1] == ':' && text.end - colon < 9) {
      for (const char *at = colon; at < text.end; at++)
         step->line = 10 * step->line + (uint32_t)(*at - '0');
      text.end = colon - 1;
   }
   step->pattern = an_pattern_of(shell_pattern(r, text, "*?", false, false));
   step->pattern.of_files = true;
}

static void read_function(const reader *r, ah_ignored_step *step, an_span text)
{
   char *name = tk_get(r->to->alloc, AN_LABEL, 2 * an_span_length(text) + 1);
   step->is_mangled = demangle(text, name);
   if (step->is_mangled)
      step->bare = an_pattern_of(name);
   step->pattern = an_pattern_of(shell_pattern(r, text, "*?", false, false));
   step->bare.of_functions = step->pattern.of_functions = true;
}

static bool read_frame(reader *r, ah_ignored_rule *rule, an_span line)
{
   ah_ignored_step step = { .is_any = an_span_is(line, "...") };
   an_span rest = line;
   if (an_span_take_key(&rest, "fun:")) {
      read_function(r, &step, rest);
   } else if (an_span_take_key(&rest, "obj:")) {
      step.pattern = an_pattern_of(shell_pattern(r, rest, "*?", false, false));
      step.pattern.of_objects = true;
      step.pattern.of_bases = false;
   } else if (an_span_take_key(&rest, "src:")) {
      read_source(r, &step, rest);
   } else if (!step.is_any) {
      return fail(r, "expected fun:, obj:, src:, ... or }", line);
   }
   add_step(r, rule, step);
   return true;
}

/* ---- Lines ---- */

/* A line of a suppression; false with the error set if there is none. */
static bool next_of_entry(reader *r, an_span *line)
{
   return an_input_next_text(&r->input, line, r->error)
          || (r->error->message[0] == '\0'
              && fail(r, "the suppression has no end", an_span_of("{")));
}

static bool skip_entry(reader *r)
{
   an_span line;
   do {
      if (!next_of_entry(r, &line))
         return false;
   } while (!an_span_is(line, "}"));
   return true;
}

/* "Memcheck:Leak", for one or several tools: "Memcheck,Addrcheck:Leak". */
static bool is_of_leak(an_span kind)
{
   static const char end[] = ":Leak", tool[] = "emcheck";
   size_t n = an_span_length(kind), end_B = sizeof end - 1;
   if (n <= end_B || memcmp(kind.end - end_B, end, end_B) != 0)
      return false;
   for (const char *at = kind.at; at + sizeof tool - 1 < kind.end; at++)
      if (memcmp(at, tool, sizeof tool - 1) == 0)
         return true;
   return false;
}

/* Behind the kind: "match-leak-kinds:", if it is there, and frames. */
static bool read_frames(reader *r, ah_ignored_rule *rule)
{
   for (an_span line, rest; next_of_entry(r, &line);) {
      rest = line;
      if (an_span_is(line, "}"))
         return rule->n_steps > 0 || fail(r, "the suppression has no frames", line);
      bool is_kinds = rule->n_steps == 0 && an_span_take_key(&rest, "match-leak-kinds:");
      if (!(is_kinds ? read_kinds(r, rule, rest) : read_frame(r, rule, line)))
         return false;
   }
   return false;
}

/* From behind "{" to "}". */
static bool read_entry(reader *r)
{
   an_span line;
   if (!next_of_entry(r, &line))
      return false;
   ah_ignored_rule *rule = add_rule(r, line);
   if (an_span_is(line, "}") || !next_of_entry(r, &line))
      return r->error->message[0] == '\0' ? fail(r, "expected a name and a kind", line)
                                          : false;
   if (memchr(line.at, ':', an_span_length(line)) == NULL)
      return fail(r, "expected TOOL:KIND, such as Memcheck:Leak", line);
   if (!is_of_leak(line)) {
      r->to->n--;
      return skip_entry(r);
   }
   rule->has_allocator = true;
   return read_frames(r, rule);
}

bool ah_ignored_read_from(ah_ignored *ignored, const char *file, an_source_of_bytes from,
                          an_error *error)
{
   an_pool *pool = an_pool_new(ignored->alloc); /* of lines */
   reader r = { .to = ignored, .file = file, .error = error };
   an_span line;
   bool ok = true;
   *error = (an_error){ .line = 0 };
   an_input_init(&r.input, an_pool_alloc(pool), from, BUFFER_B);
   while (ok && an_input_next_text(&r.input, &line, error))
      ok = an_span_is(line, "{") ? read_entry(&r) : read_pattern(&r, line);
   an_pool_free(pool);
   return error->message[0] == '\0';
}

bool ah_ignored_read(ah_ignored *ignored, const char *file, an_error *error)
{
   an_bytes bytes;
   *error = (an_error){ .line = 0 };
   if (!an_bytes_open(&bytes, file, error))
      return false;
   bool ok = ah_ignored_read_from(ignored, file, an_bytes_source(&bytes), error);
   an_bytes_close(&bytes);
   return ok;
}
