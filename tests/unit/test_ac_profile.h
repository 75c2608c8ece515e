/* test_ac_profile.h -- profiles of two events, filled by hand.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AC_PROFILE_H
#define TEST_AC_PROFILE_H

#include "test_an_common.h"

static inline const char *profile_name(ac_profile *profile, const char *text)
{
   const char *interned = ac_profile_intern(profile, text, strlen(text));
   assert_non_null(interned);
   return interned;
}

static inline void profile_begin(ac_profile *profile, const char *file,
                                 const char *function)
{
   ac_profile_begin(profile, profile_name(profile, file),
                    profile_name(profile, function));
}

static inline void profile_add(ac_profile *profile, uint32_t line, int64_t a, int64_t b)
{
   const int64_t counts[] = { a, b };
   ac_profile_add(profile, line, counts);
}

static inline ac_profile *profile_new(void)
{
   ac_profile *profile = ac_profile_new(test_alloc());
   assert_non_null(profile);
   ac_profile_add_text(profile, AC_EVENT, "Ir", 2);
   ac_profile_add_text(profile, AC_EVENT, "Dr", 2);
   return profile;
}

static inline void profile_check_counts(const int64_t *counts, int64_t a, int64_t b)
{
   assert_true(counts[0] == a);
   assert_true(counts[1] == b);
}

static inline void profile_check_next(ac_lines *lines, uint32_t line, int64_t a,
                                      int64_t b)
{
   assert_true(ac_lines_next(lines));
   assert_int_equal(lines->line, line);
   profile_check_counts(lines->counts, a, b);
}

/* Files and functions out of order and repeated; lines out of order and
   repeated, within a function and in several. */
static inline ac_profile *profile_new_jumbled(void)
{
   ac_profile *profile = profile_new();
   profile_begin(profile, "b.c", "g");
   profile_add(profile, 20, 1, 0);
   profile_add(profile, 10, 2, 1);
   profile_begin(profile, "a.c", "main");
   profile_add(profile, 5, 100, 10);
   profile_begin(profile, "b.c", "f");
   profile_add(profile, 10, 4, 0);
   profile_begin(profile, "b.c", "g");
   profile_add(profile, 10, 8, 3);
   profile_add(profile, 0, 16, 0);
   profile_begin(profile, "b.c", "g"); /* no change */
   profile_add(profile, 10, -32, 0);
   ac_profile_finish(profile);
   return profile;
}

#endif
