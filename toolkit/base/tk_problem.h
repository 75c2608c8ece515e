/* tk_problem.h -- what is wrong with a file that a user wrote; pure, freestanding.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TK_PROBLEM_REASON_B = 240 };

typedef struct tk_problem {
   uint32_t line; /* from 1 */
   char reason[TK_PROBLEM_REASON_B];
} tk_problem;

/* Appends a text to one of n bytes, in max_B bytes, cut to fit; control bytes and others
   than ASCII become `?`.  Returns the new length. */
size_t tk_problem_append(char *to, size_t n, size_t max_B, const char *text);

/* The texts up to a NULL are the reason.  Returns false. */
bool tk_problem_set(tk_problem *problem, uint32_t line, const char *const *texts);

#define TK_PROBLEM(problem, line, ...) \
   tk_problem_set(problem, line, (const char *const[]){ __VA_ARGS__, NULL })
