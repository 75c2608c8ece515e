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

/* Code, and what is known of it. */
typedef struct {
   const char *file, *function;
   size_t object; /* SIZE_MAX: unknown */
} code;

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

static uint32_t find_named(const ac_crates *c, an_span name, bool is_own)
{
   uint32_t i = 0;
   while (i < c->n && !(c->of[i].is_own == is_own && is_name(c->of[i].name, name)))
      i++;
   return i;
}

static uint32_t find_or_add(ac_crates *c, an_span name, bool is_own)
{
   uint32_t i = find_named(c, name, is_own);
   if (i < c->n)
      return i;
   size_t n = an_span_length(name), n_events = ac_profile_n_events(c->profile);
   char *text = tk_get_zeroed(c->alloc, LABEL, n + 1);
   TK_ARRAY_ROOM(c->alloc, LABEL, c->of, c->n, c->room);
   c->of[c->n++] = (ac_crate){ memcpy(text, name.at, n), is_own,
                               tk_get_zeroed(c->alloc, LABEL,
                                             (n_events + 1) * sizeof *c->of[i].counts) };
   return i;
}

/* ---- Whose code ---- */

static bool is_known(const char *file)
{
   return strcmp(file, AN_UNKNOWN) != 0;
}

/* Of a known file, if its path decides; else the span is empty. */
static an_span name_of_path(const ac_crates *c, const char *file, bool *is_own)
{
   *is_own = ac_own_files_has(&c->own, file);
   if (!*is_own)
      return an_crate_of_file(file);
   an_span package = an_crate_of_own(file);
   return package.at == NULL ? an_span_of(own_name) : package;
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

/* Of code whose file does not decide. */
static an_span name_code(const ac_crates *c, const code *of, bool *is_own)
{
   static const char start[] = "(below main)";
   const char *path = of->object == SIZE_MAX
                         ? AN_UNKNOWN
                         : ac_objects_at(c->profile, of->object)->path;
   if (ac_objects_is_generated(c->profile, of->function, of->file))
      return an_span_of(AC_GENERATED);
   if (tk_library_is_system(path))
      return an_crate_of_object(path);
   if (is_known(of->file)) {
      an_span guess = an_crate_of_file(of->file);
      return guess.at == NULL ? name_of_folder(of->file) : guess;
   }
   an_span name = strcmp(of->function, start) == 0 ? an_span_of("libc")
                  : c->own.is_rust                 ? an_crate_of_function(of->function)
                                                   : (an_span){ 0 };
   *is_own = is_known(path)
             && (name.at == NULL
                 || (!an_span_is(name, "std") && !an_span_is(name, "libc")
                     && find_named(c, name, false) == c->n));
   return name.at != NULL ? name : an_span_of(*is_own ? own_name : unknown_name);
}

static uint32_t find_crate(ac_crates *c, const code *of)
{
   bool is_own = false;
   if (of->file == NULL || !is_known(of->file)) {
      an_span name = name_code(c, of, &is_own);
      return find_or_add(c, name, is_own);
   }
   uint64_t key[] = { ac_keyed_word(of->file) };
   size_t n = c->files.n;
   uint32_t file = ac_keyed_find(&c->files, key);
   if (file == n) {
      an_span name = name_of_path(c, of->file, &is_own);
      int64_t crate = name.at == NULL || (*of->file == '.' && !is_own)
                         ? 0
                         : 1 + (int64_t)find_or_add(c, name, is_own);
      ac_keyed_add(&c->files, file, 0, &crate, 1);
   }
   int64_t decided = ac_keyed_numbers(&c->files, file)[0];
   if (decided > 0)
      return (uint32_t)(decided - 1);
   an_span name = name_code(c, of, &is_own);
   return find_or_add(c, name, is_own);
}

static void add(ac_crates *c, const code *of, const int64_t *counts)
{
   uint32_t crate = find_crate(c, of);
   an_number_add(c->of[crate].counts, counts, ac_profile_n_events(c->profile));
}

static void begin(ac_crates *c, const tk_alloc *alloc, const ac_profile *profile)
{
   *c = (ac_crates){ .alloc = alloc,
                     .profile = profile,
                     .calls = ac_profile_calls(profile) };
   ac_own_files_open(&c->own, alloc, profile);
   ac_keyed_init(&c->files, alloc, 1, 1);
}

/* ---- The whole profile ---- */

void ac_crates_open(ac_crates *c, const tk_alloc *alloc, const ac_profile *profile)
{
   ac_owners owners;
   begin(c, alloc, profile);
   ac_owners_open(&owners, alloc, profile);
   /* Files first: their crates are known when functions are asked for theirs. */
   for (int has_file = 1; has_file >= 0; has_file--)
      for (size_t i = 0; i < owners.n; i++)
         for (size_t k = 0; k < owners.of[i].n_parts; k++) {
            const ac_function *part = ac_profile_function(profile, owners.of[i].parts[k]);
            const code of = { ac_profile_file(profile, part->file)->name, part->name,
                              owners.of[i].object };
            if (is_known(of.file) == has_file)
               add(c, &of, part->totals);
         }
}

/* ---- What is of no line ---- */

/* The code of a node; false: it is the program's, or not known. */
static bool find_code(const ac_crates *c, const ac_own_nodes *own,
                      const ac_call_node *node, code *of)
{
   const ac_calls *calls = c->calls;
   if (node->what == AC_NO_CALL
       || (node->kind != AC_CALL_PATH && node->kind != AC_CALL_INLINED))
      return false;
   bool is_inlined = node->kind == AC_CALL_INLINED;
   const ac_inlined *inlined = is_inlined ? &calls->inlined[node->what] : NULL;
   uint32_t function = is_inlined ? inlined->function : calls->arcs[node->what].callee;
   const ac_called *called = &calls->functions[function];
   *of = (code){ called->file, called->name, called->object };
   if (is_inlined)
      *of = (code){ inlined->file, inlined->name, called->object };
   return is_inlined ? !own->is_inlined_own_file[node->what]
                     : !own->is_own_function[function];
}

static void add_nodes(ac_crates *c, const ac_own_nodes *own)
{
   code of;
   for (uint32_t i = 0; i < c->calls->n_nodes; i++)
      if (own->row_of_node[i] == UINT32_MAX
          && find_code(c, own, &c->calls->nodes[i], &of))
         add(c, &of, c->calls->nodes[i].self);
}

/* Without calls, what is inlined into a function of the program is its. */
static void add_body(ac_crates *c)
{
   tk_words homes = { .alloc = c->alloc, .label = LABEL };
   for (int is_own = 1; is_own >= 0; is_own--)
      for (size_t i = 0; i < ac_profile_n_functions(c->profile); i++) {
         const ac_function *part = ac_profile_function(c->profile, i);
         const char *file = ac_profile_file(c->profile, part->file)->name;
         const code of = { file, part->name, SIZE_MAX };
         if (ac_own_files_has(&c->own, file) != is_own)
            continue;
         if (is_own)
            tk_words_add(&homes, (uintptr_t)part->name);
         else if (!tk_words_has(&homes, (uintptr_t)part->name))
            add(c, &of, part->totals);
      }
}

void ac_crates_open_rest(ac_crates *c, const tk_alloc *alloc, const ac_profile *profile,
                         const ac_own_lines *own)
{
   begin(c, alloc, profile);
   if (c->calls != NULL)
      add_nodes(c, &own->nodes);
   else
      add_body(c);
}
