/* ac_readable.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_readable.h"

#include <string.h>

void ac_readable_find(const an_page *page, const ac_hot *hot, size_t n_lines,
                      bool *readable)
{
   size_t n_files = ac_profile_n_files(page->scope.profile), n_readable = 0;
   bool *is_known = tk_get_zeroed(page->scope.alloc, AN_LABEL, n_files + 1);
   for (size_t i = 0; i < hot->n && n_readable < n_lines; i++) {
      an_source source;
      size_t file = hot->lines[i].file;
      const char *name = ac_profile_file(page->scope.profile, file)->name;
      if (!is_known[file] && strcmp(name, AN_UNKNOWN) != 0) {
         an_source_open(&source, page->scope.alloc, name, &page->scope.request->source);
         readable[file] = source.problem == NULL;
         an_source_close(&source);
      }
      is_known[file] = true;
      n_readable += readable[file];
   }
}
