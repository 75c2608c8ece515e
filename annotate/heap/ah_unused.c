/* ah_unused.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_unused.h"

#include <string.h>

const char *ah_never_text(ah_never never)
{
   static const char *const texts[AH_N_NEVER] = {
      [AH_NEVER_READ] = "never read",
      [AH_NEVER_WRITTEN] = "never written",
      [AH_NEVER_TOUCHED] = "never touched",
   };
   return texts[never];
}

/* AH_N_NEVER: the i-th unit was used. */
static ah_never never_of(const ah_heat_view *view, size_t i)
{
   if (view->sum[i] == 0)
      return view->is_exact ? AH_NEVER_TOUCHED : AH_N_NEVER;
   if (!view->has_reads)
      return AH_N_NEVER;
   return view->reads[i] == 0    ? AH_NEVER_READ
          : view->writes[i] == 0 ? AH_NEVER_WRITTEN
                                 : AH_N_NEVER;
}

/* A field of which some bytes were written and none was read was never read. */
static ah_never join_never(ah_never a, ah_never b)
{
   if (a == b || b == AH_NEVER_TOUCHED)
      return a;
   return a == AH_NEVER_TOUCHED ? b : AH_N_NEVER;
}

/* A program cannot leave out a member of the library's own types, or the pointer to
   virtual functions. */
static bool is_of_library(const ty_field *field)
{
   const char *dot = strrchr(field->name, '.');
   return strncmp(dot == NULL ? field->name : dot + 1, "_M_", 3) == 0
          || strstr(field->name, "_vptr") != NULL;
}

typedef struct {
   const ah_heat_view *view;
   ah_unused *to;
   size_t n;
   int64_t least_B;
} search;

static void add_unused(search *s, ah_unused unused)
{
   if (unused.never != AH_N_NEVER && s->n < s->view->n)
      s->to[s->n++] = unused;
}

/* Runs of bytes from `start` to `end`, in a field or none. */
static void find_runs(search *s, int64_t start, int64_t end, const ty_field *field)
{
   int64_t unit_B = s->view->unit_B;
   for (int64_t at = start; at < end;) {
      ah_never never = never_of(s->view, (size_t)(at / unit_B));
      int64_t next = at;
      while (next < end && never_of(s->view, (size_t)(next / unit_B)) == never)
         next = (next / unit_B + 1) * unit_B;
      if (next > end)
         next = end;
      if (next - at >= s->least_B || (at == start && next == end))
         add_unused(s, (ah_unused){ never, at, next - at, field });
      at = next;
   }
}

static void find_field(search *s, const ty_field *field)
{
   int64_t unit_B = s->view->unit_B, end = field->offset + field->size_B;
   if (end > s->view->size_B || is_of_library(field))
      return;
   if (field->has_parts) {
      find_runs(s, field->offset, end, field);
      return;
   }
   ah_never never = AH_NEVER_TOUCHED;
   for (int64_t i = field->offset / unit_B; i <= (end - 1) / unit_B; i++)
      never = join_never(never, never_of(s->view, (size_t)i));
   add_unused(s, (ah_unused){ never, field->offset, field->size_B, field });
}

size_t ah_unused_find(ah_unused *to, const ah_heat_view *view, int64_t least_B)
{
   search s = { .view = view, .to = to, .least_B = least_B };
   const ty_type *type = view->type;
   if (type == NULL)
      find_runs(&s, 0, view->size_B, NULL);
   for (size_t i = 0; type != NULL && i < type->n_fields; i++)
      find_field(&s, &type->fields[i]);
   return s.n;
}
