/* test_ah_whole.h -- whole files of heap profiles for the unit tests.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AH_WHOLE_H
#define TEST_AH_WHOLE_H

#include "test_an_common.h"

#include "base/an_alloc.h"
#include "heap/ah_read.h"

/* ---- Reading ---- */

static inline ah_profile *test_ah_read(const char *text, size_t length, an_error *error)
{
   test_text memory = { text, length, 64 };
   return ah_read(test_alloc(), test_bytes(&memory), error);
}

/* The profile in a valid string. */
static inline ah_profile *test_ah_text(const char *text)
{
   an_error error;
   ah_profile *profile = test_ah_read(text, strlen(text), &error);
   if (profile == NULL)
      fail_msg("line %zu: %s", error.line, error.message);
   return profile;
}

/* The text with its first `old` replaced; for free(). */
static inline char *test_ah_replaced(const char *text, const char *old, const char *new)
{
   const char *at = strstr(text, old);
   if (at == NULL)
      fail_msg("not in the text: %s", old);
   size_t before = (size_t)(at - text);
   char *result = malloc(strlen(text) + strlen(new) + 1);
   assert_non_null(result);
   memcpy(result, text, before);
   strcpy(stpcpy(result + before, new), at + strlen(old));
   return result;
}

/* The valid profile with its first `old` replaced. */
static inline ah_profile *test_ah_changed(const char *profile, const char *old,
                                          const char *new)
{
   char *text = test_ah_replaced(profile, old, new);
   ah_profile *changed = test_ah_text(text);
   free(text);
   return changed;
}

/* Checks that the profile is refused with this message. */
static inline void test_ah_refused(const char *text, const char *message)
{
   an_error error = { .message = "" };
   if (test_ah_read(text, strlen(text), &error) != NULL)
      fail_msg("accepted, expected: %s", message);
   assert_string_equal(error.message, message);
}

typedef struct {
   const char *old, *new, *message;
} test_ah_error;

/* Checks that each replacement makes the valid profile refused. */
static inline void test_ah_errors(const char *profile, const test_ah_error *errors,
                                  size_t n)
{
   for (size_t i = 0; i < n; i++) {
      char *text = test_ah_replaced(profile, errors[i].old, errors[i].new);
      test_ah_refused(text, errors[i].message);
      free(text);
   }
}

#define assert_amount(amount, bytes_, blocks_) \
   do { \
      assert_int_equal((amount).bytes, bytes_); \
      assert_int_equal((amount).blocks, blocks_); \
   } while (0)

/* ---- Profiles ---- */

/* By DHAT, with accesses. */
__attribute__((unused)) static const char test_ah_dhat[] =
   "{\"dhatFileVersion\":2,\"mode\":\"heap\",\"verb\":\"Allocated\"\n"
   ",\"bklt\":true,\"bkacc\":true,\"tu\":\"instrs\",\"Mtu\":\"Minstr\"\n"
   ",\"tuth\":500,\"cmd\":\"ls /\",\"pid\":12,\"te\":90,\"tg\":40,\"pps\":\n"
   " [{\"tb\":10,\"tbk\":2,\"tl\":30,\"mb\":8,\"mbk\":1,\"gb\":7,\"gbk\":1\n"
   "  ,\"eb\":3,\"ebk\":1,\"rb\":5,\"wb\":6,\"acc\":[-3,1],\"fs\":[1,2]}\n"
   " ,{\"tb\":4,\"tbk\":1,\"tl\":1,\"mb\":4,\"mbk\":1,\"gb\":4,\"gbk\":1\n"
   "  ,\"eb\":0,\"ebk\":0,\"rb\":0,\"wb\":0,\"fs\":[]}]\n"
   ",\"ftbl\":[\"[root]\"\n"
   ",\"0x48417B4: malloc (in /usr/lib/vg.so)\",\"0x4010: main (a.c:3)\"]}\n";

/* By heapprof, with escapes, refused requests and two snapshots. */
__attribute__((unused)) static const char test_ah_full[] =
   "{\"dhatFileVersion\":2,\"mode\":\"heap\",\"verb\":\"Allocated\","
   "\"bklt\":true,\"bkacc\":false,\"tu\":\"instrs\",\"Mtu\":\"Minstr\","
   "\"tuth\":500,\"cmd\":\"./a \\\\xff\",\"pid\":12,\"te\":90,\"tg\":40,"
   "\"pps\":[{\"tb\":10,\"tbk\":3,\"tl\":30,\"mb\":8,\"mbk\":1,\"gb\":7,"
   "\"gbk\":1,\"eb\":3,\"ebk\":1,\"fs\":[1,2],\"tmp\":[1,2],"
   "\"size\":[0,6],\"hist\":[[0,1],[3,2]],\"life\":[2,5,9,14],\"re\":2,"
   "\"cut\":true,\"fail\":[2,9223372036854775807],\"thr\":[[1,1,4],[3,2,6]]},"
   "{\"tb\":4,\"tbk\":1,\"tl\":1,\"mb\":4,\"mbk\":1,\"gb\":4,\"gbk\":1,"
   "\"eb\":0,\"ebk\":0,\"fs\":[2],"
   "\"fail\":[1,9223372036854775807]}],"
   "\"ftbl\":[\"[root]\",\"0x4000: f (a.c:2)\",\"0x4010: main (a.c:3)\"],"
   "\"heapprof\":{\"version\":1,\"creator\":\"heapprof 0.1.0\","
   "\"options\":{\"time_unit\":\"i\",\"depth\":30,\"heap_admin_B\":8,"
   "\"stacks\":true,\"pages\":false,\"peak_only\":false},\"exit_code\":-1,"
   "\"totals\":{\"bytes\":14,\"blocks\":4,\"peak_bytes\":11,"
   "\"peak_blocks\":2,\"peak_time\":40,\"end_bytes\":3,\"end_blocks\":1,"
   "\"most_blocks\":3,\"peak_extra_bytes\":20,\"temporary_blocks\":1,"
   "\"temporary_bytes\":2,\"zero_blocks\":1,\"reallocs\":2,\"failed\":3,"
   "\"invalid_frees\":5,\"freed_blocks\":2,\"freed_bytes\":7,"
   "\"threads\":2,\"most_stack_bytes\":99},"
   "\"dirs\":[\"\",\"/src\"],\"ftbl_dirs\":[0,1,0],"
   "\"timeline\":[[40,0,11,40,11,2,20,77,2,20],[90,3,11,41,3,2,20,0,1,8]],"
   "\"snapshots\":[{\"time\":30,\"why\":\"periodic\",\"bytes\":9,"
   "\"blocks\":3,\"extra\":16,\"stack\":1,\"sites\":[[1,4,1]],"
   "\"rest\":[1,5,2]},{\"time\":30,\"why\":\"asked\",\"bytes\":6,"
   "\"blocks\":1,\"extra\":8,\"stack\":0,\"sites\":[[0,6,1]],"
   "\"rest\":[0,0,0]}]}}\n";

/* Two sites, two buckets, a snapshot. */
__attribute__((unused)) static const char test_ah_heapprof[] =
   "{\"dhatFileVersion\":2,\"mode\":\"heap\",\"verb\":\"Allocated\","
   "\"bklt\":true,\"bkacc\":false,\"tu\":\"instrs\",\"Mtu\":\"Minstr\","
   "\"tuth\":500,\"cmd\":\"./a\",\"pid\":12,\"te\":90,\"tg\":40,"
   "\"pps\":[{\"tb\":10,\"tbk\":3,\"tl\":30,\"mb\":8,\"mbk\":1,\"gb\":7,"
   "\"gbk\":1,\"eb\":3,\"ebk\":1,\"fs\":[1,2],\"tmp\":[1,2],"
   "\"size\":[2,6],\"hist\":[[2,1],[3,2]],\"life\":[2,5,9,14],\"re\":2,"
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
   "\"temporary_bytes\":2,\"zero_blocks\":0,\"reallocs\":2,\"failed\":3,"
   "\"invalid_frees\":5,\"freed_blocks\":3,\"freed_bytes\":11,"
   "\"threads\":2,\"most_stack_bytes\":99},"
   "\"dirs\":[\"\",\"/src\"],\"ftbl_dirs\":[0,1,0],"
   "\"timeline\":[[40,0,11,40,11,2,20,77,2,20],[90,3,11,41,3,2,20,0,1,8]],"
   "\"snapshots\":[{\"time\":30,\"why\":\"periodic\",\"bytes\":9,"
   "\"blocks\":3,\"extra\":16,\"stack\":1,\"sites\":[[1,4,1]],"
   "\"rest\":[1,5,2]}]}}\n";

/* With accesses: by byte, by larger units, none, of blocks of two sizes; and with
   regions and objects. */
__attribute__((unused)) static const char test_ah_accesses[] =
   "{\"dhatFileVersion\":2,\"mode\":\"heap\",\"verb\":\"Allocated\","
   "\"bklt\":true,\"bkacc\":true,\"tu\":\"instrs\",\"Mtu\":\"Minstr\","
   "\"tuth\":500,\"cmd\":\"./a\",\"pid\":12,\"te\":90,\"tg\":40,"
   "\"pps\":[{\"tb\":48,\"tbk\":2,\"tl\":20,\"mb\":48,\"mbk\":2,"
   "\"gb\":48,\"gbk\":2,\"eb\":24,\"ebk\":1,\"rb\":20,\"wb\":70,"
   "\"acc\":[-8,5,-8,3,4,-7,0],\"fs\":[1,2],\"size\":[24,24],"
   "\"hist\":[[5,2]],\"life\":[1,5,5,5],\"nr\":[32,1],\"nw\":[16,0],"
   "\"nt\":[14,0],\"heat\":{\"unit\":1,\"r\":[-8,2,-16,0],"
   "\"w\":[-16,3,4,-7,0]}},"
   "{\"tb\":4096,\"tbk\":1,\"tl\":10,\"mb\":4096,\"mbk\":1,\"gb\":4096,"
   "\"gbk\":1,\"eb\":0,\"ebk\":0,\"rb\":70000,\"wb\":4096,\"fs\":[2],"
   "\"size\":[4096,4096],\"hist\":[[13,1]],\"life\":[1,10,10,10],"
   "\"nr\":[4032,0],\"heat\":{\"unit\":64,\"r\":[70000,-63,0],"
   "\"w\":[-64,1]}},"
   "{\"tb\":1,\"tbk\":1,\"tl\":5,\"mb\":1,\"mbk\":1,\"gb\":1,\"gbk\":1,"
   "\"eb\":0,\"ebk\":0,\"rb\":0,\"wb\":0,\"acc\":[0],\"fs\":[3,2],"
   "\"hist\":[[0,1]],\"life\":[1,5,5,5],\"nr\":[1,1],\"nw\":[1,1],"
   "\"nt\":[1,1]},"
   "{\"tb\":50,\"tbk\":2,\"tl\":9,\"mb\":40,\"mbk\":1,\"gb\":40,"
   "\"gbk\":1,\"eb\":40,\"ebk\":1,\"rb\":10,\"wb\":10,\"fs\":[1],"
   "\"size\":[10,40],\"hist\":[[4,1],[6,1]],\"re\":1,\"mv\":[1,10],"
   "\"nr\":[40,1],\"nw\":[40,1],\"nt\":[40,1]}],"
   "\"ftbl\":[\"[root]\",\"0x4000: f (a.c:2)\",\"0x4010: main (a.c:3)\","
   "\"0x4020: g (a.c:4)\"],"
   "\"heapprof\":{\"version\":1,\"creator\":\"heapprof 0.1.0\","
   "\"options\":{\"time_unit\":\"i\",\"depth\":30,\"heap_admin_B\":8,"
   "\"stacks\":false,\"pages\":false,\"peak_only\":true,"
   "\"accesses\":true,\"histogram_B\":1024},\"exit_code\":0,"
   "\"totals\":{\"bytes\":4195,\"blocks\":6,\"peak_bytes\":4185,"
   "\"peak_blocks\":5,\"peak_time\":40,\"end_bytes\":64,"
   "\"end_blocks\":2,\"most_blocks\":5,\"peak_extra_bytes\":80,"
   "\"temporary_blocks\":0,\"temporary_bytes\":0,\"zero_blocks\":1,"
   "\"reallocs\":1,\"failed\":0,\"invalid_frees\":0,"
   "\"freed_blocks\":3,\"freed_bytes\":4121,\"threads\":1,"
   "\"reads\":70030,\"writes\":4176,\"moves\":1,\"moved_bytes\":10},"
   "\"thread_names\":[[2,\"worker\"],[7,\"a\\\\x0a\"]],"
   "\"dirs\":[\"\"],\"ftbl_dirs\":[0,0,0,0],\"timeline\":[],"
   "\"snapshots\":[],"
   "\"regions\":[{\"name\":\"parse\",\"parent\":-1,\"count\":3,"
   "\"bytes\":4100,\"blocks\":4,\"peak\":4185,\"growth\":4100},"
   "{\"name\":\"lex\\\\x0a\",\"parent\":0,\"count\":7,\"bytes\":48,"
   "\"blocks\":2,\"peak\":4100,\"growth\":48},"
   "{\"name\":\"lex\\\\x0a\",\"parent\":-1,\"count\":1,\"bytes\":0,"
   "\"blocks\":0,\"peak\":64,\"growth\":0}],"
   "\"objects\":[[4194304,4202496,\"/src/a\"],"
   "[4202496,4206592,\"/lib/\\\\xffb.so\"]],"
   "\"lost_debug_info\":[\"/src/b.so\"]}}\n";

#endif
