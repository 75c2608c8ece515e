/* ac_align.h -- where the code of OLD is in NEW, though files were edited and folders
   differ; pure.

   Files have one name, or else the longest common end of their paths, which no other
   file shares: old/inv.cpp is new/inv.cpp.  Or most functions of one are in the other: it
   was renamed.  Functions are matched by ac_partners.h: one may have moved to another
   file, or one side may not know its file.

   Lines have one text, if both sources can be read; if not, ac_align_rows.h says by their
   numbers and counts which lines of a function are one.  Of counts, those say it that
   tell how often code was executed: unchanged code may miss more.  Between two lines that
   are known, a line keeps its distance if both moved by as much; else lines follow their
   order, if both sides have as many of them.  All others are new or gone.  The source of
   a library that has the same path in both was not edited.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_source.h"
#include "counts/ac_profile.h"

/* Opens the sources of a file as OLD and as NEW have it, which the caller closes.  If
   one of them has a problem, the texts are not known. */
typedef struct ac_align_texts {
   void (*open)(void *context, const char *old_name, const char *new_name, an_source *old,
                an_source *new);
   void *context;
} ac_align_texts;

typedef struct ac_align ac_align;
typedef struct ac_aligned ac_aligned; /* a file */

/* Aligns two finished profiles, which are borrowed; `texts` may be NULL: none is
   known. */
ac_align *ac_align_new(const tk_alloc *alloc, const ac_profile *old,
                       const ac_profile *new, const ac_align_texts *texts);

/* A file of OLD; NULL: OLD has no counts of such a file. */
const ac_aligned *ac_align_find(const ac_align *align, const char *old_name);

/* What NEW calls the file, or OLD if NEW does not have it. */
const char *ac_aligned_name(const ac_aligned *file);

/* What a pair of the profiles calls a function of one of them. */
typedef struct ac_align_function {
   size_t function;         /* of NEW, where it is that; SIZE_MAX: NEW lacks it */
   const char *file;        /* borrowed */
   const ac_aligned *lines; /* of OLD's function: where its lines are; NULL: as before */
} ac_align_function;

/* Of a function of OLD, or of NEW. */
ac_align_function ac_align_old_function(const ac_align *align, size_t function);
ac_align_function ac_align_new_function(const ac_align *align, size_t function);

/* The number in NEW of a line of OLD; with AC_LINE_OF_OLD, OLD's if NEW does not have the
   line, and 0 if the function has moved to another file.  The file may be NULL: then
   lines are where they were. */
uint32_t ac_aligned_line(const ac_aligned *file, uint32_t line);
