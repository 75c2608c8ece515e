/* tk_retranslate.h -- translating code again: at once, or when it is hot; glue.

   Most code runs a few times, so a tool first translates it in a form that is quick
   to translate (cold).  Code that runs often is promoted: translated again in a
   form that is quick to run (hot).  Translated code only notes that it has become
   hot; the old translation is discarded later, when no translated code runs.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_hashtable.h"

/* Discards the translations of this code, so that it is translated again when it
   next runs.  May be called during a client request or a monitor command, when a
   thread stops, and from translated code for code that is not running. */
void tk_retranslate(Addr start, SizeT size_B);

/* Discards all translations. */
void tk_retranslate_all(void);

/* What names a translation: the address that the program jumps to, and the one that
   the code is from.  They differ if the core redirects the entry.  It begins the
   records that a tool keeps of its translations in a VgHashTable. */
typedef struct tk_translation {
   struct tk_translation *next; /* the hash table's */
   UWord key;                   /* the hash table's */
   Addr entry, code;
} tk_translation;

tk_translation tk_translation_of(Addr entry, Addr code);

/* The record of a translation, or NULL; _remove takes it out of the table. */
void *tk_translation_find(VgHashTable *table, Addr entry, Addr code);
void *tk_translation_remove(VgHashTable *table, Addr entry, Addr code);

enum { TK_HOT_MAX = 1024 };

/* The translations that are hot and wait to be promoted.  Addresses, not records:
   discarding one translation may take others with it.  All zeros but for `batch`
   and `max` is an empty list. */
typedef struct tk_hot_list {
   UInt batch; /* this many are promoted together: discarding one may empty the
                  core's cache of translations */
   UInt max;   /* this many can wait; at most TK_HOT_MAX */
   UInt n;
   Bool is_urgent; /* one was added again, so it has waited too long */
   struct {
      Addr entry, code;
   } waiting[TK_HOT_MAX];
} tk_hot_list;

/* A translation has become hot; may be called from translated code.  False: the list
   is full, try again later. */
Bool tk_hot_add(tk_hot_list *hot, const tk_translation *translation);

/* If the batch is full, or one is urgent, discards the translations that wait and
   that `promote` accepts (NULL: all).  To be called when a thread stops. */
void tk_hot_promote(tk_hot_list *hot, Bool (*promote)(Addr entry, Addr code));
