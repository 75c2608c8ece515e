/* ac_objects.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_objects.h"

#include "base/an_number.h"
#include "base/tk_array.h"
#include "base/tk_hash.h"
#include "counts/ac_profile_private.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void ac_objects_init(ac_profile *profile)
{
   const tk_table empty = { .alloc = profile->alloc, .label = AN_LABEL };
   profile->objects_by_path = profile->objects_by_label = empty;
   profile->codes_by_name = empty;
}

/* ---- Objects ---- */

size_t ac_objects_count(const ac_profile *profile)
{
   return profile->n_objects;
}

const an_object *ac_objects_at(const ac_profile *profile, size_t index)
{
   return &profile->objects[index];
}

static uint64_t hash_label(const char *label)
{
   return tk_hash_word((uintptr_t)label);
}

static bool has_label(const ac_profile *profile, const char *label)
{
   TK_TABLE_EACH(i, &profile->objects_by_label, hash_label(label))
      if (profile->objects[i].label == label)
         return true;
   return false;
}

/* A label that no other object has. */
static const char *new_label(ac_profile *profile, const char *path, const char *build_id)
{
   const char *slash = strrchr(path, '/');
   const char *base = slash == NULL || slash[1] == '\0' ? path : slash + 1;
   const char *label = tk_strings_intern(profile->strings, base, strlen(base));
   if (!has_label(profile, label))
      return label;
   if (!has_label(profile, path))
      return path;
   size_t size_B = strlen(path) + strlen(build_id) + sizeof " (build )";
   char *text = tk_get(profile->alloc, AN_LABEL, size_B);
   snprintf(text, size_B, "%s (build %s)", path, build_id);
   label = tk_strings_intern(profile->strings, text, size_B - 1);
   tk_put(profile->alloc, text);
   return label;
}

static int64_t *new_counts(ac_profile *profile)
{
   size_t size_B = profile->texts[AC_EVENT].n * sizeof(int64_t);
   int64_t *counts = tk_get_zeroed(profile->alloc, AN_LABEL, size_B);
   return counts;
}

/* Adds an object that is not there; the hash is that of its path and build id. */
static size_t add_object(ac_profile *profile, uint64_t hash, const char *path,
                         const char *build_id)
{
   size_t n = profile->n_objects;
   const char *label = new_label(profile, path, build_id);
   TK_ARRAY_ROOM(profile->alloc, AN_LABEL, profile->objects, n,
                 profile->objects_capacity);
   int64_t *counts = new_counts(profile);
   tk_table_add(&profile->objects_by_path, hash, (uint32_t)n);
   tk_table_add(&profile->objects_by_label, hash_label(label), (uint32_t)n);
   profile->objects[profile->n_objects++] =
      (an_object){ .path = path, .build_id = build_id, .label = label, .counts = counts };
   return n;
}

size_t ac_objects_find(ac_profile *profile, const char *path, const char *build_id)
{
   uint64_t hash = tk_hash_word((uintptr_t)path ^ tk_hash_word((uintptr_t)build_id));
   TK_TABLE_EACH(i, &profile->objects_by_path, hash)
      if (profile->objects[i].path == path && profile->objects[i].build_id == build_id)
         return i;
   return add_object(profile, hash, path, build_id);
}

void ac_objects_add(ac_profile *profile, size_t object, const int64_t *counts)
{
   an_number_add(profile->objects[object].counts, counts, profile->texts[AC_EVENT].n);
}

void ac_objects_add_lined(ac_profile *profile, size_t object, int64_t count)
{
   int64_t *lined = &profile->objects[object].lined;
   if (__builtin_add_overflow(*lined, count, lined))
      *lined = INT64_MAX;
}

static bool has_counts(const ac_profile *profile, const an_object *object)
{
   for (size_t e = 0; e < profile->texts[AC_EVENT].n; e++)
      if (object->counts[e] != 0)
         return true;
   return false;
}

bool ac_objects_are_known(const ac_profile *profile)
{
   for (size_t i = 0; i < profile->n_objects; i++)
      if (strcmp(profile->objects[i].path, AN_UNKNOWN) != 0
          && has_counts(profile, &profile->objects[i]))
         return true;
   return false;
}

const an_object *ac_objects_generated(const ac_profile *profile)
{
   if (profile->texts[AC_NOTE_UNKNOWN_OBJECTS].n > 0)
      return NULL;
   for (size_t i = 0; i < profile->n_objects; i++)
      if (strcmp(profile->objects[i].path, AN_UNKNOWN) == 0)
         return has_counts(profile, &profile->objects[i]) ? &profile->objects[i] : NULL;
   return NULL;
}

bool ac_objects_is_generated(const ac_profile *profile, const char *function,
                             const char *file)
{
   return strcmp(function, AN_UNKNOWN) == 0 && strcmp(file, AN_UNKNOWN) == 0
          && ac_objects_generated(profile) != NULL;
}

static void add_unknown(ac_profile *profile, const int64_t *counts)
{
   const char *path = tk_strings_intern(profile->strings, AN_UNKNOWN, strlen(AN_UNKNOWN));
   const char *id = tk_strings_intern(profile->strings, "", 0);
   ac_objects_add(profile, ac_objects_find(profile, path, id), counts);
}

/* Do files that know its lines have most of what the object of this path executed?  One
   that only starts a library knows none: code at the start has no lines. */
static bool is_lined(const ac_profile *profile, const char *path)
{
   double lined = 0, all = 0;
   for (size_t i = 0; i < profile->n_objects; i++) {
      const an_object *object = &profile->objects[i];
      if (object->path == path) {
         lined += (double)object->lined;
         all += (double)object->counts[0];
      }
   }
   return lined > all / 2;
}

static void drop_notes_of_lined(ac_profile *profile)
{
   ac_texts *notes = &profile->texts[AC_NOTE_NO_LINES];
   size_t n = 0;
   for (size_t i = 0; i < notes->n; i++)
      if (!is_lined(profile, notes->text[i]))
         notes->text[n++] = notes->text[i];
   notes->n = n;
}

/* Differences can wrap on the way, but objects never have more than the totals. */
void ac_objects_finish(ac_profile *profile, bool *has_rest)
{
   const size_t n_events = profile->texts[AC_EVENT].n;
   const int64_t *totals = profile->totals;
   uint64_t any = 0;
   *has_rest = false;
   if (profile->n_objects == 0)
      return;
   drop_notes_of_lined(profile);
   int64_t *rest = new_counts(profile);
   for (size_t e = 0; e < n_events; e++) {
      uint64_t left = (uint64_t)totals[e];
      for (size_t i = 0; i < profile->n_objects; i++)
         left -= (uint64_t)profile->objects[i].counts[e];
      rest[e] = (int64_t)left;
      any |= left;
   }
   *has_rest = any != 0;
   if (any != 0)
      add_unknown(profile, rest);
   tk_put(profile->alloc, rest);
}

/* ---- Code ---- */

const ac_code *ac_objects_code(const ac_profile *profile, const char *function)
{
   uint64_t hash = tk_hash_word((uintptr_t)function);
   TK_TABLE_EACH(i, &profile->codes_by_name, hash)
      if (profile->codes[i].function == function)
         return &profile->codes[i];
   return NULL;
}

static const char *name_code(ac_profile *profile, const char *label, uint64_t address)
{
   enum { ADDRESS_B = sizeof "0x in " + 16 };
   size_t size_B = strlen(label) + ADDRESS_B;
   char *text = tk_get(profile->alloc, AN_LABEL, size_B);
   int n = snprintf(text, size_B, "0x%" PRIx64 " in %s", address, label);
   const char *name = tk_strings_intern(profile->strings, text, (size_t)n);
   tk_put(profile->alloc, text);
   return name;
}

const char *ac_objects_name(ac_profile *profile, size_t object, uint64_t address)
{
   const char *label = profile->objects[object].label;
   if (strcmp(profile->objects[object].path, AN_UNKNOWN) == 0)
      return tk_strings_intern(profile->strings, AN_UNKNOWN, strlen(AN_UNKNOWN));
   const char *name = name_code(profile, label, address);
   if (ac_objects_code(profile, name) != NULL)
      return name;
   TK_ARRAY_ROOM(profile->alloc, AN_LABEL, profile->codes, profile->n_codes,
                 profile->codes_capacity);
   tk_table_add(&profile->codes_by_name, tk_hash_word((uintptr_t)name),
                (uint32_t)profile->n_codes);
   profile->codes[profile->n_codes++] =
      (ac_code){ .function = name, .object = object, .address = address };
   return name;
}
