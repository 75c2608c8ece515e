/* test_ah_diff.h -- two heap profiles to compare, for the unit tests.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AH_DIFF_H
#define TEST_AH_DIFF_H

#include "test_ah_whole.h"

#define TEST_AH_DIFF_HEAD \
   "{\"dhatFileVersion\":2,\"mode\":\"heap\",\"verb\":\"Allocated\"," \
   "\"bklt\":false,\"bkacc\":false,\"tu\":\"instrs\"," \
   "\"Mtu\":\"Minstr\",\"cmd\":\"./a\",\"pid\":1,\"te\":9,"

/* The profile of paths: "f (a.c:1)|main (a.c:2);g (a.c:3)"; the i-th has 2^i
   bytes. */
static inline ah_profile *test_ah_diff_profile(const char *paths)
{
   enum { SIZE_B = 1 << 13 };
   char sites[SIZE_B] = "", frames[SIZE_B] = "", text[3 * SIZE_B];
   char *site = sites, *frame = frames;
   int n_sites = 0, n_frames = 0;
   for (const char *at = paths; *at != '\0'; n_sites++) {
      site += sprintf(site, "%s{\"tb\":%d,\"tbk\":1,\"fs\":[", n_sites > 0 ? "," : "",
                      1 << n_sites);
      for (bool is_first = true; *at != '\0' && *at != ';'; is_first = false) {
         const char *end = strchr(at, ')');
         while (end[1] != '\0' && end[1] != ';' && end[1] != '|')
            end = strchr(end + 1, ')');
         site += sprintf(site, "%s%d", is_first ? "" : ",", ++n_frames);
         frame += sprintf(frame, ",\"%.*s\"", (int)(end + 1 - at), at);
         at = end + 1 + (end[1] == '|');
      }
      site += sprintf(site, "]}");
      at += *at == ';';
   }
   snprintf(text, sizeof text, TEST_AH_DIFF_HEAD "\"pps\":[%s],\"ftbl\":[\"[root]\"%s]}",
            sites, frames);
   return test_ah_text(text);
}

/* Five paths, of which one has two sites; three of them are in both. */
__attribute__((unused)) static const char test_ah_diff_old[] = TEST_AH_DIFF_HEAD
   "\"pps\":[{\"tb\":10,\"tbk\":9,\"fs\":[1,5]},"
   "{\"tb\":10,\"tbk\":1,\"fs\":[2,5]},{\"tb\":50,\"tbk\":5,\"fs\":[3]},"
   "{\"tb\":7,\"tbk\":7,\"fs\":[]},{\"tb\":1,\"tbk\":1,\"fs\":[6]}],"
   "\"ftbl\":[\"[root]\",\"a (x.c:1)\",\"b (x.c:2)\",\"c (x.c:3)\","
   "\"d (x.c:4)\",\"main (x.c:5)\",\"c (x.c:9)\"]}";
__attribute__((unused)) static const char test_ah_diff_new[] = TEST_AH_DIFF_HEAD
   "\"pps\":[{\"tb\":20,\"tbk\":8,\"fs\":[2,2,5]},"
   "{\"tb\":30,\"tbk\":5,\"fs\":[3]},{\"tb\":7,\"tbk\":7,\"fs\":[]},"
   "{\"tb\":10,\"tbk\":1,\"fs\":[4]}],"
   "\"ftbl\":[\"[root]\",\"a (x.c:1)\",\"b (x.c:2)\",\"c (x.c:13)\","
   "\"d (x.c:4)\",\"main (x.c:5)\"]}";

#endif
