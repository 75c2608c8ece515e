/* tk_pages.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/tk_pages.h"

#include "config.h"

#include "pub_tool_aspacemgr.h"

void *tk_pages_get(SizeT size_B)
{
#if defined(SHADOW_ALLOC_RETURNS_SYSRES)
   SysRes pages = VG_(am_shadow_alloc)(size_B);
   return sr_isError(pages) ? NULL : (void *)sr_Res(pages);
#else
   return VG_(am_shadow_alloc)(size_B);
#endif
}

void tk_pages_put(void *pages, SizeT size_B)
{
   VG_(am_munmap_valgrind)((Addr)pages, size_B);
}
