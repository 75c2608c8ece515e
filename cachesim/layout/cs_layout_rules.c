/* cs_layout_rules.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "layout/cs_layout_rules.h"

#include "base/tk_chars.h"
#include "base/tk_library.h"

/* Is the file's path this one, or does it end in it behind a slash? */
static bool is_file(const char *path, const cs_layout_place *place)
{
   size_t path_B = tk_chars_length(path);
   if (path_B < place->file_B)
      return false;
   const char *end = path + path_B - place->file_B;
   if (end != path && end[-1] != '/')
      return false;
   for (size_t i = 0; i < place->file_B; i++)
      if (end[i] != place->file[i])
         return false;
   return true;
}

/* Of the file's functions, the innermost decides, but for those that only hand out memory
   for others. */
static bool is_at(const cs_layout_place *place, const cs_data_frame *frames,
                  size_t n_frames)
{
   for (size_t i = 0; i < n_frames; i++) {
      const cs_data_frame *frame = &frames[i];
      if (frame->file == NULL || !is_file(frame->file, place))
         continue;
      if (frame->line == place->line)
         return true;
      if (frame->function == NULL || !tk_library_is_allocator(frame->function))
         return false;
   }
   return false;
}

cs_layout_rule *cs_layout_rule_of_block(const cs_layout_rules *rules,
                                        const cs_data_frame *frames, size_t n_frames)
{
   for (size_t i = 0; i < rules->n; i++)
      for (size_t k = 0; k < rules->list[i]->n_places; k++)
         if (is_at(&rules->list[i]->places[k], frames, n_frames))
            return rules->list[i];
   return NULL;
}

cs_layout_rule *cs_layout_rule_of_variable(const cs_layout_rules *rules, const char *name)
{
   for (size_t i = 0; i < rules->n; i++)
      if (rules->list[i]->variable != NULL
          && tk_chars_compare(rules->list[i]->variable, name) == 0)
         return rules->list[i];
   return NULL;
}

bool cs_layout_has_variables(const cs_layout_rules *rules)
{
   for (size_t i = 0; i < rules->n; i++)
      if (rules->list[i]->variable != NULL)
         return true;
   return false;
}
