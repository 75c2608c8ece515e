/* ac_labels.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_labels.h"
#include "base/tk_count.h"
#include "sections/ac_scope.h"

#include "base/an_alloc.h"
#include "base/an_said.h"
#include "base/an_text.h"
#include "counts/ac_objects.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct ac_said_label {
   size_t function;
   const char *name; /* whole; equal names are one pointer */
   char *text;
};

static int compare_labels(const void *a, const void *b)
{
   const struct ac_said_label *x = a, *y = b;
   return strcmp(x->text, y->text)
      ?: strcmp(x->name, y->name)
      ?: tk_compare(x->function, y->function);
}

/* Labels a group of functions with the same short name. */
static void number_group(ac_labels *labels, const struct ac_said_label *group, size_t n)
{
   uint32_t of = 1, number = 1;
   for (size_t i = 1; i < n; i++)
      of += strcmp(group[i].name, group[i - 1].name) != 0;
   for (size_t i = 0; i < n; i++) {
      number += i > 0 && strcmp(group[i].name, group[i - 1].name) != 0;
      labels->labels[group[i].function] = (ac_label){ group[i].text, number, of };
   }
}

static void number_all(ac_labels *labels)
{
   const struct ac_said_label *owned = labels->owned;
   for (size_t first = 0, end; first < labels->n_owned; first = end) {
      end = first + 1;
      while (end < labels->n_owned && strcmp(owned[first].text, owned[end].text) == 0)
         end++;
      number_group(labels, owned + first, end - first);
   }
}

static void say_name(ac_labels *labels, size_t function, an_said_form form, size_t n_most)
{
   ac_label *label = &labels->labels[function];
   char *said = an_said(label->text, form, n_most);
   if (strcmp(said, label->text) != 0) {
      char *text = strcpy(tk_get(labels->alloc, AN_LABEL, strlen(said) + 1), said);
      labels->owned[labels->n_owned++] = (struct ac_said_label){ function, label->text,
                                                                 text };
      label->text = text;
   }
   free(said);
}

size_t ac_labels_longest(bool full_names, size_t width)
{
   size_t half = width / 2;
   if (full_names)
      return AN_SAID_FULL;
   return half == 0 || half > AN_SAID_MOST_B ? AN_SAID_MOST_B : half;
}

static const char *name_in_profile(const void *context, size_t function)
{
   return ac_profile_function(context, function)->name;
}

void ac_labels_open(ac_labels *labels, const tk_alloc *alloc, const ac_profile *profile,
                    size_t n_most)
{
   ac_labels_open_names(labels, alloc, ac_profile_n_functions(profile), name_in_profile,
                        profile, AN_SAID_FUNCTION, n_most);
}

void ac_labels_open_names(ac_labels *labels, const tk_alloc *alloc, size_t n,
                          const char *(*name_of)(const void *context, size_t i),
                          const void *context, an_said_form form, size_t n_most)
{
   *labels = (ac_labels){ .alloc = alloc };
   labels->labels = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *labels->labels);
   labels->owned = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *labels->owned);
   for (size_t i = 0; i < n; i++) {
      const char *name = name_of(context, i);
      labels->labels[i] = (ac_label){ name == NULL ? AN_UNKNOWN : name, 1, 1 };
      say_name(labels, i, form, n_most);
   }
   if (labels->n_owned > 0 && form != AN_SAID_BARE) {
      qsort(labels->owned, labels->n_owned, sizeof *labels->owned, compare_labels);
      number_all(labels);
   }
}

void ac_labels_name_generated(ac_labels *labels, const ac_profile *profile)
{
   for (size_t i = 0; i < ac_profile_n_functions(profile); i++) {
      const ac_function *function = ac_profile_function(profile, i);
      if (ac_objects_is_generated(profile, function->name,
                                  ac_profile_file(profile, function->file)->name))
         labels->labels[i].text = AC_GENERATED;
   }
}

/* ---- One label ---- */

enum { NUMBER_B = 32 };

/* " [2/3]", or "".  Returns its length. */
static size_t put_number(char *to, const ac_label *label)
{
   to[0] = '\0';
   if (label->of <= 1)
      return 0;
   return (size_t)snprintf(to, NUMBER_B, " [%" PRIu32 "/%" PRIu32 "]", label->number,
                           label->of);
}

size_t ac_label_columns(const ac_label *label)
{
   char number[NUMBER_B];
   return an_text_name_columns(label->text) + put_number(number, label);
}

void ac_label_print(const ac_label *label, FILE *out, size_t most)
{
   char number[NUMBER_B];
   size_t n = put_number(number, label);
   an_text_function_fit(out, label->text, most > n ? most - n : 0);
   an_text_name_fit(out, number, most);
}

char *ac_label_text(const ac_label *label)
{
   char number[NUMBER_B], *text;
   put_number(number, label);
   an_asprintf(&text, "%s%s", label->text, number);
   return text;
}
