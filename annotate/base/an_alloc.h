/* an_alloc.h -- the commands' memory: there is always some, or the command ends.

   All of annotate/ takes its memory here, by a tk_alloc or by these functions, none of
   which returns NULL.  A command that gets none says so in one line, takes away the file
   that it was writing, and exits with 1 (an_end.h).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_alloc.h"

#include <stdarg.h>
#include <stdio.h>

/* Memory that ends with the command, so that nobody need give it back; labels are
   ignored.  What is large and not needed for long, or made for each of many rows, is. */
const tk_alloc *an_alloc_malloc(void);
#define AN_LABEL "annotate" /* for all of it */
/* Gives all of it back, for tests that do the work of many commands. */
void an_alloc_end(void);

/* Returns what is there; ends the command if it is NULL. */
void *an_need(void *block);

/* Each as the function of the C library without "an_".  For free(). */
void *an_malloc(size_t size_B);
void *an_calloc(size_t n, size_t size_B);
void *an_realloc(void *block, size_t size_B);
char *an_strdup(const char *text);
char *an_strndup(const char *text, size_t most_B);
int an_asprintf(char **text, const char *form, ...) __attribute__((format(printf, 2, 3)));
int an_vasprintf(char **text, const char *form, va_list arguments);

/* open_memstream, and fclose of such a stream. */
FILE *an_memstream(char **text, size_t *size_B);
void an_memstream_close(FILE *out);
