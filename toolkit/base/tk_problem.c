/* tk_problem.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/tk_problem.h"

size_t tk_problem_append(char *to, size_t n, size_t max_B, const char *text)
{
   for (; *text != '\0' && n + 1 < max_B; text++)
      to[n++] = *text > ' ' - 1 && *text <= '~' ? *text : '?';
   to[n] = '\0';
   return n;
}

bool tk_problem_set(tk_problem *problem, uint32_t line, const char *const *texts)
{
   size_t n = 0;
   for (; *texts != NULL; texts++)
      n = tk_problem_append(problem->reason, n, TK_PROBLEM_REASON_B, *texts);
   problem->line = line;
   return false;
}
