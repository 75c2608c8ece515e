/* test_ah_common.h -- makes small heap profiles for the unit tests.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AH_COMMON_H
#define TEST_AH_COMMON_H

#include "test_an_common.h"

#include "base/an_alloc.h"
#include "heap/ah_read.h"

/* A profile in DHAT's format with these sites and frames, both as elements of the
   file's arrays. */
static inline ah_profile *test_ah_profile(const char *sites, const char *frames)
{
   char *text;
   an_error error;
   int n = an_asprintf(&text,
                       "{\"dhatFileVersion\":2,\"mode\":\"heap\",\"verb\":"
                       "\"Allocated\",\"bklt\":true,\"bkacc\":false,\"tu\":"
                       "\"instrs\",\"Mtu\":\"Minstr\",\"tuth\":500,\"cmd\":"
                       "\"x\",\"pid\":1,\"te\":1000,\"tg\":500,\"pps\":[%s],"
                       "\"ftbl\":[%s]}",
                       sites, frames);
   assert_true(n > 0);
   test_text memory = { text, (size_t)n, 64 };
   ah_profile *profile = ah_read(test_alloc(), test_bytes(&memory), &error);
   if (profile == NULL)
      fail_msg("%s", error.message);
   free(text);
   return profile;
}

/* A site with `bytes` in `blocks`: in total, at the peak and at the end. */
#define TEST_SITE(bytes, blocks, path) \
   "{\"tb\":" #bytes ",\"tbk\":" #blocks ",\"tl\":7,\"mb\":" #bytes ",\"mbk\":" #blocks \
   ",\"gb\":" #bytes ",\"gbk\":" #blocks ",\"eb\":" #bytes ",\"ebk\":" #blocks \
   ",\"fs\":[" path "]}"

#endif
