/* ac_old_source.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/ac_old_source.h"

#include "base/an_alloc.h"
#include "base/tk_library.h"
#include "commands/an_git.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- Sources ---- */

typedef struct {
   const ac_old_source *old;
   const an_options *options;
   const an_source_places *places; /* of new sources */
   an_source_places in_directory;  /* of old ones, if there is one */
   const char *root;               /* of these */
   struct timespec modified[2];    /* of the profiles; tv_sec is 0: unknown */
   size_t n_asked, n_read;         /* old sources by an option */
   an_error error;                 /* of the last one that could not be read */
} reading;

static bool is_after(const struct timespec *a, const struct timespec *b)
{
   return b->tv_sec != 0
          && (a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec);
}

/* By the path that OLD has, if that is not where the new source is. */
static void open_by_path(const reading *r, const char *old_name, const char *new_name,
                         an_source *old, const an_source *new)
{
   an_source_places places = *r->places;
   places.n_directories = 0;
   places.is_closed |= strcmp(old_name, new_name) == 0
                       || is_after(&new->modified, &r->modified[1]);
   an_source_open(old, an_alloc_malloc(), old_name, &places);
   if (old->problem == NULL && is_after(&old->modified, &r->modified[0]))
      old->problem = "newer than the profile";
}

static void open_by_option(reading *r, const char *old_name, an_source *old,
                           const an_source *new)
{
   const tk_alloc *alloc = an_alloc_malloc();
   char *text;
   size_t size_B;
   r->n_asked++;
   if (r->old->directory != NULL) {
      an_source_open(old, alloc, old_name, &r->in_directory);
      r->n_read += old->problem == NULL;
      return;
   }
   if (!an_git_show(alloc, r->old->revision, new->path, &text, &size_B, &r->error)) {
      *old = (an_source){ .alloc = alloc, .problem = "not in that revision" };
      return;
   }
   r->n_read++;
   an_source_take(old, alloc, text, size_B);
}

static void open_sources(void *context, const char *old_name, const char *new_name,
                         an_source *old, an_source *new)
{
   reading *r = context;
   bool is_by_option = (r->old->directory != NULL || r->old->revision != NULL)
                       && !tk_library_has_source(new_name);
   an_source_open(new, an_alloc_malloc(), new_name, r->places);
   if (new->problem != NULL)
      *old = (an_source){ .alloc = an_alloc_malloc(), .problem = new->problem };
   else if (is_by_option)
      open_by_option(r, old_name, old, new);
   else
      open_by_path(r, old_name, new_name, old, new);
}

/* ---- The whole ---- */

/* An option that found nothing was a mistake. */
static int check_read(const reading *r)
{
   const ac_old_source *old = r->old;
   if ((old->directory == NULL && old->revision == NULL) || r->n_read > 0)
      return AN_PARSED;
   const char *why = r->n_asked == 0 ? "no new source file is found; --source-path=DIR "
                                       "says where they are"
                     : old->directory != NULL ? "no source file of the program is there"
                                              : r->error.message;
   char message[sizeof r->error.message + 256];
   snprintf(message, sizeof message, "--old-%s=%.128s: %s",
            old->directory != NULL ? "source" : "rev",
            old->directory != NULL ? old->directory : old->revision, why);
   return an_command_fail(NULL, 0, message);
}

int ac_old_source_align(const an_options *options, char *const *files,
                        const ac_profile *before, const ac_profile *after,
                        ac_align **align)
{
   const ac_old_source *old = &options->old_source;
   reading r = { .old = old, .options = options, .places = &options->request.source };
   char *root = old->directory == NULL ? NULL : realpath(old->directory, NULL);
   r.root = root;
   r.in_directory = (an_source_places){ .directories = &old->directory,
                                        .n_directories = 1,
                                        .roots = &r.root,
                                        .n_roots = root != NULL,
                                        .is_only_in_directories = true };
   for (size_t i = 0; i < 2; i++) {
      const struct timespec *modified = an_options_modified(&files[i], 1);
      if (modified != NULL)
         r.modified[i] = *modified;
   }
   const ac_align_texts texts = { .open = open_sources, .context = &r };
   *align = ac_align_new(an_alloc_malloc(), before, after, &texts);
   int status = check_read(&r);
   free(root);
   return status;
}
