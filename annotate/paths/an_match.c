/* an_match.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/an_match.h"

#include "base/an_error.h"
#include "base/tk_array.h"
#include "base/tk_library.h"
#include "base/tk_strings.h"
#include "paths/an_bare.h"
#include "paths/an_step.h"

#include <string.h>

#define SEVERAL (UINT32_MAX - 1) /* in place of one number */

enum { NONE = TK_STRINGS_NONE, BOTH = AN_OF_OLD | AN_OF_NEW };

/* The forms to compare, from the strictest to the loosest. */
static const struct form {
   bool scope, arguments; /* count */
} forms[] = { { true, true }, { false, true }, { true, false }, { false, false } };

enum { FORMS = sizeof forms / sizeof forms[0] };

/* Further texts to compare. */
enum { WHOLE = FORMS, OBJECT, TEXTS };

/* What tells functions with equal bare names apart. */
enum { SCOPE, ARGUMENTS, PARAMETERS, TRAITS };

typedef struct {
   const char *function, *file, *object; /* NULL: unknown */
   unsigned sides;
   uint32_t into; /* the function that it is a name of */
   /* Numbers in an_match.texts: */
   uint32_t form[TEXTS];   /* of a file; WHOLE: of any file; OBJECT: of code without a
                              name that is a program's; NONE: not compared */
   uint32_t of_file;       /* NONE: unknown */
   uint32_t trait[TRAITS]; /* NONE: the name does not say */
   uint32_t bare;          /* the last part */
} name;

struct an_match {
   const tk_alloc *alloc;
   tk_strings *keys; /* of steps, by number of name */
   tk_strings *texts;
   name *names;
   size_t n, capacity;
   uint32_t *first, *next; /* name of each group, and of the same group; or NONE */
   uint32_t *moved_to;     /* by number of a file of OLD: one of NEW, NONE or SEVERAL */
};

an_match *an_match_new(const tk_alloc *alloc)
{
   an_match *match = tk_get(alloc, AN_LABEL, sizeof *match);
   *match = (an_match){ .alloc = alloc,
                        .keys = tk_strings_new(alloc),
                        .texts = tk_strings_new(alloc) };
   return match;
}

/* ---- Adding ---- */

static const char *known_text(const char *text)
{
   return text == NULL || strcmp(text, AN_UNKNOWN) == 0 ? NULL : text;
}

static name name_of(const char *function, const char *file, const char *object)
{
   const char *in = strncmp(function, "0x", 2) == 0 ? strstr(function, " in ") : NULL;
   if (in != NULL)
      return (name){ .function = AN_UNKNOWN, .object = in + strlen(" in ") };
   return (name){ .function = function,
                  .file = known_text(file),
                  .object = known_text(object) };
}

uint32_t an_match_add(an_match *match, unsigned side, const char *function,
                      const char *file, const char *object)
{
   size_t key_B;
   name added = name_of(function, file, object);
   TK_ARRAY_ROOM(match->alloc, AN_LABEL, match->names, match->n, match->capacity);
   char *key = an_step_key(match->alloc, added.function, added.file, added.object,
                           &key_B);
   uint32_t number = tk_strings_number(match->keys, key, key_B);
   tk_put(match->alloc, key);
   added.into = number;
   if (number == match->n)
      match->names[match->n++] = added;
   name *of = &match->names[number];
   if (side == AN_OF_NEW && of->sides == AN_OF_OLD) {
      added.sides = of->sides; /* it is shown as NEW writes it */
      *of = added;
   }
   of->sides |= side;
   return number;
}

/* ---- The forms of names ---- */

typedef struct {
   an_match *match;
   char *bare, *text; /* room for a bare name, and for what is numbered */
} forming;

/* Texts of different kinds have different numbers. */
static uint32_t number_text(forming *f, char kind, const char *text, size_t n,
                            const char *file)
{
   size_t file_B = strlen(file);
   f->text[0] = kind;
   memcpy(f->text + 1, text, n);
   f->text[1 + n] = '\0';
   memcpy(f->text + 2 + n, file, file_B);
   return tk_strings_number(f->match->texts, f->text, 2 + n + file_B);
}

/* Numbers the bare name in the forms that keep template arguments, or not.  Without debug
   information no name is short: its scope always counts. */
static void number_forms(forming *f, name *of, const char *file, bool arguments,
                         an_bare bare)
{
   for (size_t k = 0; k < FORMS; k++) {
      size_t at = forms[k].scope || *file == '\0' ? 0 : bare.last;
      if (forms[k].arguments == arguments)
         of->form[k] = number_text(f, 'f', f->bare + at, bare.length_B - at, file);
   }
}

/* The text of all executables. */
static uint32_t number_object(forming *f, const char *object)
{
   bool is_program = *object != '\0' && strstr(object, ".so") == NULL;
   return is_program ? number_text(f, 'o', "", 0, "") : NONE;
}

static void form_name(forming *f, uint32_t i)
{
   size_t key_B;
   name *of = &f->match->names[i];
   const char *key = tk_strings_bytes(f->match->keys, i, &key_B);
   const char *file = key + strlen(key) + 1;
   memset(of->trait, 0xff, sizeof of->trait);
   bool is_known = strcmp(key, AN_UNKNOWN) != 0;
   of->form[WHOLE] = is_known ? number_text(f, 'w', key, strlen(key), "") : NONE;
   of->form[OBJECT] = is_known ? NONE : number_object(f, file + strlen(file) + 1);
   of->of_file = *file == '\0' ? NONE : number_text(f, 'd', file, strlen(file), "");
   an_bare without = an_bare_name(key, false, f->bare);
   of->bare = number_text(f, 'b', f->bare + without.last, without.length_B - without.last,
                          "");
   number_forms(f, of, file, false, without);
   if (an_bare_knows_scope(f->bare, without))
      of->trait[SCOPE] = number_text(f, 's', f->bare, without.last, "");
   an_bare with = an_bare_name(key, true, f->bare);
   number_forms(f, of, file, true, with);
   if (with.length_B > without.length_B)
      of->trait[ARGUMENTS] = number_text(f, 'a', f->bare, with.length_B, file);
   if (with.has_parameters)
      of->trait[PARAMETERS] = number_text(f, 'p', key, strlen(key), file);
   if (without.length_B > without.last && is_known)
      return;
   uint32_t whole = number_text(f, '?', key, key_B, "");
   for (size_t k = 0; k < FORMS; k++)
      of->form[k] = whole;
}

static void form_names(an_match *match)
{
   size_t longest_B = 0, key_B;
   for (uint32_t i = 0; i < match->n; i++) {
      tk_strings_bytes(match->keys, i, &key_B);
      longest_B = key_B > longest_B ? key_B : longest_B;
   }
   forming f = { .match = match,
                 .bare = tk_get(match->alloc, AN_LABEL, longest_B + 1),
                 .text = tk_get(match->alloc, AN_LABEL, longest_B + 3) };
   for (uint32_t i = 0; i < match->n; i++)
      form_name(&f, i);
}

/* ---- Groups ---- */

typedef struct {
   uint32_t first;
   size_t n[4];   /* functions, by sides */
   unsigned skip; /* sides of the functions to leave as they are */
   bool is_vague; /* one side tells functions apart that the other does not */
} group;

/* The next name of the group that counts, from `at` on; or NONE. */
static uint32_t next_counted(const an_match *match, const group *g, uint32_t at)
{
   while (at != NONE && match->names[at].sides == g->skip)
      at = match->next[at];
   return at;
}

static bool may_join(const an_match *match, group *g)
{
   uint32_t seen[TRAITS][2];
   unsigned conflicts = 0;
   memset(seen, 0xff, sizeof seen);
   for (uint32_t i = next_counted(match, g, g->first); i != NONE;
        i = next_counted(match, g, match->next[i])) {
      const name *of = &match->names[i];
      for (int k = 0; k < TRAITS * 2; k++) {
         uint32_t trait = of->trait[k / 2], *before = &seen[k / 2][k % 2];
         if (trait == NONE || !(of->sides & (1u << k % 2)))
            continue;
         if (*before != NONE && *before != trait)
            conflicts |= k / 2 == SCOPE ? BOTH : 1u << k % 2;
         *before = trait;
      }
   }
   /* If one side does not tell functions apart, the other's are added up. */
   if (conflicts == BOTH || (conflicts != 0 && g->skip == 0))
      return false;
   g->is_vague = conflicts != 0;
   return seen[SCOPE][0] == NONE || seen[SCOPE][1] == NONE
          || seen[SCOPE][0] == seen[SCOPE][1];
}

/* The name that says most: first its scope; then NEW's.  Of several functions, the one
   that says least. */
static bool is_better(const group *g, const name *a, const name *b)
{
   if (g->is_vague)
      return strlen(a->function) < strlen(b->function);
   if ((a->trait[SCOPE] == NONE) != (b->trait[SCOPE] == NONE))
      return b->trait[SCOPE] == NONE;
   if ((a->sides & AN_OF_NEW) != (b->sides & AN_OF_NEW))
      return a->sides & AN_OF_NEW;
   return strlen(a->function) > strlen(b->function);
}

static void join_names(an_match *match, const group *g)
{
   uint32_t best = next_counted(match, g, g->first);
   unsigned sides = 0;
   for (uint32_t i = best; i != NONE; i = next_counted(match, g, match->next[i]))
      if (is_better(g, &match->names[i], &match->names[best]))
         best = i;
   for (uint32_t i = next_counted(match, g, g->first); i != NONE;
        i = next_counted(match, g, match->next[i])) {
      sides |= match->names[i].sides;
      match->names[i].into = best;
   }
   match->names[best].sides = sides;
}

static void join_group(an_match *match, uint32_t first)
{
   group g = { .first = first };
   for (uint32_t i = first; i != NONE; i = match->next[i])
      g.n[match->names[i].sides]++;
   if (g.n[AN_OF_OLD] > 0 && g.n[AN_OF_NEW] > 0)
      g.skip = BOTH;
   else if (g.n[AN_OF_OLD] + g.n[AN_OF_NEW] == 0 || g.n[BOTH] != 1)
      return;
   if (may_join(match, &g))
      join_names(match, &g);
}

/* Lists the functions whose texts are equal, for each text. */
static void list_form(an_match *match, size_t form)
{
   memset(match->first, 0xff, tk_strings_count(match->texts) * sizeof *match->first);
   for (uint32_t i = (uint32_t)match->n; i-- > 0;) {
      const name *of = &match->names[i];
      if (of->into != i || of->form[form] == NONE)
         continue;
      match->next[i] = match->first[of->form[form]];
      match->first[of->form[form]] = i;
   }
}

/* Joins the functions of each list that are one. */
static void join_form(an_match *match, size_t form,
                      void (*join)(an_match *match, uint32_t first))
{
   list_form(match, form);
   for (uint32_t t = 0; t < tk_strings_count(match->texts); t++)
      if (match->first[t] != NONE && match->next[match->first[t]] != NONE)
         join(match, match->first[t]);
}

/* ---- Functions that moved ---- */

/* The only function of the list that a side has, leaving out those that both have if
   `is_alone`; NONE: there is none, or several. */
static uint32_t find_only(const an_match *match, uint32_t first, unsigned side,
                          bool is_alone)
{
   uint32_t found = NONE;
   for (uint32_t i = first; i != NONE; i = match->next[i]) {
      unsigned sides = match->names[i].sides;
      if (is_alone ? sides != side : !(sides & side))
         continue;
      if (found != NONE)
         return NONE;
      found = i;
   }
   return found;
}

/* Makes a function of OLD one of NEW's, under NEW's name if that says as much. */
static void join_two(an_match *match, uint32_t old, uint32_t new)
{
   name *x = &match->names[old], *y = &match->names[new];
   name *best = y->file == NULL && x->file != NULL ? x : y;
   x->into = y->into = (uint32_t)(best - match->names);
   best->sides = BOTH;
}

/* Notes where a file's functions are now: in one file, or in several. */
static void note_file(an_match *match, const name *old, const name *new)
{
   if (old->of_file == NONE || new->of_file == NONE)
      return;
   uint32_t *to = &match->moved_to[old->of_file];
   *to = *to == NONE || *to == new->of_file ? new->of_file : SEVERAL;
}

/* A side that does not know a function's file adds up what the other has in several. */
static void join_placed(an_match *match, uint32_t first, uint32_t only)
{
   unsigned side = match->names[only].sides;
   if (match->names[only].of_file != NONE || side == BOTH)
      return;
   for (uint32_t i = first; i != NONE; i = match->next[i])
      if (i != only && match->names[i].sides != (BOTH & ~side))
         return;
   for (uint32_t i = first; i != NONE; i = match->next[i])
      match->names[i].into = only;
   match->names[only].sides = BOTH;
}

/* A name that both sides have once is one function: it has another file now, or one side
   does not know its file. */
static void join_whole(an_match *match, uint32_t first)
{
   uint32_t old = find_only(match, first, AN_OF_OLD, false);
   uint32_t new = find_only(match, first, AN_OF_NEW, false);
   if (old != NONE && new != NONE && old != new) {
      note_file(match, &match->names[old], &match->names[new]);
      join_two(match, old, new);
   } else if (old != NONE && new == NONE) {
      join_placed(match, first, old);
   } else if (new != NONE && old == NONE) {
      join_placed(match, first, new);
   }
}

/* Whether the name's file is a library's: code of it is in functions of any file that
   inline it. */
static bool is_inlined(const name *of)
{
   return of->file != NULL && tk_library_has_source(of->file);
}

/* The only function of the list that this side alone has, but for what is inlined; NONE:
   there is none, or several. */
static uint32_t find_left(const an_match *match, uint32_t first, unsigned side)
{
   uint32_t found = NONE;
   for (uint32_t i = first; i != NONE; i = match->next[i]) {
      if (match->names[i].sides != side || is_inlined(&match->names[i]))
         continue;
      if (found != NONE)
         return NONE;
      found = i;
   }
   return found;
}

/* Whether another function of the program has the name, too. */
static bool has_namesake(const an_match *match, uint32_t first)
{
   for (uint32_t i = first; i != NONE; i = match->next[i])
      if (match->names[i].sides == BOTH && !is_inlined(&match->names[i]))
         return true;
   return false;
}

/* Of a name that several functions have, the one that each side has left is one if a
   side does not know its file, or if the others are but parts of it, inlined from
   libraries. */
static void join_left(an_match *match, uint32_t first)
{
   uint32_t old = find_left(match, first, AN_OF_OLD);
   uint32_t new = find_left(match, first, AN_OF_NEW);
   if (old != NONE && new != NONE
       && (match->names[old].of_file == NONE || match->names[new].of_file == NONE
           || !has_namesake(match, first)))
      join_two(match, old, new);
}

/* The only function of NEW alone in this file; NONE. */
static uint32_t find_in_file(const an_match *match, uint32_t first, uint32_t file)
{
   uint32_t found = NONE;
   for (uint32_t i = first; i != NONE; i = match->next[i]) {
      const name *of = &match->names[i];
      if (of->sides != AN_OF_NEW || of->into != i || of->of_file != file)
         continue;
      if (found != NONE)
         return NONE;
      found = i;
   }
   return found;
}

/* Of several functions of a name, each is where all that can be told of its file are. */
static void join_in_files(an_match *match, uint32_t first)
{
   for (uint32_t i = first; i != NONE; i = match->next[i]) {
      const name *of = &match->names[i];
      if (of->sides != AN_OF_OLD || of->into != i || of->of_file == NONE
          || match->moved_to[of->of_file] >= SEVERAL)
         continue;
      uint32_t new = find_in_file(match, first, match->moved_to[of->of_file]);
      if (new != NONE)
         join_two(match, i, new);
   }
}

/* So is code without symbols, if each side has one executable that the other lacks. */
static void join_objects(an_match *match, uint32_t first)
{
   uint32_t old = find_only(match, first, AN_OF_OLD, true);
   uint32_t new = find_only(match, first, AN_OF_NEW, true);
   if (old != NONE && new != NONE)
      join_two(match, old, new);
}

/* Each name knows the function that it is of. */
static void settle_names(an_match *match)
{
   for (uint32_t i = 0; i < match->n; i++)
      while (match->names[i].into != match->names[match->names[i].into].into)
         match->names[i].into = match->names[match->names[i].into].into;
}

void an_match_join(an_match *match)
{
   form_names(match);
   size_t n_texts = tk_strings_count(match->texts);
   match->first = tk_get(match->alloc, AN_LABEL, (n_texts + 1) * sizeof *match->first);
   match->next = tk_get(match->alloc, AN_LABEL, (match->n + 1) * sizeof *match->next);
   match->moved_to = tk_get(match->alloc, AN_LABEL, (n_texts + 1) * sizeof *match->next);
   memset(match->moved_to, 0xff, (n_texts + 1) * sizeof *match->next);
   for (size_t form = 0; form < FORMS; form++)
      join_form(match, form, join_group);
   join_form(match, WHOLE, join_whole);
   join_form(match, WHOLE, join_in_files);
   join_form(match, WHOLE, join_left);
   join_form(match, OBJECT, join_objects);
   settle_names(match);
}

/* ---- Reading ---- */

uint32_t an_match_of(const an_match *match, uint32_t number)
{
   return match->names[number].into;
}

size_t an_match_n(const an_match *match)
{
   return match->n;
}

uint32_t an_match_bare(const an_match *match, uint32_t number)
{
   return match->names[number].bare;
}

const char *an_match_key(const an_match *match, uint32_t number, size_t *key_B)
{
   return tk_strings_bytes(match->keys, number, key_B);
}

an_matched an_match_at(const an_match *match, uint32_t function)
{
   const name *of = &match->names[function];
   return (an_matched){ of->function, of->file, of->object, of->sides };
}
