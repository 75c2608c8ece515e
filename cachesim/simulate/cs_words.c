/* cs_words.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "simulate/cs_words.h"

#include <stddef.h>

/* Of an access, and of the bytes that are looked for. */
typedef struct {
   bool meets;      /* they have a byte in common */
   bool is_same;    /* both begin there, and the access has all */
   bool is_exactly; /* and no more */
} overlap;

static overlap overlap_of(const cs_word_access *access, const cs_form *addr,
                          uint32_t size_B)
{
   uint64_t behind_B;
   if (!cs_form_difference(addr, &access->addr, &behind_B))
      return (overlap){ .meets = false };
   return (overlap){ .meets = behind_B < access->size_B || 0 - behind_B < size_B,
                     .is_same = behind_B == 0 && size_B <= access->size_B,
                     .is_exactly = behind_B == 0 && size_B == access->size_B };
}

/* The last store before access `end` that meets these bytes; CS_WORDS_MOST: none. */
static uint32_t last_store(const cs_words *words, uint32_t end, const cs_form *addr,
                           uint32_t size_B)
{
   for (uint32_t i = end; i-- > 0;)
      if (words->accesses[i].is_store
          && overlap_of(&words->accesses[i], addr, size_B).meets)
         return i;
   return CS_WORDS_MOST;
}

void cs_words_begin(cs_words *words)
{
   words->n = 0;
}

static bool add_access(cs_words *words, const cs_word_access *access)
{
   if (words->n == CS_WORDS_MOST)
      return false;
   words->accesses[words->n++] = *access;
   return true;
}

/* What a load finds that is the next access: a variable of its own, unless the superblock
   has stored or loaded just these bytes before. */
static cs_form found_value(const cs_words *words, const cs_form *addr, uint32_t size_B)
{
   for (uint32_t i = words->n; i-- > 0;) {
      const cs_word_access *access = &words->accesses[i];
      overlap o = overlap_of(access, addr, size_B);
      if (o.is_exactly)
         return access->value;
      if (o.meets && access->is_store)
         break;
   }
   return cs_form_variable(CS_WORDS_LOADED + words->n);
}

bool cs_words_load(cs_words *words, const cs_form *addr, uint32_t size_B, cs_form *value)
{
   *value = found_value(words, addr, size_B);
   return add_access(
      words, &(cs_word_access){ .addr = *addr, .value = *value, .size_B = size_B });
}

bool cs_words_store(cs_words *words, const cs_form *addr, uint32_t size_B,
                    const cs_form *value)
{
   return add_access(
      words, &(cs_word_access){
                .addr = *addr, .value = *value, .size_B = size_B, .is_store = true });
}

/* ---- From run to run -------------------------------------------------- */

/* What a run adds to a number of this form; false if that is not known. */
static bool advance_of(const cs_words *words, const cs_form *form, uint64_t *adds)
{
   *adds = 0;
   for (uint32_t i = 0; i < form->n_terms; i++) {
      uint32_t variable = form->terms[i].variable;
      if (variable >= CS_WORDS_OTHERS || !words->advances[variable])
         return false;
      *adds += form->terms[i].times * words->adds[variable];
   }
   return true;
}

/* How what load i finds advances.  The variables of its address come before. */
static bool loaded_advance(const cs_words *words, uint32_t i, uint64_t *adds)
{
   const cs_word_access *load = &words->accesses[i];
   uint64_t moves_B;
   if (load->is_store || !advance_of(words, &load->addr, &moves_B) || moves_B != 0)
      return false;
   uint32_t store = last_store(words, words->n, &load->addr, load->size_B);
   *adds = 0;
   if (store == CS_WORDS_MOST)
      return true;
   const cs_form itself = cs_form_variable(CS_WORDS_LOADED + i);
   return overlap_of(&words->accesses[store], &load->addr, load->size_B).is_exactly
          && cs_form_difference(&words->accesses[store].value, &itself, adds);
}

void cs_words_end(cs_words *words, const cs_form *registers)
{
   words->repeats = registers != NULL;
   if (!words->repeats)
      return;
   for (uint32_t i = 0; i < CS_WORDS_REGISTERS; i++) {
      const cs_form itself = cs_form_variable(i);
      words->advances[i] = cs_form_difference(&registers[i], &itself, &words->adds[i]);
   }
   for (uint32_t i = 0; i < words->n; i++) {
      uint32_t variable = CS_WORDS_LOADED + i;
      words->advances[variable] = loaded_advance(words, i, &words->adds[variable]);
   }
}

cs_word_source cs_words_source(const cs_words *words, uint32_t i)
{
   const cs_word_access *load = &words->accesses[i];
   cs_form addr = load->addr;
   cs_word_source source = { .store = last_store(words, i, &addr, load->size_B) };
   uint64_t moves_B;
   bool can_look_back = words->repeats && advance_of(words, &addr, &moves_B);
   while (source.store == CS_WORDS_MOST && can_look_back
          && source.n_runs < CS_WORDS_RUNS) {
      addr.constant += moves_B; /* as the run before would write it */
      source.n_runs++;
      source.store = last_store(words, words->n, &addr, load->size_B);
   }
   if (source.store != CS_WORDS_MOST)
      source.is_same =
         overlap_of(&words->accesses[source.store], &addr, load->size_B).is_same;
   return source;
}
