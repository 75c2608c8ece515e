/* an_rewrite.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* REG_STARTEND */
#endif

#include "base/an_rewrite.h"

#include "base/an_end.h"
#include "base/tk_array.h"

#include <regex.h>
#include <stdint.h>
#include <string.h>

enum { GROUPS_MAX = 9 };

/* Special in an extended regular expression, without a backslash. */
static const char SPECIAL[] = ".[\\()*+?{|^$";

typedef struct {
   regex_t old;
   /* The replacement: text, in which GROUP_MARK and a digit stand for a group; 0 is
      the whole match. */
   char *new;
   size_t new_B;
   bool all; /* replace all matches, not only the first */
} substitution;

/* No expression contains a NUL. */
enum { GROUP_MARK = '\0' };

/* Text that grows. */
typedef struct {
   char *text;
   size_t used_B, capacity_B;
} buffer;

struct an_rewrite {
   const tk_alloc *alloc;
   substitution *rules;
   size_t n, capacity;
   buffer buffers[2]; /* one is read while the other is written */
};

an_rewrite *an_rewrite_new(const tk_alloc *alloc)
{
   an_rewrite *rewrite = tk_get(alloc, AN_LABEL, sizeof *rewrite);
   *rewrite = (an_rewrite){ .alloc = alloc };
   return rewrite;
}

void an_rewrite_free(an_rewrite *rewrite)
{
   for (size_t i = 0; i < rewrite->n; i++)
      regfree(&rewrite->rules[i].old);
}

/* ---- Taking expressions apart ---- */

/* The parts of an expression, still with their backslashes. */
typedef struct {
   char delimiter;
   an_span old, new;
   const char *flags;
   an_span whole; /* for messages */
} parts;

/* Moves past the next delimiter without a backslash; `part` is the text before it.
   False if there is none. */
static bool take_part(const char **at, char delimiter, an_span *part)
{
   part->at = *at;
   for (part->end = *at; *part->end != delimiter; part->end++) {
      if (*part->end == '\\' && part->end[1] != '\0')
         part->end++;
      else if (*part->end == '\0')
         return false;
   }
   *at = part->end + 1;
   return true;
}

static bool take_apart(parts *p, const char *expression, an_error *error)
{
   p->whole = an_span_of(expression);
   p->delimiter = expression[0] == 's' ? expression[1] : '\0';
   if (p->delimiter == '\0' || p->delimiter == '\\')
      return an_fail_in(error, "", p->whole, "expected s/OLD/NEW/");
   const char *at = expression + 2;
   if (!take_part(&at, p->delimiter, &p->old) || !take_part(&at, p->delimiter, &p->new))
      return an_fail_in(error, "", p->whole, "expected \"%c\" three times", p->delimiter);
   if (an_span_length(p->old) == 0)
      return an_fail_in(error, "", p->whole, "OLD is empty");
   p->flags = at;
   return true;
}

static bool read_flags(const parts *p, bool *all, int *compile_flags, an_error *error)
{
   *all = false;
   *compile_flags = REG_EXTENDED;
   for (const char *flag = p->flags; *flag != '\0'; flag++) {
      if (*flag != 'g' && *flag != 'i')
         return an_fail_in(error, "", p->whole, "only g and i are flags");
      if (*flag == 'g')
         *all = true;
      else
         *compile_flags |= REG_ICASE;
   }
   return true;
}

/* ---- Compiling ---- */

/* The end of the bracket expression at `at`, "[...]"; `end` if it is not closed. */
static const char *skip_brackets(const char *at, const char *end)
{
   at++;
   if (at < end && *at == '^')
      at++;
   if (at < end && *at == ']')
      at++; /* a literal bracket */
   for (; at < end && *at != ']'; at++) {
      if (*at != '[' || at + 1 == end || strchr(":.=", at[1]) == NULL)
         continue;
      char kind = at[1]; /* of a class, "[:alpha:]" */
      for (at += 2; at + 1 < end && !(at[0] == kind && at[1] == ']'); at++)
         ;
      at = at + 1 < end ? at + 1 : end - 1;
   }
   return at < end ? at + 1 : end;
}

/* Copies the regular expression without the backslashes that quote delimiters;
   `to` has room for it.  A delimiter that is special keeps its backslash outside of
   brackets. */
static void copy_old(char *to, const parts *p)
{
   const char *at = p->old.at, *end = p->old.end, *brackets_end = at;
   bool has_meaning = strchr(SPECIAL, p->delimiter) != NULL;
   while (at < end) {
      if (*at == '[' && at >= brackets_end)
         brackets_end = skip_brackets(at, end);
      bool in_brackets = at < brackets_end;
      bool is_pair = *at == '\\' && at + 1 < end;
      if (is_pair && at[1] == p->delimiter && (in_brackets || !has_meaning))
         at++;
      else if (is_pair && !in_brackets)
         *to++ = *at++;
      *to++ = *at++;
   }
   *to = '\0';
}

static bool compile_old(an_rewrite *rewrite, substitution *rule, const parts *p,
                        int flags, an_error *error)
{
   char *text = tk_get(rewrite->alloc, AN_LABEL, an_span_length(p->old) + 1);
   copy_old(text, p);
   int status = regcomp(&rule->old, text, flags);
   tk_put(rewrite->alloc, text);
   if (status == 0)
      return true;
   char reason[128];
   regerror(status, &rule->old, reason, sizeof reason);
   return an_fail_in(error, "", p->whole, "%s", reason);
}

static bool is_letter_or_digit(char c)
{
   return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Appends a group to the replacement; false if there is no such group. */
static bool put_group(substitution *rule, size_t group)
{
   if (group > rule->old.re_nsub)
      return false;
   rule->new[rule->new_B++] = GROUP_MARK;
   rule->new[rule->new_B++] = (char)('0' + group);
   return true;
}

static bool copy_new(substitution *rule, const parts *p, an_error *error)
{
   for (const char *at = p->new.at; at < p->new.end; at++) {
      if (*at == '&') {
         put_group(rule, 0);
         continue;
      }
      if (*at == '\\' && *++at != p->delimiter) {
         if (*at >= '1' && *at <= '9') {
            if (!put_group(rule, (size_t)(*at - '0')))
               return an_fail_in(error, "", p->whole,
                                 "\\%c, but there are only %zu groups", *at,
                                 rule->old.re_nsub);
            continue;
         }
         if (is_letter_or_digit(*at))
            return an_fail_in(error, "", p->whole,
                              "\\%c has no meaning in the replacement", *at);
      }
      rule->new[rule->new_B++] = *at;
   }
   return true;
}

/* Compiles the replacement; `old` is compiled already. */
static bool compile_new(an_rewrite *rewrite, substitution *rule, const parts *p,
                        an_error *error)
{
   /* An "&" becomes two bytes; 1 more, as NEW can be empty. */
   rule->new_B = 0;
   rule->new = tk_get(rewrite->alloc, AN_LABEL, 2 * an_span_length(p->new) + 1);
   if (copy_new(rule, p, error))
      return true;
   tk_put(rewrite->alloc, rule->new);
   return false;
}

bool an_rewrite_add(an_rewrite *rewrite, const char *expression, an_error *error)
{
   parts p = { .delimiter = '\0' };
   int flags = 0;
   TK_ARRAY_ROOM(rewrite->alloc, AN_LABEL, rewrite->rules, rewrite->n, rewrite->capacity);
   if (!take_apart(&p, expression, error))
      return false;
   substitution *rule = &rewrite->rules[rewrite->n];
   if (!read_flags(&p, &rule->all, &flags, error)
       || !compile_old(rewrite, rule, &p, flags, error))
      return false;
   if (!compile_new(rewrite, rule, &p, error)) {
      regfree(&rule->old);
      return false;
   }
   rewrite->n++;
   return true;
}

/* ---- Applying ---- */

static void append_bytes(const tk_alloc *alloc, buffer *to, const char *bytes, size_t n)
{
   TK_ARRAY_ROOM_FOR(n, alloc, AN_LABEL, to->text, to->used_B, to->capacity_B);
   if (n > 0)
      memcpy(to->text + to->used_B, bytes, n);
   to->used_B += n;
}

/* Appends the replacement of a match in `text`. */
static void append_new(const tk_alloc *alloc, buffer *to, const substitution *rule,
                       const char *text, const regmatch_t *groups)
{
   for (size_t i = 0; i < rule->new_B; i++) {
      if (rule->new[i] != GROUP_MARK) {
         append_bytes(alloc, to, &rule->new[i], 1);
      } else {
         const regmatch_t *group = &groups[rule->new[++i] - '0'];
         if (group->rm_so >= 0) /* else it matched nothing */
            append_bytes(alloc, to, text + group->rm_so,
                         (size_t)(group->rm_eo - group->rm_so));
      }
   }
}

/* Applies one rule to the n bytes at `text`.  If something matched, `to` is the
   result. */
static void apply_rule(const tk_alloc *alloc, const substitution *rule, const char *text,
                       size_t n, buffer *to, bool *matched)
{
   regmatch_t groups[GROUPS_MAX + 1];
   size_t at = 0;   /* text before this is in `to` */
   size_t from = 0; /* the next match starts here or later */
   *matched = false;
   to->used_B = 0;
   do {
      /* "^" and "\<" need the text before `from`, too. */
      groups[0] = (regmatch_t){ (regoff_t)from, (regoff_t)n };
      int status = regexec(&rule->old, text, GROUPS_MAX + 1, groups, REG_STARTEND);
      if (status == REG_NOMATCH)
         break;
      if (status != 0)
         an_end("out of memory");
      size_t start = (size_t)groups[0].rm_so, end = (size_t)groups[0].rm_eo;
      bool touches = *matched && start == end && start == at;
      if (!touches) { /* no empty match right after another */
         append_bytes(alloc, to, text + at, start - at);
         append_new(alloc, to, rule, text, groups);
         *matched = true;
         at = end;
      }
      from = start == end ? end + 1 : end;
   } while (rule->all && from <= n);
   if (*matched) {
      append_bytes(alloc, to, text + at, n - at);
      append_bytes(alloc, to, "", 1);
   }
}

void an_rewrite_apply(an_rewrite *rewrite, const char *text, const char **result)
{
   size_t next = 0; /* the buffer that is not `text` */
   size_t n = strlen(text);
   *result = NULL;
   for (size_t i = 0; i < rewrite->n; i++) {
      buffer *to = &rewrite->buffers[next];
      bool matched;
      if (n > INT32_MAX) /* regoff_t's */
         an_end("out of memory");
      apply_rule(rewrite->alloc, &rewrite->rules[i], text, n, to, &matched);
      if (matched) {
         text = to->text;
         n = to->used_B - 1;
         next = 1 - next;
      }
   }
   *result = text;
}
