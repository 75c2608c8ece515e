/* ac_load.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_load.h"

#include "base/an_bytes.h"
#include "base/an_demangle.h"
#include "base/an_file_name.h"
#include "base/an_wait.h"
#include "base/tk_fn_name.h"
#include "counts/ac_combine.h"
#include "counts/ac_objects.h"
#include "counts/ac_read.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
   an_bytes bytes;
   an_source_of_bytes from;
   const char *name;
} progress;

static ptrdiff_t read_and_report(void *context, char *to, size_t size_B)
{
   progress *p = context;
   ptrdiff_t n = p->from.read(p->from.context, to, size_B);
   if (n > 0)
      an_wait_for("", p->name, an_bytes_read_B(&p->bytes), p->bytes.size_B);
   return n;
}

typedef struct {
   const ac_load_names *names;
   const tk_alloc *alloc;
} naming;

static void rewrite_name(an_rewrite *r, ac_profile *profile, const char **name)
{
   const char *text = *name;
   if (r == NULL)
      return;
   an_rewrite_apply(r, *name, &text);
   if (text != *name)
      *name = ac_profile_intern(profile, text, strlen(text));
}

static void take_function(ac_profile *profile, const char *found, const char **name)
{
   if (found != NULL)
      *name = ac_profile_intern(profile, found, tk_fn_name_B(found, NULL));
}

/* Interns a source file's name as ac_reader_intern_file does. */
static void take_file(ac_profile *profile, const tk_alloc *alloc, const char *found,
                      const char **name)
{
   if (found == NULL)
      return;
   size_t n = strlen(found);
   char *text = tk_get(alloc, AN_LABEL, n + 1);
   memcpy(text, found, n + 1);
   *name = ac_profile_intern(profile, text, an_file_name_tidy(text, n));
   tk_put(alloc, text);
}

/* Where Valgrind knew lines, code without a name has none: skip the search. */
static bool lacks_lines(const ac_profile *profile, const char *path)
{
   const ac_texts *objects = ac_profile_texts(profile, AC_NOTE_NO_LINES);
   for (size_t i = 0; i < objects->n; i++)
      if (strcmp(objects->text[i], path) == 0)
         return true;
   return false;
}

/* A name such as "0x10c96f in libfoo.so" stands for code of an object. */
static void name_code(const naming *n, ac_profile *profile, const char **file,
                      const char **function)
{
   const ac_load_code *load = n->names->code;
   const char *found_file = NULL, *found_function = NULL;
   const ac_code *code = load == NULL ? NULL : ac_objects_code(profile, *function);
   if (code == NULL)
      return;
   const an_object *object = ac_objects_at(profile, code->object);
   if (!lacks_lines(profile, object->path))
      return;
   load->find(load->context, object->path, object->build_id, code->address, &found_file,
              &found_function);
   take_file(profile, n->alloc, found_file, file);
   take_function(profile, found_function, function);
}

/* Names code on an allocation path. */
static void name_frame(void *context, ac_profile *profile, const char *path,
                       const char *build_id, uint64_t address, const char **file,
                       const char **function, uint32_t *line)
{
   const naming *n = context;
   const ac_load_code *load = n->names->code;
   const char *found_file = NULL, *found_function = NULL;
   if (load == NULL || !lacks_lines(profile, path))
      return;
   load->find_at(load->context, path, build_id, address, &found_file, &found_function,
                 line);
   take_file(profile, n->alloc, found_file, file);
   take_function(profile, found_function, function);
}

static void demangle_name(ac_profile *profile, const char *file, const char **function)
{
   char *text = an_demangle(*function, file);
   if (text != NULL)
      *function = ac_profile_intern(profile, text, strlen(text));
   free(text);
}

static void change_names(void *context, ac_profile *profile, const char **file,
                         const char **function, bool *skip)
{
   const naming *n = context;
   const ac_load_names *names = n->names;
   name_code(n, profile, file, function);
   if (names->demangle)
      demangle_name(profile, *file, function);
   rewrite_name(names->files, profile, file);
   rewrite_name(names->functions, profile, function);
   if (names->filter != NULL)
      *skip = !ac_filter_passes(names->filter, *file, *function);
}

/* Adds the file to a profile that is not finished. */
static bool load_file(ac_profile *profile, const tk_alloc *alloc, const char *file,
                      const ac_load_options *options, an_error *error)
{
   progress p = { .name = file };
   naming n = { options->names, alloc };
   ac_reading reading = {
      .name = options->names == NULL ? NULL : change_names,
      .name_code = options->names == NULL ? NULL : name_frame,
      .context = &n,
      .by_name = options->allow_different,
   };
   if (!an_bytes_open(&p.bytes, file, error))
      return false;
   p.from = an_bytes_source(&p.bytes);
   an_source_of_bytes reported = { .read = read_and_report, .context = &p };
   bool ok = ac_read_into(profile, alloc, reported, &reading, error);
   if (p.bytes.is_damaged)
      ok = an_bytes_fail(&p.bytes, 0, error);
   an_bytes_close(&p.bytes);
   return ok;
}

/* The finished profile, if all went well; else frees it. */
static ac_profile *finish_profile(ac_profile *profile, bool ok, an_error *error)
{
   if (ok && ac_read_finish(profile, error))
      return profile;
   return NULL;
}

ac_profile *ac_load_files(const tk_alloc *alloc, char *const *files, size_t n,
                          const ac_load_options *options, size_t *failed, an_error *error)
{
   ac_profile *profile = ac_profile_new(alloc);
   bool ok = true;
   *failed = 0;
   if (n > 1)
      ac_profile_sum_lines(profile);
   for (size_t i = 0; i < n && ok; i++) {
      *failed = i;
      ok = load_file(profile, alloc, files[i], options, error);
   }
   return finish_profile(profile, ok, error);
}

ac_profile *ac_load_like(const tk_alloc *alloc, const ac_profile *like, const char *file,
                         const ac_load_options *options, an_error *error)
{
   ac_profile *profile = ac_combine_empty(alloc, like);
   bool ok = load_file(profile, alloc, file, options, error);
   return finish_profile(profile, ok, error);
}
