/* ah_site_text.c -- an allocation site in a few words.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_page.h"

#include "base/an_alloc.h"
#include "base/an_said.h"
#include "heap/ah_owner.h"
#include "heap/ah_path.h"

#include <stdlib.h>
#include <string.h>

/* Puts "outer > ", or "outer > ... > ", before *text, which it replaces; on a line of its
   own if both are too long for one. */
static char *put_before(char *text, const an_frame *frame, bool is_far, size_t n_most,
                        size_t indent)
{
   char *outer = ah_text_frame(frame, n_most), *both;
   const char *dots = is_far ? " > ..." : "";
   size_t n = an_text_columns(outer) + strlen(dots) + 3;
   bool fits = strchr(text, '\n') == NULL && n + an_text_columns(text) <= n_most;
   an_asprintf(&both, fits ? "%s%s > %*s%s" : "%s%s >\n%*s%s", outer, dots,
               fits ? 0 : (int)indent, "", text);
   free(outer);
   free(text);
   return both;
}

/* The program's innermost frame, or the caller of `first` if that is it. */
static size_t outer_frame(const ah_profile *profile, const ah_site *site, size_t first)
{
   size_t own = ah_owner_frame(profile, site);
   return own == site->n_frames || own == first ? first + 1 : own;
}

char *ah_site_text(const ah_profile *profile, const ah_site *site, size_t too,
                   size_t n_most, size_t indent)
{
   size_t first = ah_path_start(profile, site, false);
   if (site->n_frames == 0)
      return an_strdup("(call path not known)");
   size_t outer = outer_frame(profile, site, first);
   size_t next = outer, before = too, n = site->n_frames;
   if (too <= first || too >= n || too == outer)
      before = n;
   else if (too < outer)
      next = too, before = outer;
   const an_frame *frames = profile->frames;
   char *text = ah_text_frame(&frames[site->frames[first]], n_most);
   if (next < n)
      text = put_before(text, &frames[site->frames[next]], false, n_most, indent);
   if (before < n)
      text = put_before(text, &frames[site->frames[before]], before > outer + 1, n_most,
                        indent);
   return text;
}

/* ---- The place alone ---- */

/* ah_text_frame, with the function's name alone: the line says which one it is. */
static char *bare_text(const an_frame *frame, bool has_place, size_t n_most)
{
   char *name = an_said(frame->function, AN_SAID_BARE, AN_SAID_ALL);
   an_frame bare = has_place ? *frame : (an_frame){ .function = name };
   bare.function = name;
   char *text = ah_text_frame(&bare, n_most);
   free(name);
   return text;
}

/* What the innermost frame of the program calls to get the block; NULL: the allocator
   itself. */
static const an_frame *library_frame(const ah_profile *profile, const ah_site *site,
                                     size_t own)
{
   size_t first = ah_path_start(profile, site, false);
   return own < site->n_frames && own > first ? &profile->frames[site->frames[own - 1]]
                                              : NULL;
}

/* Adds ", in palloc", or ", called by build (a.c:16)", as far as that fits: a name can be
   shortened, and stand without its place. */
static char *add_behind(char *text, const an_frame *frame, bool is_library, size_t n_most)
{
   const char *how = is_library ? ", in " : ", called by ";
   size_t taken = an_text_columns(text) + strlen(how);
   size_t room = n_most > taken ? n_most - taken : 0;
   char *name = bare_text(frame, !is_library, SIZE_MAX), *both = text;
   if (an_text_columns(name) > room) {
      free(name);
      name = bare_text(frame, false, room);
   }
   if (an_text_columns(name) <= room) {
      an_asprintf(&both, "%s%s%s", text, how, name);
      free(text);
   }
   free(name);
   return both;
}

/* The innermost frame of the program, or else the one that is shown first. */
static size_t own_frame(const ah_profile *profile, const ah_site *site)
{
   size_t own = ah_owner_frame(profile, site);
   return own < site->n_frames ? own : ah_path_start(profile, site, false);
}

char *ah_site_own(const ah_profile *profile, const ah_site *site, size_t n_most)
{
   if (site->n_frames == 0)
      return an_strdup("(call path not known)");
   const an_frame *frame = &profile->frames[site->frames[own_frame(profile, site)]];
   return bare_text(frame, true, n_most);
}

char *ah_site_place(const ah_profile *profile, const ah_site *site, bool is_of_caller,
                    size_t n_most)
{
   if (site->n_frames == 0)
      return an_strdup("(call path not known)");
   size_t own = is_of_caller ? ah_owner_caller(profile, site) : own_frame(profile, site);
   char *text = bare_text(&profile->frames[site->frames[own]], true, n_most);
   const an_frame *library = library_frame(profile, site, own);
   if (library != NULL)
      return add_behind(text, library, true, n_most);
   return own + 1 < site->n_frames
             ? add_behind(text, &profile->frames[site->frames[own + 1]], false, n_most)
             : text;
}
