/* cs_form.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "simulate/cs_form.h"

cs_form cs_form_constant(uint64_t constant)
{
   return (cs_form){ .constant = constant };
}

cs_form cs_form_variable(uint32_t variable)
{
   return (cs_form){ .n_terms = 1, .terms = { { variable, 1 } } };
}

/* Adds a term behind the others, unless it is nothing; false if there is no room. */
static bool append(cs_form *form, uint32_t variable, uint64_t times)
{
   if (times == 0)
      return true;
   if (form->n_terms == CS_FORM_TERMS)
      return false;
   form->terms[form->n_terms++] = (cs_form_term){ variable, times };
   return true;
}

bool cs_form_add(const cs_form *a, const cs_form *b, uint64_t times, cs_form *sum)
{
   cs_form result = { .constant = a->constant + times * b->constant };
   uint32_t i = 0, k = 0;
   bool has_room = true;
   while (has_room && (i < a->n_terms || k < b->n_terms)) {
      bool of_a = i < a->n_terms
                  && (k == b->n_terms || a->terms[i].variable <= b->terms[k].variable);
      bool of_b = k < b->n_terms
                  && (i == a->n_terms || b->terms[k].variable <= a->terms[i].variable);
      uint32_t variable = of_a ? a->terms[i].variable : b->terms[k].variable;
      uint64_t factor = (of_a ? a->terms[i].times : 0)
                        + (of_b ? times * b->terms[k].times : 0);
      has_room = append(&result, variable, factor);
      i += of_a;
      k += of_b;
   }
   if (has_room)
      *sum = result;
   return has_room;
}

bool cs_form_difference(const cs_form *a, const cs_form *b, uint64_t *difference)
{
   if (a->n_terms != b->n_terms)
      return false;
   for (uint32_t i = 0; i < a->n_terms; i++)
      if (a->terms[i].variable != b->terms[i].variable
          || a->terms[i].times != b->terms[i].times)
         return false;
   *difference = a->constant - b->constant;
   return true;
}
