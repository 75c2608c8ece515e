/* test_ah_keepers.c -- what keeps blocks, by the names that the source has for it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_alloc.h"
#include "heap/ah_keepers.h"

/* ---- A profile ---- */

enum { INLINED, MAIN, WORK, NO_LINE, N_FRAMES };

static an_frame frames[N_FRAMES] = {
   [INLINED] = { .function = "helper", .file = "a.h", .line = 3 },
   [MAIN] = { .function = "main", .file = "a.c", .line = 90 },
   [WORK] = { .function = "work", .file = "a.c", .line = 20 },
   [NO_LINE] = { .function = "f", .object = "/lib/x.so" },
};

static an_object files[] = { { .path = "/src/a" }, { .path = "/lib/b.so" } };

/* In the code at 4096, `list` of main has the 16 bytes from -64 on, `pairs` the 48 from
   -48 on, and `n` of an inlined function those at -72.  At 8192 is another call in
   main. */
enum { PC = 4096, OTHER_PC = 8192 };

enum {
   LOST,
   REGISTRY,
   RAW,
   CACHE,
   MAIN_STACK,
   MAIN_AGAIN,
   WORK_STACK,
   BARE_STACK,
   STACK_TOP,
   REGISTERS,
   MAPPING,
   ANONYMOUS,
   TABLE,
   MORE_RAW,
   N_ROOTS
};

#define STACK(pc, ...) \
   .kind = AH_ROOT_STACK, .file = &files[0], .start = (pc), \
   .frames = (const uint32_t[]){ __VA_ARGS__ }, \
   .n_frames = sizeof(const uint32_t[]){ __VA_ARGS__ } / sizeof(uint32_t)

static ah_root roots[N_ROOTS] = {
   [LOST] = { .kind = AH_ROOT_LOST },
   [REGISTRY] = { .kind = AH_ROOT_STATIC,
                  .name = "_ZL8registry",
                  .file = &files[0],
                  .start = 100 },
   [RAW] = { .kind = AH_ROOT_STATIC, .file = &files[1], .start = 100 },
   [CACHE] = { .kind = AH_ROOT_THREAD_LOCAL,
               .name = "cache",
               .file = &files[0],
               .start = 100 },
   [MAIN_STACK] = { STACK(PC, INLINED, MAIN) },
   [MAIN_AGAIN] = { STACK(OTHER_PC, MAIN) },
   [WORK_STACK] = { STACK(1, WORK) },
   [BARE_STACK] = { STACK(2, NO_LINE) },
   [STACK_TOP] = { .kind = AH_ROOT_STACK_TOP },
   [REGISTERS] = { .kind = AH_ROOT_REGISTERS },
   [MAPPING] = { .kind = AH_ROOT_MAPPING, .name = "/tmp/map" },
   [ANONYMOUS] = { .kind = AH_ROOT_MAPPING },
   [TABLE] = { .kind = AH_ROOT_STATIC, .name = "table", .file = &files[0], .start = 200 },
   [MORE_RAW] = { .kind = AH_ROOT_STATIC, .file = &files[1], .start = 500 },
};

static const ah_profile profile = {
   .frames = frames, .n_frames = N_FRAMES, .roots = roots, .n_roots = N_ROOTS
};

/* ---- Debug info ---- */

static const ty_field node_fields[] = {
   { 0, 8, "next", "struct node *", false },
   { 8, 4, "size", "int", false },
   { 16, 8, "name", "char *", false },
};
static const ty_type node = { "struct node", 24, node_fields, 3 };
static const ty_type pair = { "struct pair", 16, node_fields, 1 };
static const ty_type pointer = { "void *", 8, NULL, 0 };
static const ty_type empty = { "struct empty", 0, NULL, 0 };

static int types; /* what naming passes on */

static bool variable_at(ty_types *of, const an_object *binary, bool is_thread_local,
                        uint64_t address, ty_variable *variable)
{
   assert_ptr_equal(of, &types);
   assert_ptr_equal(binary, &files[0]);
   if (address == 200) {
      *variable = (ty_variable){ .name = NULL, .type = &node };
      return true;
   }
   if (address != 100)
      return false;
   *variable = is_thread_local ? (ty_variable){ &pair, "app::cache", "t.c", 7, 0 }
                               : (ty_variable){ &node, "registry", "a.c", 5, 0 };
   return true;
}

/* In a frame of `work`, a register of its caller is saved at -16. */
static bool local_at(ty_types *of, const ty_stack_frame *stack, size_t n,
                     int64_t cfa_offset, ty_local *local, size_t *frame)
{
   assert_ptr_equal(of, &types);
   assert_true(n > 0 && n <= 16);
   assert_ptr_equal(stack[0].binary, &files[0]);
   *frame = 0;
   if (stack[0].pc == 1 && cfa_offset == -16 && n > 2 && stack[2].pc == PC) {
      *frame = 2;
      *local = (ty_local){ &node, "held", 0, NULL, "a.c", 82 };
      return true;
   }
   if (stack[0].pc != PC && stack[0].pc != OTHER_PC)
      return false;
   if (cfa_offset >= -64 && cfa_offset < -48)
      *local = (ty_local){ &node, "list", cfa_offset + 64, NULL, "a.c", 80 };
   else if (cfa_offset >= -48 && cfa_offset < 0)
      *local = (ty_local){ &pair, "pairs", cfa_offset + 48, NULL, "a.c", 81 };
   else if (cfa_offset >= -72 && cfa_offset < -64)
      *local = (ty_local){ &pointer, "n", cfa_offset + 72, "helper", "a.h", 2 };
   else
      return false;
   return true;
}

static const ah_naming naming = { (ty_types *)(void *)&types, variable_at, local_at };

/* ---- What is expected ---- */

enum { TEXT_B = 4000 };

static void print(const ah_keepers *keepers, char *text)
{
   char *at = text, *end = text + TEXT_B;
   for (size_t i = 0; i < keepers->n; i++) {
      const ah_keeper *k = &keepers->of[i];
      at += snprintf(at, (size_t)(end - at), "%d %s", (int)k->above,
                     ah_keeper_kind_name(k->kind));
      if (k->site != AH_NO_SITE)
         at += snprintf(at, (size_t)(end - at), " #%u", k->site);
      if (k->field != NULL)
         at += snprintf(at, (size_t)(end - at), " .%s", k->field);
      if (k->name != NULL)
         at += snprintf(at, (size_t)(end - at), " \"%s\"", k->name);
      if (k->function != NULL)
         at += snprintf(at, (size_t)(end - at), " in %s", k->function);
      if (k->file != NULL)
         at += snprintf(at, (size_t)(end - at), " %s:%u", k->file, k->line);
      if (k->type != NULL)
         at += snprintf(at, (size_t)(end - at), " <%s>", k->type->name);
      at += snprintf(at, (size_t)(end - at), " %lld/%lld of %lld/%lld\n",
                     (long long)k->own.bytes, (long long)k->own.blocks,
                     (long long)k->retained.bytes, (long long)k->retained.blocks);
      assert_true(at < end);
   }
}

/* The types of sites 0 to 2. */
static const ty_type *of_sites[] = { &node, &pair, NULL };
static const ah_groups groups = { .types = of_sites };

#define LOOK(...) \
   { .retainers = (ah_retainer[]){ __VA_ARGS__ }, \
     .n_retainers = sizeof(ah_retainer[]){ __VA_ARGS__ } / sizeof(ah_retainer) }

#define OF_ROOT(root) { .above = -1, .kind = AH_RETAINER_ROOT, .what = (root) }
#define OF_SITE(above_, site, bytes, ...) \
   { .above = (above_), \
     .kind = AH_RETAINER_SITE, \
     .what = (site), \
     .own = { bytes, 1 }, \
     __VA_ARGS__ }
#define AT(offset_) .has_offset = true, .offset = (offset_)

static void check_with(const ah_look *look, const ah_groups *with_groups,
                       const ah_naming *with_naming, const char *expected)
{
   ah_keepers keepers;
   char text[TEXT_B] = "";
   ah_keepers_make(&keepers, test_alloc(), &profile, look, with_groups, with_naming);
   print(&keepers, text);
   assert_string_equal(text, expected);
}

static void check(const ah_look *look, const char *expected)
{
   check_with(look, &groups, &naming, expected);
}

/* ---- Roots ---- */

/* All memory of a file without symbols is one keeper. */
static void names_roots(void **state)
{
   (void)state;
   const ah_look look = LOOK(OF_ROOT(LOST), OF_ROOT(REGISTRY), OF_ROOT(RAW),
                             OF_ROOT(CACHE), OF_ROOT(MAIN_STACK), OF_ROOT(BARE_STACK),
                             OF_ROOT(STACK_TOP), OF_ROOT(REGISTERS), OF_ROOT(MAPPING),
                             OF_ROOT(ANONYMOUS), OF_ROOT(TABLE), OF_ROOT(MORE_RAW));
   check(&look, "-1 lost 0/0 of 0/0\n"
                "-1 static \"registry\" a.c:5 <struct node> 0/0 of 0/0\n"
                "-1 static /lib/b.so:0 0/0 of 0/0\n"
                "-1 thread-local \"app::cache\" t.c:7 <struct pair> 0/0 of 0/0\n"
                "-1 frame \"main\" a.c:90 0/0 of 0/0\n"
                "-1 frame \"f\" /lib/x.so:0 0/0 of 0/0\n"
                "-1 stack-top 0/0 of 0/0\n"
                "-1 registers 0/0 of 0/0\n"
                "-1 mapping /tmp/map:0 0/0 of 0/0\n"
                "-1 mapping 0/0 of 0/0\n"
                "-1 static \"table\" /src/a:0 <struct node> 0/0 of 0/0\n");
}

/* Without debug info, names are those of symbols. */
static void names_without_debug_info(void **state)
{
   (void)state;
   const ah_look look = LOOK(OF_ROOT(REGISTRY), OF_SITE(0, 0, 10, AT(8)), OF_ROOT(CACHE),
                             OF_ROOT(MAIN_STACK), OF_SITE(3, 1, 5, AT(-64)),
                             OF_SITE(1, 2, 7, AT(0)));
   check_with(&look, NULL, NULL,
              "-1 static \"_ZL8registry\" /src/a:0 0/0 of 17/2\n"
              "0 blocks #0 10/1 of 17/2\n"
              "-1 thread-local \"cache\" /src/a:0 0/0 of 0/0\n"
              "-1 frame \"main\" a.c:90 0/0 of 5/1\n"
              "3 blocks #1 5/1 of 5/1\n"
              "1 blocks #2 7/1 of 7/1\n");
}

/* A frame without frames in the file. */
static void survives_nameless_frame(void **state)
{
   (void)state;
   static ah_root nameless[] = { { .kind = AH_ROOT_STACK } };
   const ah_profile p = { .roots = nameless, .n_roots = 1 };
   const ah_look look = LOOK(OF_ROOT(0), OF_SITE(0, 0, 3, AT(-64)));
   ah_keepers keepers;
   char text[TEXT_B];
   ah_keepers_make(&keepers, an_alloc_malloc(), &p, &look, &groups, &naming);
   print(&keepers, text);
   assert_string_equal(text, "-1 frame 0/0 of 3/1\n"
                             "0 blocks #0 <struct node> 3/1 of 3/1\n");
}

/* ---- Fields ---- */

static void names_fields(void **state)
{
   (void)state;
   const ah_look look = LOOK(OF_ROOT(REGISTRY), OF_SITE(0, 0, 1, AT(0)), /* next */
                             OF_SITE(0, 0, 2, AT(7)),
                             OF_SITE(0, 0, 4, AT(12)),      /* padding */
                             OF_SITE(0, 0, 8),              /* no word of it */
                             OF_SITE(0, 0, 16, AT(23)),     /* name */
                             OF_SITE(0, 0, 32, AT(24 + 8)), /* of the second element */
                             OF_SITE(0, 0, 64, AT(-8)), OF_SITE(1, 1, 128, AT(16)));
   check(&look, "-1 static \"registry\" a.c:5 <struct node> 0/0 of 255/8\n"
                "0 blocks #0 .next <struct node> 3/2 of 131/3\n"
                "0 blocks #0 <struct node> 76/3 of 76/3\n"
                "0 blocks #0 .name <struct node> 16/1 of 16/1\n"
                "0 blocks #0 .size <struct node> 32/1 of 32/1\n"
                "1 blocks #1 .name <struct pair> 128/1 of 128/1\n");
}

/* Several offsets are one field of elements only if they are whole elements apart. */
static void names_fields_by_step(void **state)
{
   (void)state;
   const ah_look look = LOOK(OF_ROOT(CACHE), OF_SITE(0, 0, 1, AT(0), .step = 16),
                             OF_SITE(0, 1, 2, AT(32), .step = 48),
                             OF_SITE(0, 2, 4, AT(0), .step = 8),
                             OF_SITE(0, 2, 8, AT(8), .step = 16), /* no field */
                             OF_SITE(3, 1, 16, AT(0)));           /* of no type */
   check(&look, "-1 thread-local \"app::cache\" t.c:7 <struct pair> 0/0 of 31/5\n"
                "0 blocks #0 .next <struct node> 1/1 of 1/1\n"
                "0 blocks #1 .next <struct pair> 2/1 of 2/1\n"
                "0 blocks #2 12/2 of 28/3\n"
                "3 blocks #1 <struct pair> 16/1 of 16/1\n");
}

static void names_no_field_of_nothing(void **state)
{
   (void)state;
   static const ty_type *const of[] = { &empty, &pointer };
   const ah_groups with = { .types = (const ty_type **)of };
   const ah_look look = LOOK(OF_ROOT(LOST), OF_SITE(0, 0, 1), OF_SITE(1, 1, 2, AT(0)),
                             OF_SITE(2, 0, 4, AT(0)));
   check_with(&look, &with, &naming,
              "-1 lost 0/0 of 7/3\n"
              "0 blocks #0 <struct empty> 1/1 of 7/3\n"
              "1 blocks #1 <void *> 2/1 of 6/2\n"
              "2 blocks #0 <struct empty> 4/1 of 4/1\n");
}

/* ---- Frames ---- */

/* Each variable of a frame is a keeper beside it; all words of one are one keeper.  What
   no variable has stays with the frame. */
static void splits_frames(void **state)
{
   (void)state;
   const ah_look look = LOOK(OF_ROOT(MAIN_STACK), OF_SITE(0, 0, 1, AT(-64)),
                             OF_SITE(0, 0, 2, AT(-56)), OF_SITE(0, 1, 4, AT(-64)),
                             OF_SITE(0, 1, 8, AT(-72)), OF_SITE(0, 2, 16, AT(-200)),
                             OF_SITE(0, 2, 32), OF_SITE(1, 1, 64, AT(16)));
   check(&look, "-1 frame \"main\" a.c:90 0/0 of 48/2\n"
                "-1 local \"list\" in main a.c:80 <struct node> 0/0 of 71/4\n"
                "1 blocks #0 .next <struct node> 1/1 of 65/2\n"
                "1 blocks #0 .size <struct node> 2/1 of 2/1\n"
                "1 blocks #1 .next <struct pair> 4/1 of 4/1\n"
                "-1 local \"n\" in helper a.h:2 <void *> 0/0 of 8/1\n"
                "5 blocks #1 <struct pair> 8/1 of 8/1\n"
                "0 blocks #2 48/2 of 48/2\n"
                "2 blocks #1 .name <struct pair> 64/1 of 64/1\n");
}

/* Registers that a frame has saved are its callers'. */
static void follows_callers(void **state)
{
   (void)state;
   const ah_look look = LOOK(OF_ROOT(WORK_STACK), OF_SITE(0, 0, 1, AT(-16)),
                             OF_SITE(0, 0, 2, AT(-24)));
   roots[WORK_STACK].caller = &roots[MAIN_AGAIN];
   roots[MAIN_AGAIN].caller = &roots[MAIN_STACK];
   roots[MAIN_STACK].caller = &roots[WORK_STACK]; /* a circle: files are not trusted */
   check(&look, "-1 frame \"work\" a.c:20 0/0 of 2/1\n"
                "-1 local \"held\" in main a.c:82 <struct node> 0/0 of 1/1\n"
                "1 blocks #0 .next <struct node> 1/1 of 1/1\n"
                "0 blocks #0 <struct node> 2/1 of 2/1\n");
   roots[WORK_STACK].caller = roots[MAIN_AGAIN].caller = roots[MAIN_STACK].caller = NULL;
   check(&look, "-1 frame \"work\" a.c:20 0/0 of 3/2\n"
                "0 blocks #0 <struct node> 3/2 of 3/2\n");
}

/* A variable is the same at each place of its function. */
static void merges_frames(void **state)
{
   (void)state;
   const ah_look look = LOOK(OF_ROOT(MAIN_STACK), OF_SITE(0, 0, 1, AT(-64)),
                             OF_ROOT(MAIN_AGAIN), OF_SITE(2, 0, 2, AT(-64)),
                             OF_ROOT(WORK_STACK), OF_SITE(4, 0, 4, AT(-64)),
                             OF_SITE(4, 0, 8, AT(-56)));
   check(&look, "-1 frame \"main\" a.c:90 0/0 of 0/0\n"
                "-1 local \"list\" in main a.c:80 <struct node> 0/0 of 3/2\n"
                "1 blocks #0 .next <struct node> 3/2 of 3/2\n"
                "-1 frame \"work\" a.c:20 0/0 of 12/2\n"
                "3 blocks #0 <struct node> 12/2 of 12/2\n");
}

/* Words of a frame that are not all in one variable are in none. */
static void splits_frames_by_step(void **state)
{
   (void)state;
   const ah_look look = LOOK(OF_ROOT(MAIN_STACK), OF_SITE(0, 0, 1, AT(-48), .step = 16),
                             OF_SITE(0, 1, 2, AT(-48), .step = 8),
                             OF_SITE(0, 2, 4, AT(-64), .step = 24), /* pairs, too */
                             OF_SITE(0, 2, 8, AT(-48), .step = 1024),
                             OF_SITE(0, 2, 16, AT(-48), .step = INT64_MAX));
   check(&look, "-1 frame \"main\" a.c:90 0/0 of 28/3\n"
                "-1 local \"pairs\" in main a.c:81 <struct pair> 0/0 of 3/2\n"
                "1 blocks #0 .next <struct node> 1/1 of 1/1\n"
                "1 blocks #1 <struct pair> 2/1 of 2/1\n"
                "0 blocks #2 28/3 of 28/3\n");
}

/* ---- What several share ---- */

static void names_sharers(void **state)
{
   (void)state;
   ah_sharers sharers[] = {
      { (const uint32_t[]){ REGISTRY, MAIN_STACK }, 2, false },
      { (const uint32_t[]){ REGISTERS }, 1, true },
      { (const uint32_t[]){ RAW, BARE_STACK, ANONYMOUS }, 3, false },
      { NULL, 0, true },
      { NULL, 0, false },
   };
   ah_retainer retainers[] = {
      { .above = -1, .kind = AH_RETAINER_SHARED, .what = 0 },
      OF_SITE(0, 0, 10),
      { .above = -1, .kind = AH_RETAINER_SHARED, .what = 1 },
      { .above = -1, .kind = AH_RETAINER_SHARED, .what = 2, .own = { 3, 1 } },
      { .above = -1, .kind = AH_RETAINER_SHARED, .what = 3 },
      { .above = -1, .kind = AH_RETAINER_SHARED, .what = 4 },
      OF_SITE(5, 1, 20),
   };
   const ah_look look = {
      .sharers = sharers, .n_sharers = 5, .retainers = retainers, .n_retainers = 7
   };
   check(&look, "-1 shared \"registry & main\" 0/0 of 10/1\n"
                "0 blocks #0 <struct node> 10/1 of 10/1\n"
                "-1 shared \"registers & others\" 0/0 of 0/0\n"
                "-1 shared \"b.so & f & mapping\" 3/1 of 3/1\n"
                "-1 shared \"others\" 0/0 of 0/0\n"
                "-1 shared 0/0 of 20/1\n"
                "5 blocks #1 <struct pair> 20/1 of 20/1\n");
}

/* Names are whole, however long. */
static void names_long_sharers(void **state)
{
   (void)state;
   enum { LONG = 3000 };
   static char name[LONG + 1], expected[2 * LONG + 100];
   static ah_root long_roots[] = { { .kind = AH_ROOT_STATIC, .name = name },
                                   { .kind = AH_ROOT_STATIC, .name = name } };
   const ah_profile p = { .roots = long_roots, .n_roots = 2 };
   ah_sharers sharers = { (const uint32_t[]){ 0, 1 }, 2, true };
   ah_retainer retainer = { .above = -1, .kind = AH_RETAINER_SHARED };
   const ah_look look = {
      .sharers = &sharers, .n_sharers = 1, .retainers = &retainer, .n_retainers = 1
   };
   for (size_t i = 0; i < LONG; i += 2)
      memcpy(name + i, "\xc3\xa4", 2);
   snprintf(expected, sizeof expected, "%s & %s & others", name, name);
   ah_keepers keepers;
   ah_keepers_make(&keepers, an_alloc_malloc(), &p, &look, &groups, &naming);
   assert_string_equal(keepers.of[0].name, expected);
}

/* ---- Sums ---- */

/* Deep, and without an owner of its own; nothing at all. */
static void adds_up(void **state)
{
   (void)state;
   const ah_look look = LOOK(OF_SITE(-1, 2, 1), OF_SITE(0, 1, 2), OF_SITE(1, 0, 4),
                             OF_SITE(0, 1, 8), OF_SITE(3, 0, 16), OF_SITE(-1, 2, 32));
   check(&look, "-1 blocks #2 33/2 of 63/6\n"
                "0 blocks #1 <struct pair> 10/2 of 30/4\n"
                "1 blocks #0 <struct node> 20/2 of 20/2\n");
   check(&(ah_look){ .n_retainers = 0 }, "");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_roots),
      cmocka_unit_test(names_without_debug_info),
      cmocka_unit_test(survives_nameless_frame),
      cmocka_unit_test(names_fields),
      cmocka_unit_test(names_fields_by_step),
      cmocka_unit_test(names_no_field_of_nothing),
      cmocka_unit_test(splits_frames),
      cmocka_unit_test(merges_frames),
      cmocka_unit_test(follows_callers),
      cmocka_unit_test(splits_frames_by_step),
      cmocka_unit_test(names_sharers),
      cmocka_unit_test(names_long_sharers),
      cmocka_unit_test(adds_up),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
