/* unit_core.h -- what tests of glue use instead of Valgrind's core: memory, arrays, sets
   and tables.  VEX's statements are real ones, of its library.

   To be included once in a program, before the C library's headers: their macros are
   names in the core's.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef UNIT_CORE_H
#define UNIT_CORE_H

#include "pub_tool_basics.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_oset.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_xarray.h"

#include "run/tk_tool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- Memory ---- */

static inline void *core_checked(void *block)
{
   if (block == NULL)
      abort();
   return block;
}

void *VG_(malloc)(const HChar *label, SizeT size_B)
{
   assert_non_null(label);
   return memset(core_checked(malloc(size_B)), 0xa5, size_B);
}

void *VG_(calloc)(const HChar *label, SizeT n, SizeT each_B)
{
   assert_non_null(label);
   return core_checked(calloc(n, each_B));
}

void VG_(free)(void *block)
{
   free(block);
}

static void *core_get(void *context, const char *label, size_t size_B)
{
   (void)context;
   return VG_(malloc)(label, size_B);
}

static void core_put(void *context, void *block)
{
   (void)context;
   free(block);
}

const tk_alloc tk_tool_alloc = { .get = core_get, .put = core_put };

void *VG_(memcpy)(void *to, const void *from, SizeT n)
{
   return memcpy(to, from, n);
}
void *VG_(memset)(void *to, Int c, SizeT n)
{
   return memset(to, c, n);
}
Int VG_(strcmp)(const HChar *a, const HChar *b)
{
   return strcmp(a, b);
}
HChar *VG_(strchr)(const HChar *s, HChar c)
{
   return strchr(s, c);
}
HChar *VG_(strstr)(const HChar *s, const HChar *part)
{
   return strstr(s, part);
}
HChar *VG_(strncpy)(HChar *to, const HChar *from, SizeT n)
{
   /* Not the C library's, which warns of what the core's allows. */
   for (SizeT i = 0; i < n; i++)
      to[i] = i > 0 && to[i - 1] == '\0' ? '\0' : from[i];
   return to;
}

/* ---- Arrays ---- */

struct _XArray {
   Word n, room, element_B;
   UChar *at;
};

XArray *VG_(newXA)(Alloc_Fn_t get, const HChar *label, Free_Fn_t put, Word element_B)
{
   assert_true(put == VG_(free));
   XArray *array = get(label, sizeof *array);
   *array = (XArray){ .element_B = element_B };
   return array;
}

void VG_(deleteXA)(XArray *array)
{
   free(array->at);
   free(array);
}

Word VG_(addToXA)(XArray *array, const void *element)
{
   if (array->n == array->room) {
      array->room = 2 * array->room + 8;
      array->at = core_checked(
         realloc(array->at, (size_t)(array->room * array->element_B)));
   }
   memcpy(array->at + array->n * array->element_B, element, (size_t)array->element_B);
   return array->n++;
}

void VG_(insertIndexXA)(XArray *array, Word i, const void *element)
{
   Word n = VG_(addToXA)(array, element); /* makes room */
   assert_in_range(i, 0, n);
   UChar *at = array->at + i * array->element_B;
   memmove(at + array->element_B, at, (size_t)((n - i) * array->element_B));
   memcpy(at, element, (size_t)array->element_B);
}

void *VG_(indexXA)(const XArray *array, Word i)
{
   assert_in_range(i, 0, array->n - 1);
   return array->at + i * array->element_B;
}

Word VG_(sizeXA)(const XArray *array)
{
   return array->n;
}

void VG_(dropTailXA)(XArray *array, Word n)
{
   assert_in_range(n, 0, array->n);
   array->n -= n;
}

/* ---- Tables of nodes that begin with `next` and a key ---- */

struct _VgHashTable {
   VgHashNode *first, *next;
};

VgHashTable *VG_(HT_construct)(const HChar *name)
{
   return VG_(calloc)(name, 1, sizeof(VgHashTable));
}

void VG_(HT_add_node)(VgHashTable *table, void *node)
{
   ((VgHashNode *)node)->next = table->first;
   table->first = node;
}

void *VG_(HT_lookup)(const VgHashTable *table, UWord key)
{
   VgHashNode *node = table->first;
   while (node != NULL && node->key != key)
      node = node->next;
   return node;
}

void *VG_(HT_remove)(VgHashTable *table, UWord key)
{
   VgHashNode **link = &table->first;
   while (*link != NULL && (*link)->key != key)
      link = &(*link)->next;
   VgHashNode *node = *link;
   if (node != NULL)
      *link = node->next;
   return node;
}

void VG_(HT_ResetIter)(VgHashTable *table)
{
   table->next = table->first;
}

void *VG_(HT_Next)(VgHashTable *table)
{
   VgHashNode *node = table->next;
   if (node != NULL)
      table->next = node->next;
   return node;
}

/* ---- Sets of words, in their order ---- */

struct _OSet {
   UWord words[100];
   Int n, next;
};

OSet *VG_(OSetWord_Create)(Alloc_Fn_t get, const HChar *label, Free_Fn_t put)
{
   assert_true(put == VG_(free));
   OSet *set = get(label, sizeof *set);
   set->n = 0;
   return set;
}

void VG_(OSetWord_Destroy)(OSet *set)
{
   free(set);
}

static inline Int core_place(const OSet *set, UWord word)
{
   Int i = 0;
   while (i < set->n && set->words[i] < word)
      i++;
   return i;
}

Bool VG_(OSetWord_Contains)(const OSet *set, UWord word)
{
   Int i = core_place(set, word);
   return i < set->n && set->words[i] == word;
}

void VG_(OSetWord_Insert)(OSet *set, UWord word)
{
   Int at = core_place(set, word);
   assert_true(set->n < 100 && !VG_(OSetWord_Contains)(set, word));
   for (Int i = set->n++; i > at; i--)
      set->words[i] = set->words[i - 1];
   set->words[at] = word;
}

Bool VG_(OSetWord_Remove)(OSet *set, UWord word)
{
   if (!VG_(OSetWord_Contains)(set, word))
      return False;
   set->n--;
   for (Int i = core_place(set, word); i < set->n; i++)
      set->words[i] = set->words[i + 1];
   return True;
}

void VG_(OSetWord_ResetIter)(OSet *set)
{
   set->next = 0;
}

Bool VG_(OSetWord_Next)(OSet *set, UWord *word)
{
   if (set->next == set->n)
      return False;
   *word = set->words[set->next++];
   return True;
}

#endif
