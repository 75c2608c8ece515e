/* ac_cures.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_cures.h"

#include <stddef.h>

static const struct {
   const char *text, *by_layout;
} cures[] = { [AC_CURE_NONE] = { NULL, NULL },
#define X(cure, text) \
   [AC_CURE_##cure] = { text, text "; --suggest=FILE, then --layout=FILE" },
              AC_CURES(X)
#undef X
};

const char *ac_cure_text(ac_cure cure)
{
   return cures[cure].text;
}

const char *ac_cure_by_layout(ac_cure cure)
{
   return cures[cure].by_layout;
}
