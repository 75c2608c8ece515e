/* an_combine.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/an_combine.h"

#include "counts/an_lines.h"
#include "counts/an_objects.h"
#include "counts/an_pair_data.h"
#include "counts/an_threads.h"

#include <stdio.h>
#include <string.h>

#define LABEL "an.combine"

/* ---- Headers ---- */

static an_status add_texts(an_profile *to, const an_profile *from,
                           an_text_kind kind)
{
   const an_texts *texts = an_profile_texts(from, kind);
   an_status status = AN_OK;
   for (size_t i = 0; status == AN_OK && i < texts->n; i++)
      status = an_profile_add_text(to, kind, texts->text[i],
                                   strlen(texts->text[i]));
   return status;
}

static an_status add_header(an_profile *to, const an_profile *from)
{
   an_status status = AN_OK;
   for (int kind = 0; status == AN_OK && kind < AN_N_TEXT_KINDS; kind++)
      status = add_texts(to, from, (an_text_kind)kind);
   return status;
}

/* The header of `after`, with its events twice, both states, and all notes. */
static an_status add_headers(an_profile *to, const an_profile *before,
                             const an_profile *after)
{
   const an_profile *const sides[] = { before, after };
   const char *command = an_profile_command(after);
   an_status status = an_profile_set_command(to, command, strlen(command));
   if (status == AN_OK)
      status = add_header(to, after);
   if (status == AN_OK)
      status = add_texts(to, after, AN_EVENT);
   for (int i = 0; status == AN_OK && i < 2; i++) {
      an_state state = an_profile_state_of_sum(sides[i]);
      status = an_profile_add_state(to, &state);
      an_profile_add_counting(to, (size_t)i, an_profile_counting(sides[i], 0));
   }
   for (int kind = AN_NOTE_NO_LINES;
        status == AN_OK && kind < AN_N_TEXT_KINDS; kind++)
      status = add_texts(to, before, (an_text_kind)kind);
   return status;
}

/* The profile; after an error frees it and returns NULL. */
static an_profile *checked(an_profile *profile, an_status status)
{
   if (status == AN_OK)
      return profile;
   an_profile_free(profile);
   return NULL;
}

an_profile *an_combine_empty(const tk_alloc *alloc, const an_profile *from)
{
   an_profile *to = an_profile_new(alloc);
   return to == NULL ? NULL : checked(to, add_header(to, from));
}

/* ---- Pairs ---- */

/* One side of a pair, and how far its functions have been added. */
typedef struct {
   const an_profile *profile;
   size_t next; /* function */
} side;

typedef struct {
   an_profile *to;
   const tk_alloc *alloc;
   size_t n_events; /* of one side */
   int64_t *counts; /* a row of the pair; 0 between calls of add_side */
   side before, after;
} pairing;

/* ---- Objects ---- */

static bool has_path(const an_profile *profile, const char *path)
{
   for (size_t i = 0; i < an_objects_count(profile); i++)
      if (strcmp(an_objects_at(profile, i)->path, path) == 0)
         return true;
   return false;
}

/* The other side's object with this path, or else this label; NULL if there is none. */
static const an_object *find_other(const an_profile *own, const an_object *object,
                                   const an_profile *other)
{
   bool by_path = has_path(other, object->path);
   for (size_t i = 0; i < an_objects_count(other); i++) {
      const an_object *o = an_objects_at(other, i);
      if (by_path ? strcmp(o->path, object->path) == 0
                  : strcmp(o->label, object->label) == 0 && !has_path(own, o->path))
         return o;
   }
   return NULL;
}

/* The interned name, in the pair, of a function of one side. */
static const char *pair_name(void *context, const an_profile *own, const char *name)
{
   pairing *p = context;
   const an_profile *other
      = own == p->before.profile ? p->after.profile : p->before.profile;
   const an_code *code = an_objects_code(own, name);
   const an_object *object = code == NULL ? NULL : an_objects_at(own, code->object);
   const an_object *match = code == NULL ? NULL : find_other(own, object, other);
   if (match == NULL
       || (*match->build_id != '\0' && strcmp(match->build_id, object->build_id) == 0))
      return an_profile_intern(p->to, name, strlen(name));
   size_t size_B = strlen(object->label) + sizeof AN_UNKNOWN " in ";
   char *text = tk_get(p->alloc, LABEL, size_B);
   if (text == NULL)
      return NULL;
   snprintf(text, size_B, "%s in %s", AN_UNKNOWN, object->label);
   const char *paired = an_profile_intern(p->to, text, size_B - 1);
   tk_put(p->alloc, text);
   return paired;
}

/* Adds the objects of one side, under the names that the new side has for them. */
static an_status add_objects(pairing *p, const side *s, size_t first)
{
   const an_profile *after = p->after.profile;
   an_status status = AN_OK;
   for (size_t i = 0; i < an_objects_count(s->profile) && status == AN_OK; i++) {
      const an_object *object = an_objects_at(s->profile, i), *match = NULL;
      if (s->profile != after)
         match = find_other(s->profile, object, after);
      const char *path = match == NULL ? object->path : match->path;
      path = an_profile_intern(p->to, path, strlen(path));
      const char *id = an_profile_intern(p->to, "", 0);
      size_t index = path == NULL || id == NULL
                        ? SIZE_MAX : an_objects_find(p->to, path, id);
      if (index == SIZE_MAX)
         return AN_NO_MEMORY;
      memcpy(p->counts + first, object->counts, p->n_events * sizeof *p->counts);
      status = an_objects_add(p->to, index, p->counts);
      memset(p->counts + first, 0, p->n_events * sizeof *p->counts);
   }
   return status;
}

/* ---- Functions ---- */

static bool has_function(const side *s)
{
   return s->next < an_profile_n_functions(s->profile);
}

/* Compares the next functions by file and name, as strcmp does; a side without
   any comes last. */
static int compare_next(const side *a, const side *b)
{
   if (!has_function(a) || !has_function(b))
      return has_function(b) - has_function(a);
   const an_function *x = an_profile_function(a->profile, a->next);
   const an_function *y = an_profile_function(b->profile, b->next);
   int order = strcmp(an_profile_file(a->profile, x->file)->name,
                      an_profile_file(b->profile, y->file)->name);
   return order != 0 ? order : strcmp(x->name, y->name);
}

/* Adds the next function of one side; its counts begin at index `first` of a
   row. */
static an_status add_side(pairing *p, side *s, size_t first)
{
   an_lines lines;
   size_t size_B = p->n_events * sizeof *p->counts;
   an_status status = an_lines_open(&lines, s->profile, s->next, 1);
   if (status != AN_OK)
      return status;
   while (status == AN_OK && an_lines_next(&lines)) {
      memcpy(p->counts + first, lines.counts, size_B);
      status = an_profile_add(p->to, lines.line, p->counts);
   }
   memset(p->counts + first, 0, size_B);
   an_lines_close(&lines);
   s->next++;
   return status;
}

/* Begins the next function of `from` in the pair. */
static an_status begin(pairing *p, const side *from)
{
   const an_function *function = an_profile_function(from->profile, from->next);
   const char *file = an_profile_file(from->profile, function->file)->name;
   const char *name = pair_name(p, from->profile, function->name);
   file = an_profile_intern(p->to, file, strlen(file));
   if (file == NULL || name == NULL)
      return AN_NO_MEMORY;
   return an_profile_begin(p->to, file, name);
}

static an_status pair_functions(pairing *p)
{
   an_status status = AN_OK;
   while (status == AN_OK
          && (has_function(&p->before) || has_function(&p->after))) {
      int order = compare_next(&p->before, &p->after);
      const side *first = order <= 0 ? &p->before : &p->after;
      status = begin(p, first);
      if (status == AN_OK && order <= 0)
         status = add_side(p, &p->before, 0);
      if (status == AN_OK && order >= 0)
         status = add_side(p, &p->after, p->n_events);
   }
   return status;
}

/* Adds the regions of one side; their counts begin at index `first` of a row.
   `indices` has room for the pair's index of each. */
static an_status pair_regions(pairing *p, const an_profile *from, size_t first,
                              size_t *indices)
{
   size_t size_B = p->n_events * sizeof *p->counts;
   an_status status = AN_OK;
   for (size_t i = 0; i < an_profile_n_regions(from) && status == AN_OK; i++) {
      an_region region = *an_profile_region(from, i);
      region.name = an_profile_intern(p->to, region.name, strlen(region.name));
      if (region.name == NULL)
         return AN_NO_MEMORY;
      if (region.parent != AN_NO_REGION)
         region.parent = indices[region.parent];
      if (first == 0) {
         region.count_before = region.count;
         region.count = 0;
      }
      memcpy(p->counts + first, region.counts, size_B);
      region.counts = p->counts;
      status = an_profile_add_region(p->to, &region, &indices[i]);
      memset(p->counts + first, 0, size_B);
   }
   return status;
}

static an_status add_regions(pairing *p, const tk_alloc *alloc,
                             const an_profile *from, size_t first)
{
   size_t n = an_profile_n_regions(from);
   if (n == 0)
      return AN_OK;
   size_t *indices = tk_get(alloc, "an.combine", n * sizeof *indices);
   if (indices == NULL)
      return AN_NO_MEMORY;
   an_status status = pair_regions(p, from, first, indices);
   tk_put(alloc, indices);
   return status;
}

/* The same of threads. */
static an_status add_threads(pairing *p, const an_profile *from, size_t first)
{
   size_t size_B = p->n_events * sizeof *p->counts;
   an_status status = AN_OK;
   for (size_t i = 0; i < an_threads_count(from) && status == AN_OK; i++) {
      an_thread thread = *an_threads_at(from, i);
      thread.name = an_profile_intern(p->to, thread.name, strlen(thread.name));
      if (thread.name == NULL)
         return AN_NO_MEMORY;
      if (first == 0)
         thread.n = 0; /* they are those of the other side */
      memcpy(p->counts + first, thread.counts, size_B);
      thread.counts = p->counts;
      status = an_threads_add(p->to, &thread);
      memset(p->counts + first, 0, size_B);
   }
   return status;
}

an_profile *an_combine_pair(const tk_alloc *alloc, const an_profile *before,
                            const an_profile *after, an_data_matching *match,
                            an_status *status)
{
   pairing p = {
      .to = an_profile_new(alloc), .alloc = alloc,
      .n_events = an_profile_n_events(after),
      .before = { .profile = before }, .after = { .profile = after },
   };
   size_t size_B = 2 * p.n_events * sizeof *p.counts;
   p.counts = tk_get(alloc, LABEL, size_B);
   *status = p.to == NULL || p.counts == NULL ? AN_NO_MEMORY : AN_OK;
   if (*status == AN_OK) {
      memset(p.counts, 0, size_B);
      *status = add_headers(p.to, before, after);
   }
   if (*status == AN_OK)
      *status = pair_functions(&p);
   if (*status == AN_OK)
      *status = add_regions(&p, alloc, after, p.n_events);
   if (*status == AN_OK)
      *status = add_regions(&p, alloc, before, 0);
   if (*status == AN_OK)
      *status = add_threads(&p, after, p.n_events);
   if (*status == AN_OK)
      *status = add_threads(&p, before, 0);
   if (*status == AN_OK)
      *status = add_objects(&p, &p.before, 0);
   if (*status == AN_OK)
      *status = add_objects(&p, &p.after, p.n_events);
   if (*status == AN_OK)
      *status = an_pair_data(p.to, before, after, match, pair_name, &p);
   if (*status == AN_OK)
      *status = an_profile_finish(p.to);
   tk_put(alloc, p.counts);
   return checked(p.to, *status);
}
