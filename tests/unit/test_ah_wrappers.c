/* test_ah_wrappers.c -- functions of the program that only allocate for others.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "heap/ah_wrappers.h"

enum {
   XMALLOC, /* at two lines */
   XMALLOC2,
   ZALLOC, /* called by A, B, C by way of XMALLOC's own caller */
   POOL,   /* of three callers, but its name says nothing */
   DUP,    /* of two callers */
   SCOPED, /* "alloc" in its arguments alone */
   CALLOC, /* of a library */
   A,
   B,
   C,
   ALLOC_D, /* a caller whose name says that it allocates */
   STRDUP,
   N_FRAMES
};

static an_frame frames[N_FRAMES];
static ah_site sites[8];
static ah_profile profile;

#define PATH(...) \
   add((const uint32_t[]){ __VA_ARGS__ }, sizeof(const uint32_t[]){ __VA_ARGS__ } / 4)

static void add(const uint32_t *frames_of, uint32_t n)
{
   static uint32_t paths[8][4];
   uint32_t *path = paths[profile.n_sites];
   for (uint32_t i = 0; i < n; i++)
      path[i] = frames_of[i];
   sites[profile.n_sites++] = (ah_site){ .frames = path, .n_frames = n };
}

static void begin(void)
{
   static const an_frame all[N_FRAMES] = {
      [XMALLOC] = { .function = "my::Xmalloc(int)", .file = "x.c", .line = 3 },
      [XMALLOC2] = { .function = "my::Xmalloc(int)", .file = "x.c", .line = 4 },
      [ZALLOC] = { .function = "zalloc", .file = "x.c", .line = 9 },
      [POOL] = { .function = "pool", .file = "x.c", .line = 20 },
      [DUP] = { .function = "save_strdup", .file = "x.c", .line = 30 },
      [SCOPED] = { .function = "std_alloc::fill(allocator<int>)", .file = "x.c" },
      [CALLOC] = { .function = "g_calloc", .object = "/usr/lib/libglib-2.0.so.0" },
      [A] = { .function = "a", .file = "a.c", .line = 1 },
      [B] = { .function = "b", .file = "a.c", .line = 2 },
      [C] = { .function = "c", .file = "a.c", .line = 3 },
      [ALLOC_D] = { .function = "d_alloc", .file = "a.c", .line = 4 },
      [STRDUP] = { .function = "strdup", .object = "/usr/lib/libc.so.6" },
   };
   memcpy(frames, all, sizeof frames);
   profile = (ah_profile){
      .mode = "heap", .frames = frames, .n_frames = N_FRAMES, .sites = sites
   };
}

/* Exactly these frames are marked, as bits. */
static void check(unsigned expected)
{
   unsigned found = 0;
   ah_wrappers_find(&profile, test_alloc());
   for (unsigned i = 0; i < N_FRAMES; i++)
      found |= (unsigned)frames[i].is_wrapper << i;
   assert_int_equal(found, expected);
}

#define BIT(frame) (1u << (frame))

static void has_three_callers(void **state)
{
   (void)state;
   begin();
   PATH(XMALLOC, A);
   PATH(XMALLOC2, B);
   PATH(XMALLOC, B, A);
   check(0);
   PATH(XMALLOC, C);
   check(BIT(XMALLOC) | BIT(XMALLOC2));
}

/* Those on the way to the callers, and the library between them, which is not marked. */
static void passes_others(void **state)
{
   (void)state;
   begin();
   PATH(STRDUP, XMALLOC, ZALLOC, A);
   PATH(XMALLOC, CALLOC, ZALLOC, B);
   PATH(XMALLOC2, ALLOC_D, C);
   check(BIT(XMALLOC) | BIT(XMALLOC2) | BIT(ZALLOC) | BIT(ALLOC_D));
}

static void goes_by_names(void **state)
{
   (void)state;
   static const uint32_t others[] = { POOL, SCOPED };
   for (size_t i = 0; i < 2; i++) {
      begin();
      PATH(others[i], A);
      PATH(others[i], B);
      PATH(others[i], C);
      check(0);
   }
   begin();
   PATH(DUP, A);
   PATH(DUP, B);
   PATH(DUP, C);
   check(BIT(DUP));
}

/* Without a caller, or called by what allocates alone. */
static void needs_others(void **state)
{
   (void)state;
   begin();
   PATH(XMALLOC);
   PATH(XMALLOC, ZALLOC);
   PATH(XMALLOC, ALLOC_D);
   PATH(CALLOC, A);
   PATH(CALLOC, B);
   PATH(CALLOC, C);
   check(0);
   begin();
   check(0);
}

/* What the user calls a library's is no wrapper of the program's. */
static void goes_by_the_users_word(void **state)
{
   (void)state;
   begin();
   frames[XMALLOC].said = AN_WHOSE_LIBRARY;
   PATH(XMALLOC, A);
   PATH(XMALLOC, B);
   PATH(XMALLOC, C);
   check(0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(has_three_callers),      cmocka_unit_test(passes_others),
      cmocka_unit_test(goes_by_names),          cmocka_unit_test(needs_others),
      cmocka_unit_test(goes_by_the_users_word),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
