/* test_hp_whole.h -- what the unit tests of heap profiles share: profiles as
   they stand in files.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_HP_WHOLE_H
#define TEST_HP_WHOLE_H

#include "test_an_common.h"

#include "hp_read.h"

/* The profile in a string that is known to be good. */
static inline hp_profile *test_hp_text(const tk_alloc *alloc,
                                       const char *text)
{
   test_text memory = { text, strlen(text), 64 };
   an_error error;
   hp_profile *profile = hp_read(alloc, test_bytes(&memory), &error);
   if (profile == NULL)
      fail_msg("line %zu: %s", error.line, error.message);
   return profile;
}

/* Two sites, two buckets, a snapshot. */
__attribute__((unused)) static const char test_hp_heapprof[] =
   "{\"dhatFileVersion\":2,\"mode\":\"heap\",\"verb\":\"Allocated\","
   "\"bklt\":true,\"bkacc\":false,\"tu\":\"instrs\",\"Mtu\":\"Minstr\","
   "\"tuth\":500,\"cmd\":\"./a\",\"pid\":12,\"te\":90,\"tg\":40,"
   "\"pps\":[{\"tb\":10,\"tbk\":3,\"tl\":30,\"mb\":8,\"mbk\":1,\"gb\":7,"
   "\"gbk\":1,\"eb\":3,\"ebk\":1,\"fs\":[1,2],\"tmp\":[1,2],"
   "\"size\":[2,6],\"hist\":[[2,1],[3,2]],\"life\":[2,5,9,14],\"re\":4,"
   "\"fail\":[2,9223372036854775807],\"thr\":[[1,1,4],[3,2,6]]},"
   "{\"tb\":4,\"tbk\":1,\"tl\":1,\"mb\":4,\"mbk\":1,\"gb\":4,\"gbk\":1,"
   "\"eb\":0,\"ebk\":0,\"fs\":[2],\"size\":[4,4],\"hist\":[[3,1]],"
   "\"life\":[1,1,1,1],\"fail\":[1,9223372036854775807]}],"
   "\"ftbl\":[\"[root]\",\"0x4000: f (a.c:2)\",\"0x4010: main (a.c:3)\"],"
   "\"heapprof\":{\"version\":1,\"creator\":\"heapprof 0.1.0\","
   "\"options\":{\"time_unit\":\"i\",\"depth\":30,\"heap_admin_B\":8,"
   "\"stacks\":true,\"pages\":false,\"peak_only\":false},\"exit_code\":1,"
   "\"totals\":{\"bytes\":14,\"blocks\":4,\"peak_bytes\":11,"
   "\"peak_blocks\":2,\"peak_time\":40,\"end_bytes\":3,\"end_blocks\":1,"
   "\"most_blocks\":3,\"peak_extra_bytes\":20,\"temporary_blocks\":1,"
   "\"temporary_bytes\":2,\"zero_blocks\":0,\"reallocs\":4,\"failed\":3,"
   "\"invalid_frees\":5,\"freed_blocks\":3,\"freed_bytes\":11,"
   "\"threads\":2,\"most_stack_bytes\":99},"
   "\"dirs\":[\"\",\"/src\"],\"ftbl_dirs\":[0,1,0],"
   "\"timeline\":[[40,0,11,40,11,2,20,77,2,20],[90,3,11,41,3,2,20,0,1,8]],"
   "\"snapshots\":[{\"time\":30,\"why\":\"periodic\",\"bytes\":9,"
   "\"blocks\":3,\"extra\":16,\"stack\":1,\"sites\":[[1,6,1]],"
   "\"rest\":[1,3,2]}]}}\n";

#endif
