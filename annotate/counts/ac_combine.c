/* ac_combine.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_combine.h"

#include "counts/ac_layout.h"
#include "counts/ac_lines.h"
#include "counts/ac_objects.h"
#include "counts/ac_pair_data.h"
#include "counts/ac_threads.h"

#include <stdio.h>
#include <string.h>

/* ---- Headers ---- */

static void add_texts(ac_profile *to, const ac_profile *from, ac_text_kind kind)
{
   const ac_texts *texts = ac_profile_texts(from, kind);
   for (size_t i = 0; i < texts->n; i++)
      ac_profile_add_text(to, kind, texts->text[i], strlen(texts->text[i]));
}

static void add_header(ac_profile *to, const ac_profile *from)
{
   for (int kind = 0; kind < AC_N_TEXT_KINDS; kind++)
      add_texts(to, from, (ac_text_kind)kind);
}

/* The header of `after`, with its events twice, both states, and all notes. */
static void add_headers(ac_profile *to, const ac_profile *before, const ac_profile *after)
{
   const ac_profile *const sides[] = { before, after };
   const char *command = ac_profile_command(after);
   ac_profile_set_command(to, command, strlen(command));
   add_header(to, after);
   add_texts(to, after, AC_EVENT);
   for (int i = 0; i < 2; i++) {
      an_state state = ac_profile_state_of_sum(sides[i]);
      ac_profile_add_state(to, &state);
      ac_profile_add_counting(to, (size_t)i, ac_profile_counting(sides[i], 0));
      ac_layout_copy(to, (size_t)i, ac_profile_layout(sides[i], 0));
   }
   for (int kind = AC_NOTE_NO_LINES; kind < AC_N_TEXT_KINDS; kind++)
      add_texts(to, before, (ac_text_kind)kind);
}

ac_profile *ac_combine_empty(const tk_alloc *alloc, const ac_profile *from)
{
   ac_profile *to = ac_profile_new(alloc);
   add_header(to, from);
   return to;
}

/* ---- Pairs ---- */

typedef struct {
   ac_profile *to;
   const tk_alloc *alloc;
   size_t n_events; /* of one side */
   int64_t *counts; /* a row of the pair; 0 between calls of add_function */
   const ac_profile *before, *after;
   const ac_align *align; /* NULL: lines are where they were */
} pairing;

/* ---- Objects ---- */

static bool has_path(const ac_profile *profile, const char *path)
{
   for (size_t i = 0; i < ac_objects_count(profile); i++)
      if (strcmp(ac_objects_at(profile, i)->path, path) == 0)
         return true;
   return false;
}

/* The other side's object with this path, or else this label; NULL if there is none. */
static const an_object *find_named(const ac_profile *own, const an_object *object,
                                   const ac_profile *other)
{
   bool by_path = has_path(other, object->path);
   for (size_t i = 0; i < ac_objects_count(other); i++) {
      const an_object *o = ac_objects_at(other, i);
      if (by_path ? strcmp(o->path, object->path) == 0
                  : strcmp(o->label, object->label) == 0 && !has_path(own, o->path))
         return o;
   }
   return NULL;
}

/* The only executable that the other side does not name; NULL: none, or several. */
static const an_object *find_program(const ac_profile *own, const ac_profile *other)
{
   const an_object *found = NULL;
   for (size_t i = 0; i < ac_objects_count(own); i++) {
      const an_object *o = ac_objects_at(own, i);
      if (strstr(o->path, ".so") != NULL || strcmp(o->path, AN_UNKNOWN) == 0
          || find_named(own, o, other) != NULL)
         continue;
      if (found != NULL)
         return NULL;
      found = o;
   }
   return found;
}

/* The object that it is on the other side; NULL if there is none.  The executables that
   both started are one, whatever their names are. */
static const an_object *find_other(const ac_profile *own, const an_object *object,
                                   const ac_profile *other)
{
   const an_object *named = find_named(own, object, other);
   return named != NULL || object != find_program(own, other) ? named
                                                              : find_program(other, own);
}

/* The interned name, in the pair, of a function of one side. */
static const char *pair_name(pairing *p, const ac_profile *own, const char *name)
{
   const ac_profile *other = own == p->before ? p->after : p->before;
   const ac_code *code = ac_objects_code(own, name);
   const an_object *object = code == NULL ? NULL : ac_objects_at(own, code->object);
   const an_object *match = code == NULL ? NULL : find_other(own, object, other);
   if (match == NULL
       || (*match->build_id != '\0' && strcmp(match->build_id, object->build_id) == 0))
      return ac_profile_intern(p->to, name, strlen(name));
   const char *label = own == p->before ? match->label : object->label;
   size_t size_B = strlen(label) + sizeof AN_UNKNOWN " in ";
   char *text = tk_get(p->alloc, AN_LABEL, size_B);
   snprintf(text, size_B, "%s in %s", AN_UNKNOWN, label);
   const char *paired = ac_profile_intern(p->to, text, size_B - 1);
   tk_put(p->alloc, text);
   return paired;
}

/* Adds the objects of one side, under the names that the new side has for them. */
static void add_objects(pairing *p, const ac_profile *from, size_t first)
{
   for (size_t i = 0; i < ac_objects_count(from); i++) {
      const an_object *object = ac_objects_at(from, i), *match = NULL;
      if (from != p->after)
         match = find_other(from, object, p->after);
      const char *path = match == NULL ? object->path : match->path;
      path = ac_profile_intern(p->to, path, strlen(path));
      const char *id = ac_profile_intern(p->to, "", 0);
      size_t index = ac_objects_find(p->to, path, id);
      memcpy(p->counts + first, object->counts, p->n_events * sizeof *p->counts);
      ac_objects_add(p->to, index, p->counts);
      memset(p->counts + first, 0, p->n_events * sizeof *p->counts);
   }
}

/* ---- Functions ---- */

static ac_pair_function pair_function(void *context, const ac_profile *own, size_t index)
{
   pairing *p = context;
   size_t file = ac_profile_function(own, index)->file;
   ac_align_function of = { SIZE_MAX, ac_profile_file(own, file)->name, NULL };
   bool is_old = own == p->before;
   if (p->align != NULL && p->before != p->after)
      of = is_old ? ac_align_old_function(p->align, index)
                  : ac_align_new_function(p->align, index);
   if (is_old && of.function != SIZE_MAX) {
      own = p->after;
      index = of.function;
   }
   return (ac_pair_function){
      .file = ac_profile_intern(p->to, of.file, strlen(of.file)),
      .name = pair_name(p, own, ac_profile_function(own, index)->name),
      .lines = of.lines,
   };
}

static void add_line(pairing *p, const ac_pair_function *function, uint32_t old_line)
{
   uint32_t line = ac_aligned_line(function->lines, old_line);
   if (line != old_line && line != 0)
      ac_profile_add_move(p->to, function->file, line, old_line);
   ac_profile_add(p->to, line, p->counts);
}

/* Adds a function of one side; its counts begin at index `first` of a row. */
static void add_function(pairing *p, const ac_profile *from, size_t index, size_t first)
{
   ac_lines lines;
   size_t size_B = p->n_events * sizeof *p->counts;
   ac_pair_function function = pair_function(p, from, index);
   ac_profile_begin(p->to, function.file, function.name);
   ac_lines_open(&lines, from, index, 1);
   while (ac_lines_next(&lines)) {
      memcpy(p->counts + first, lines.counts, size_B);
      add_line(p, &function, lines.line);
   }
   memset(p->counts + first, 0, size_B);
   ac_lines_close(&lines);
}

/* The functions of both sides need not come together: the profile sorts them. */
static void add_functions(pairing *p, const ac_profile *from, size_t first)
{
   for (size_t i = 0; i < ac_profile_n_functions(from); i++)
      add_function(p, from, i, first);
}

/* Adds the regions of one side; their counts begin at index `first` of a row.
   `indices` has room for the pair's index of each. */
static void pair_regions(pairing *p, const ac_profile *from, size_t first,
                         size_t *indices)
{
   size_t size_B = p->n_events * sizeof *p->counts;
   for (size_t i = 0; i < ac_profile_n_regions(from); i++) {
      ac_region region = *ac_profile_region(from, i);
      region.name = ac_profile_intern(p->to, region.name, strlen(region.name));
      if (region.parent != AC_NO_REGION)
         region.parent = indices[region.parent];
      if (first == 0) {
         region.count_before = region.count;
         region.count = 0;
      }
      memcpy(p->counts + first, region.counts, size_B);
      region.counts = p->counts;
      ac_profile_add_region(p->to, &region, &indices[i]);
      memset(p->counts + first, 0, size_B);
   }
}

static void add_regions(pairing *p, const tk_alloc *alloc, const ac_profile *from,
                        size_t first)
{
   size_t n = ac_profile_n_regions(from);
   if (n == 0)
      return;
   size_t *indices = tk_get(alloc, AN_LABEL, n * sizeof *indices);
   pair_regions(p, from, first, indices);
}

/* Adds the threads of one side to the pair. */
static void add_threads(pairing *p, const ac_profile *from, size_t first)
{
   size_t size_B = p->n_events * sizeof *p->counts;
   for (size_t i = 0; i < ac_threads_count(from); i++) {
      ac_thread thread = *ac_threads_at(from, i);
      thread.name = ac_profile_intern(p->to, thread.name, strlen(thread.name));
      if (first == 0)
         thread.n = 0; /* they are those of the other side */
      memcpy(p->counts + first, thread.counts, size_B);
      thread.counts = p->counts;
      ac_threads_add(p->to, &thread);
      memset(p->counts + first, 0, size_B);
   }
}

ac_profile *ac_combine_pair(const tk_alloc *alloc, const ac_profile *before,
                            const ac_profile *after, const ac_align *align,
                            ac_data_matching *match)
{
   pairing p = {
      .to = ac_profile_new(alloc),
      .alloc = alloc,
      .n_events = ac_profile_n_events(after),
      .before = before,
      .after = after,
      .align = align,
   };
   size_t size_B = 2 * p.n_events * sizeof *p.counts;
   p.counts = tk_get_zeroed(alloc, AN_LABEL, size_B);
   add_headers(p.to, before, after);
   add_functions(&p, before, 0);
   add_functions(&p, after, p.n_events);
   add_regions(&p, alloc, after, p.n_events);
   add_regions(&p, alloc, before, 0);
   add_threads(&p, after, p.n_events);
   add_threads(&p, before, 0);
   add_objects(&p, before, 0);
   add_objects(&p, after, p.n_events);
   ac_pair_data(p.to, before, after, match, pair_function, &p);
   ac_profile_finish(p.to);
   return p.to;
}
