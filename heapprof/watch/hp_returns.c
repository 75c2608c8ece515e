/* hp_returns.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "watch/hp_returns.h"

#include "hp_run.h"
#include "base/tk_words.h"
#include "code/tk_retranslate.h"

/* The addresses that a watched call ever returned to. */
static tk_words returns = { .alloc = &run.alloc, .label = "hp.returns" };

void hp_returns_add(Addr address)
{
   if (tk_words_add(&returns, address))
      tk_retranslate(address, 1);
}

Bool hp_returns_has(Addr address)
{
   return tk_words_has(&returns, address);
}
