/* ac_crates.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_crates.h"

#include "base/an_crate.h"
#include "base/an_number.h"
#include "base/tk_array.h"
#include "base/tk_library.h"
#include "counts/ac_objects.h"
#include "counts/ac_own_lines.h"
#include "counts/ac_owners.h"

#include <string.h>

#define LABEL "an.crates"

static const char own_name[] = "own", unknown_name[] = "unknown";

/* A key of ac_crates.code; an object of SIZE_MAX is unknown. */
enum { FILE_NAME, FUNCTION, OBJECT, KEYS };

static void add(ac_crates *c, const char *file, const char *function, size_t object,
                const int64_t *counts)
{
   const uint64_t key[KEYS] = { ac_keyed_word(file ?: AN_UNKNOWN),
                                ac_keyed_word(function), object };
   ac_keyed_add(&c->code, ac_keyed_find(&c->code, key), 0, counts,
                ac_profile_n_events(c->profile));
}

/* ---- Names ---- */

/* Crates have '-' in folders where functions have '_'. */
static bool is_name(const char *name, an_span of)
{
   for (; of.at < of.end; name++, of.at++)
      if (*name != *of.at && !(*name == '-' && *of.at == '_')
          && !(*name == '_' && *of.at == '-'))
         return false;
   return *name == '\0';
}

static size_t find_named(const ac_crates *c, an_span name, bool is_own)
{
   size_t i = 0;
   while (i < c->n && !(c->of[i].is_own == is_own && is_name(c->of[i].name, name)))
      i++;
   return i;
}

static ac_crate *find_or_add(ac_crates *c, an_span name, bool is_own)
{
   size_t i = find_named(c, name, is_own), n = an_span_length(name);
   if (i < c->n)
      return &c->of[i];
   TK_ARRAY_ROOM(c->alloc, LABEL, c->of, c->n, c->room);
   char *text = tk_get_zeroed(c->alloc, LABEL, n + 1);
   size_t counts_B = (ac_profile_n_events(c->profile) + 1) * sizeof *c->of->counts;
   c->of[c->n] = (ac_crate){ memcpy(text, name.at, n), is_own,
                             tk_get_zeroed(c->alloc, LABEL, counts_B) };
   return &c->of[c->n++];
}

/* ---- Whose code ---- */

static bool is_known(const char *file)
{
   return strcmp(file, AN_UNKNOWN) != 0;
}

/* The folder of the file.  A path that is relative to "." can be any library's. */
static an_span name_of_folder(const char *file)
{
   const char *end = strrchr(file, '/'), *at = end;
   while (at != NULL && at > file && at[-1] != '/')
      at--;
   return end == NULL || *file == '.' || at == end ? an_span_of(unknown_name)
                                                   : (an_span){ at, end };
}

static an_span name_code(const ac_crates *c, const char *file, const char *function,
                         const char *object, bool *is_own)
{
   *is_own = ac_own_files_has(&c->own, file);
   an_span name = *is_own          ? an_crate_of_own(file)
                  : is_known(file) ? an_crate_of_file(file)
                                   : (an_span){ 0 };
   if (name.at != NULL && (*is_own || *file != '.'))
      return name;
   if (*is_own)
      return an_span_of(own_name);
   if (ac_objects_is_generated(c->profile, function, file))
      return an_span_of(AC_GENERATED);
   if (tk_library_is_system(object))
      return an_crate_of_object(object);
   if (is_known(file))
      return name.at == NULL ? name_of_folder(file) : name;
   if (strcmp(function, "(below main)") == 0)
      return an_span_of("libc");
   if (c->own.is_rust)
      name = an_crate_of_function(function);
   *is_own = is_known(object)
             && (name.at == NULL
                 || (!an_span_is(name, "std") && find_named(c, name, false) == c->n));
   return name.at != NULL ? name : an_span_of(*is_own ? own_name : unknown_name);
}

/* Files first: their crates are known when functions are asked for theirs. */
static void name_all(ac_crates *c)
{
   for (int has_file = 1; has_file >= 0; has_file--)
      for (size_t i = 0; i < c->code.n; i++) {
         const uint64_t *key = ac_keyed_key(&c->code, i);
         const char *file = ac_keyed_text(key[FILE_NAME]);
         const char *object = key[OBJECT] == SIZE_MAX
                                 ? AN_UNKNOWN
                                 : ac_objects_at(c->profile, key[OBJECT])->path;
         bool is_own;
         if (is_known(file) != has_file)
            continue;
         an_span name = name_code(c, file, ac_keyed_text(key[FUNCTION]), object, &is_own);
         an_number_add(find_or_add(c, name, is_own)->counts,
                       ac_keyed_numbers(&c->code, i), ac_profile_n_events(c->profile));
      }
}

static void begin(ac_crates *c, const tk_alloc *alloc, const ac_profile *profile)
{
   *c = (ac_crates){ .alloc = alloc, .profile = profile };
   ac_own_files_open(&c->own, alloc, profile);
   ac_keyed_init(&c->code, alloc, KEYS, ac_profile_n_events(profile));
}

/* ---- The whole profile ---- */

void ac_crates_open(ac_crates *c, const tk_alloc *alloc, const ac_profile *profile)
{
   ac_owners owners;
   begin(c, alloc, profile);
   ac_owners_open(&owners, alloc, profile);
   for (size_t i = 0; i < owners.n; i++)
      for (size_t k = 0; k < owners.of[i].n_parts; k++) {
         const ac_function *part = ac_profile_function(profile, owners.of[i].parts[k]);
         add(c, ac_profile_file(profile, part->file)->name, part->name,
             owners.of[i].object, part->totals);
      }
   name_all(c);
}

/* ---- What is of no line ---- */

static void add_node(ac_crates *c, const ac_calls *calls, const ac_own_nodes *own,
                     const ac_call_node *node)
{
   if (node->what == AC_NO_CALL)
      return;
   if (node->kind == AC_CALL_INLINED && !own->is_inlined_own_file[node->what]) {
      const ac_inlined *inlined = &calls->inlined[node->what];
      add(c, inlined->file, inlined->name, calls->functions[inlined->function].object,
          node->self);
   } else if (node->kind == AC_CALL_PATH
              && !own->is_own_function[calls->arcs[node->what].callee]) {
      const ac_called *called = &calls->functions[calls->arcs[node->what].callee];
      add(c, called->file, called->name, called->object, node->self);
   }
}

/* Without calls, what is inlined into a function of the program is its. */
static void add_body(ac_crates *c)
{
   tk_words homes = { .alloc = c->alloc, .label = LABEL };
   for (int is_own = 1; is_own >= 0; is_own--)
      for (size_t i = 0; i < ac_profile_n_functions(c->profile); i++) {
         const ac_function *part = ac_profile_function(c->profile, i);
         const char *file = ac_profile_file(c->profile, part->file)->name;
         if (ac_own_files_has(&c->own, file) != is_own)
            continue;
         if (is_own)
            tk_words_add(&homes, (uintptr_t)part->name);
         else if (!tk_words_has(&homes, (uintptr_t)part->name))
            add(c, file, part->name, SIZE_MAX, part->totals);
      }
}

void ac_crates_open_rest(ac_crates *c, const tk_alloc *alloc, const ac_profile *profile,
                         const ac_own_lines *own)
{
   const ac_calls *calls = ac_profile_calls(profile);
   begin(c, alloc, profile);
   if (calls == NULL)
      add_body(c);
   for (uint32_t i = 0; calls != NULL && i < calls->n_nodes; i++)
      if (own->nodes.row_of_node[i] == UINT32_MAX)
         add_node(c, calls, &own->nodes, &calls->nodes[i]);
   name_all(c);
}

void ac_crates_rank(const ac_crates *c, const ac_measures *sort, double threshold,
                    ac_ranking *ranking)
{
   *ranking =
      (ac_ranking){ tk_get(c->alloc, LABEL, (c->n + 1) * sizeof *ranking->entries), 0 };
   for (; ranking->n < c->n; ranking->n++)
      ranking->entries[ranking->n] = AC_RANKED(ranking->n, c->of[ranking->n].counts);
   ac_rank(ranking, ac_profile_totals(c->profile), sort, threshold);
}
