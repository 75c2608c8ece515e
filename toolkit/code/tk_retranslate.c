/* tk_retranslate.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/tk_retranslate.h"

#include "pub_tool_transtab.h"

/* The core allows tools to discard translations only during a client request, and
   asserts that.  No header of the SDK has this flag (configure looks for it).

   Two other moments are as safe.  When a thread has just left translated code, the
   core itself discards after system calls, and expects that the jump it was about
   to chain may be gone.  Within a call from translated code, the code that runs is
   not what we discard; if it were, the core would keep its memory until it needs
   room, which it does not look for while code runs. */
extern Bool VG_(ok_to_discard_translations);

void tk_retranslate(Addr start, SizeT size_B)
{
   Bool was_ok = VG_(ok_to_discard_translations);
   VG_(ok_to_discard_translations) = True;
   VG_(discard_translations_safely)(start, size_B, "tk_retranslate");
   VG_(ok_to_discard_translations) = was_ok;
}

void tk_retranslate_all(void)
{
   tk_retranslate(0, ~(SizeT)0);
}

/* ---- Records --------------------------------------------------------- */

tk_translation tk_translation_of(Addr entry, Addr code)
{
   return (tk_translation){ .key = entry ^ (entry == code ? 0 : ~code),
                            .entry = entry,
                            .code = code };
}

static Word compare_addresses(const void *a, const void *b)
{
   const tk_translation *x = a, *y = b;
   return !(x->entry == y->entry && x->code == y->code);
}

void *tk_translation_find(VgHashTable *table, Addr entry, Addr code)
{
   tk_translation sought = tk_translation_of(entry, code);
   return VG_(HT_gen_lookup)(table, &sought, compare_addresses);
}

void *tk_translation_remove(VgHashTable *table, Addr entry, Addr code)
{
   tk_translation sought = tk_translation_of(entry, code);
   return VG_(HT_gen_remove)(table, &sought, compare_addresses);
}

/* ---- Promotion ------------------------------------------------------- */

Bool tk_hot_add(tk_hot_list *hot, const tk_translation *translation)
{
   Addr entry = translation->entry, code = translation->code;
   for (UInt i = 0; i < hot->n; i++)
      if (hot->waiting[i].entry == entry && hot->waiting[i].code == code) {
         hot->is_urgent = True;
         return True;
      }
   if (hot->n == hot->max)
      return False;
   hot->waiting[hot->n].entry = entry;
   hot->waiting[hot->n].code = code;
   hot->n++;
   return True;
}

void tk_hot_promote(tk_hot_list *hot, Bool (*promote)(Addr entry, Addr code))
{
   if (hot->n < hot->batch && !hot->is_urgent)
      return;
   hot->is_urgent = False;
   while (hot->n > 0) {
      hot->n--;
      Addr code = hot->waiting[hot->n].code;
      if (promote == NULL || promote(hot->waiting[hot->n].entry, code))
         tk_retranslate(code, 1);
   }
}
