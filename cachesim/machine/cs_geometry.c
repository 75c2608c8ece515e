/* cs_geometry.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_geometry.h"

const char *cs_geometry_error(const cs_geometry *g)
{
   uint32_t line_B = g->line_size_B;
   if (line_B < CS_LINE_SIZE_MIN_B || line_B > CS_LINE_SIZE_MAX_B
       || (line_B & (line_B - 1)) != 0)
      return "the line size must be a power of two from 8 to 65536";
   if (g->assoc == 0)
      return "the associativity must be at least 1";
   if (g->size_B / line_B > CS_LINES_MAX)
      return "the size must be at most 67108864 lines";
   if (g->size_B == 0 || g->size_B % ((uint64_t)g->assoc * line_B) != 0)
      return "the size must be a multiple of <assoc> * <line size>, and at least that";
   return NULL;
}

bool cs_parse_number(const char **text, uint64_t *value)
{
   const char *p = *text;
   uint64_t v = 0;
   if (*p < '0' || *p > '9')
      return false;
   for (; *p >= '0' && *p <= '9'; p++) {
      unsigned digit = (unsigned)(*p - '0');
      if (v > (UINT64_MAX - digit) / 10)
         return false;
      v = 10 * v + digit;
   }
   *text = p;
   *value = v;
   return true;
}

const char *cs_geometry_parse(const char *text, cs_geometry *g)
{
   static const char form[] =
      "expected <size>,<assoc>,<line size>, three decimal numbers";
   uint64_t field[3];

   for (int i = 0; i < 3; i++) {
      if (!cs_parse_number(&text, &field[i]))
         return form;
      if (*text++ != (i < 2 ? ',' : '\0'))
         return form;
   }
   if (field[1] > UINT32_MAX)
      return "the associativity must be at most the number of lines";
   if (field[2] > CS_LINE_SIZE_MAX_B)
      field[2] = CS_LINE_SIZE_MAX_B + 1; /* any size that is too large */

   cs_geometry parsed = { .size_B = field[0],
                          .assoc = (uint32_t)field[1],
                          .line_size_B = (uint32_t)field[2] };
   const char *problem = cs_geometry_error(&parsed);
   if (problem == NULL)
      *g = parsed;
   return problem;
}
