/* cs_note_names.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "calls/cs_note_names.h"

#include "base/tk_array.h"
#include "base/tk_hash.h"

#define LABEL "cs.note_names"

static uint64_t hash_of(const char *file, const char *fn)
{
   return tk_hash_word((uintptr_t)file ^ tk_hash_word((uintptr_t)fn));
}

uint32_t cs_note_names_known(const cs_note_names *names, const char *file, const char *fn)
{
   TK_TABLE_EACH(i, &names->table, hash_of(file, fn)) {
      const cs_note_name *name = &names->names[i];
      if (name->file == file && name->fn == fn)
         return name->number;
   }
   return 0;
}

static uint32_t add_name(cs_note_names *names, const char *file, const char *fn)
{
   TK_ARRAY_ROOM(names->alloc, LABEL, names->names, names->n, names->capacity);
   uint32_t number = fn == NULL ? ++names->n_files : ++names->n_functions;
   tk_table_add(&names->table, hash_of(file, fn), (uint32_t)names->n);
   names->names[names->n++] = (cs_note_name){ .file = file, .fn = fn, .number = number };
   return number;
}

void cs_note_names_init(cs_note_names *names, const tk_alloc *alloc,
                        tk_line *const *lines, size_t n_lines)
{
   const tk_place *last = NULL;
   *names = (cs_note_names){ .alloc = alloc,
                             .table = { .alloc = alloc, .label = LABEL } };
   for (size_t i = 0; i < n_lines; i++) {
      const tk_place *at = &lines[i]->at;
      bool is_new_file = last == NULL || at->file != last->file;
      bool is_new = is_new_file || at->fn != last->fn;
      if (is_new_file)
         add_name(names, at->file, NULL);
      if (is_new)
         add_name(names, at->file, at->fn);
      names->n_rows += is_new || at->number != last->number || at->start != last->start;
      last = at;
   }
   names->n_of_body = names->n;
}

void cs_note_names_fini(cs_note_names *names)
{
   tk_put(names->alloc, names->names);
   tk_table_fini(&names->table);
}

uint32_t cs_note_names_number(cs_note_names *names, const char *file, const char *fn)
{
   uint32_t number = cs_note_names_known(names, file, fn);
   if (number == 0 && fn != NULL)
      cs_note_names_number(names, file, NULL);
   return number != 0 ? number : add_name(names, file, fn);
}

void cs_note_names_write(tk_text *out, cs_note_names *names)
{
   for (size_t i = names->n_of_body; i < names->n; i++) {
      const cs_note_name *name = &names->names[i];
      if (name->fn == NULL) {
         tk_text_named(out, "#: fl ", name->file);
         continue;
      }
      TK_TEXT_LINE(out, "#: fn %", cs_note_names_known(names, name->file, NULL));
      tk_text_named(out, " ", name->fn);
   }
}
