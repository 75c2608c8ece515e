/* test_ah_owner.c -- whose code frames are, and who decides about a site's blocks.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_alloc.h"
#include "heap/ah_owner.h"

enum {
   WORK,
   STRDUP,
   OPENDIR,
   FILEBUF,
   MINE,
   APP,
   REGCOMP,
   DOALLOCATE,
   POOL,
   CALL_INIT,
   G_MALLOC,
   VECTOR,
   VALGRIND,
   XMALLOC,
   N_FRAMES
};

static an_frame frames[N_FRAMES] = {
   [WORK] = { .function = "work", .file = "src/a.c", .line = 7 },
   [STRDUP] = { .function = "strdup", .object = "/usr/lib/libc.so.6", .address = 0x500 },
   [OPENDIR] = { .function = "opendir", .file = "opendir.c", .address = 0x510 },
   [FILEBUF] = { .function = "std::basic_filebuf<char>::_M_allocate_internal_buffer()",
                 .object = "/usr/lib/libstdc++.so.6" },
   [MINE] = { .function = "f", .object = "/home/me/libmine.so" },
   [APP] = { .function = "g", .object = "/usr/lib/app/app" },
   [REGCOMP] = { .function = "regcomp", .object = "/lib/libc.so.6" },
   [DOALLOCATE] = { .function = "_IO_file_doallocate", .file = "filedoalloc.c" },
   [POOL] = { .function = "pool", .file = "../eh_alloc.cc" },
   [CALL_INIT] = { .function = "call_init", .file = "dl-init.c" },
   [G_MALLOC] = { .function = "g_malloc", .object = "/usr/lib/libglib-2.0.so.0" },
   [VECTOR] = { .function = "std::vector<int>::push_back()", .file = "v.h" },
   [VALGRIND] = { .function = "malloc",
                  .object = "/usr/libexec/valgrind/vgpreload_dhat-amd64-linux.so" },
   [XMALLOC] = { .function = "xmalloc",
                 .file = "src/x.c",
                 .line = 3,
                 .is_wrapper = true },
};

static const ah_profile profile = { .mode = "heap",
                                    .frames = frames,
                                    .n_frames = N_FRAMES };

/* ---- Owners ---- */

typedef struct {
   uint32_t path[4], n;
   ah_owner owner;
   size_t own; /* the program's innermost frame */
} a_case;

static const a_case cases[] = {
   { { WORK }, 1, AH_OWNER_PROGRAM, 0 },
   { { WORK }, 0, AH_OWNER_PROGRAM, 0 }, /* unknown */
   { { MINE }, 1, AH_OWNER_PROGRAM, 0 },
   { { APP }, 1, AH_OWNER_PROGRAM, 0 },
   { { G_MALLOC, WORK }, 2, AH_OWNER_PROGRAM, 1 },
   { { XMALLOC, WORK }, 2, AH_OWNER_PROGRAM, 1 },
   { { XMALLOC }, 1, AH_OWNER_PROGRAM, 0 },
   { { XMALLOC, XMALLOC, G_MALLOC, WORK }, 4, AH_OWNER_PROGRAM, 3 },
   { { STRDUP, XMALLOC, WORK }, 3, AH_OWNER_PROGRAM, 2 },
   { { XMALLOC, G_MALLOC }, 2, AH_OWNER_PROGRAM, 0 },
   { { WORK, XMALLOC, MINE }, 3, AH_OWNER_PROGRAM, 0 },
   { { VECTOR, WORK }, 2, AH_OWNER_PROGRAM, 0 }, /* what the program called */
   { { VECTOR, VECTOR, WORK }, 3, AH_OWNER_PROGRAM, 1 },
   { { VALGRIND, WORK }, 2, AH_OWNER_PROGRAM, 1 },
   { { STRDUP, WORK }, 2, AH_OWNER_PROGRAM, 1 },
   { { REGCOMP, STRDUP, WORK }, 3, AH_OWNER_PROGRAM, 2 }, /* inside strdup */
   { { STRDUP }, 1, AH_OWNER_LIBRARY, 1 },                /* without a caller */
   { { REGCOMP, WORK }, 2, AH_OWNER_SHARED, 1 },
   { { OPENDIR, WORK }, 2, AH_OWNER_SHARED, 1 },
   { { STRDUP, OPENDIR, WORK }, 3, AH_OWNER_SHARED, 2 },
   { { G_MALLOC, REGCOMP, WORK }, 3, AH_OWNER_PROGRAM, 2 }, /* called by libc */
   { { FILEBUF, WORK }, 2, AH_OWNER_LIBRARY, 1 },
   { { FILEBUF, VECTOR, WORK }, 3, AH_OWNER_LIBRARY, 1 },
   { { DOALLOCATE, WORK }, 2, AH_OWNER_LIBRARY, 1 },
   { { WORK, DOALLOCATE, WORK }, 3, AH_OWNER_PROGRAM, 0 },
   { { POOL, CALL_INIT }, 2, AH_OWNER_LIBRARY, 2 }, /* before main */
   { { VALGRIND, STRDUP, WORK }, 3, AH_OWNER_PROGRAM, 2 },
};

static void finds_owners(void **state)
{
   (void)state;
   ah_owners owners;
   ah_owners_open(&owners, test_alloc(), &profile);
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      const ah_site site = { .frames = cases[i].path, .n_frames = cases[i].n };
      size_t own = 99;
      ah_owner owner = ah_owner_of(&owners, &site, &own);
      if (owner != cases[i].owner || own != cases[i].own)
         fail_msg("case %zu: owner %d, frame %zu", i, (int)owner, own);
      assert_int_equal(ah_owner_frame(&profile, &site), own);
   }
}

/* ---- The system ---- */

static void knows_the_system(void **state)
{
   (void)state;
   static const struct {
      an_frame frame;
      bool is_system;
   } of[] = {
      { { .function = "f", .file = "a.c" }, false },
      { { .function = "f", .file = "/usr/include/c++/12/vector" }, true },
      { { .function = "f", .object = "/usr/lib/libz.so.1" }, true },
      { { .function = "f", .object = "/opt/libz.so.1" }, false },
      { { .function = "f" }, false },
      { { .function = "__strdup", .file = "strdup.c" }, true },
      { { .function = "strdup_mine", .file = "a.c" }, false },
      { { .function = "getline", .file = "iogetline.c" }, true },
      { { .function = "_IO_wfile_doallocate", .file = "w.c" }, true },
      { { .function = "std::basic_filebuf<char>::open()", .file = "f.h" }, false },
      { { .function = "_dl_init_paths", .file = "dl-load.c" }, true },
      { { .function = "dl_init", .file = "a.c" }, false },
      { { .function = "call_init", .file = "a.c" }, true },
      { { .function = "f", .file = "eh_alloc.cc" }, true },
      { { .function = "f", .file = "h_alloc.cc" }, false },
      { { .function = "f", .file = "eh_alloc.c" }, false },
      { { .function = "", .file = "a.c" }, false },
   };
   for (size_t i = 0; i < sizeof of / sizeof of[0]; i++)
      if (ah_owner_is_system(&profile, &of[i].frame) != of[i].is_system)
         fail_msg("%s", of[i].frame.function);
}

/* A frame with debug info does not name its object: its address tells it, unless that is
   one in a file. */
static void finds_objects(void **state)
{
   (void)state;
   an_object objects[] = { { 0x100, 0x200, "/home/me/app", NULL },
                           { 0x500, 0x510, "/usr/lib/libc.so.6", NULL },
                           { 0x510, 0x600, "/opt/libmine.so", NULL } };
   const ah_profile p = { .mode = "heap", .objects = objects, .n_objects = 3 };
   static const struct {
      uint64_t address;
      bool is_system;
   } of[] = { { 0xff, false }, { 0x100, false }, { 0x4ff, false }, { 0x500, true },
              { 0x50f, true }, { 0x510, false }, { 0x600, false } };
   for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
      an_frame frame = { .function = "work", .file = "a.c", .address = of[i].address };
      assert_int_equal(ah_owner_is_system(&p, &frame), of[i].is_system);
      frame.is_in_file = true;
      frame.object = "/opt/libmine.so";
      assert_false(ah_owner_is_system(&p, &frame));
   }
}

/* The C library has several names. */
static void knows_the_c_library(void **state)
{
   (void)state;
   static const struct {
      const char *object;
      ah_owner owner;
   } of[] = {
      { "/lib/libc.so.6", AH_OWNER_SHARED },
      { "/lib/libc-2.31.so", AH_OWNER_SHARED },
      { "/lib/libcrypt.so.1", AH_OWNER_PROGRAM },
      { "/lib/libc-client.so", AH_OWNER_PROGRAM },
      { "/usr/lib/x/libc.so.6", AH_OWNER_SHARED },
   };
   for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
      static const uint32_t path[] = { 0, 1 };
      an_frame two[] = { { .function = "x", .object = of[i].object },
                         { .function = "work", .file = "a.c" } };
      const ah_profile p = { .mode = "heap", .frames = two, .n_frames = 2 };
      const ah_site site = { .frames = path, .n_frames = 2 };
      ah_owners owners;
      size_t own;
      ah_owners_open(&owners, an_alloc_malloc(), &p);
      assert_int_equal(ah_owner_of(&owners, &site, &own), of[i].owner);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_owners),
      cmocka_unit_test(knows_the_system),
      cmocka_unit_test(finds_objects),
      cmocka_unit_test(knows_the_c_library),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
