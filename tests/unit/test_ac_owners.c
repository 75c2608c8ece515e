/* test_ac_owners.c -- the functions of calls and the parts of the body that are theirs.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_calls.h"

#include "counts/ac_instrs.h"
#include "counts/ac_owners.h"

/* "NAME FILE OBJECT: PART-FILE..., self COUNT\n" of each. */
static void put_owners(calls_text *t, const ac_owners *owners)
{
   for (size_t i = 0; i < owners->n; i++) {
      const ac_owner *owner = &owners->of[i];
      int64_t self[4];
      calls_put(t, "%s %s %zd:", owner->name, owner->file, (ptrdiff_t)owner->object);
      for (size_t k = 0; k < owner->n_parts; k++) {
         const ac_function *part = ac_profile_function(t->profile, owner->parts[k]);
         calls_put(t, " %s", ac_profile_file(t->profile, part->file)->name);
      }
      ac_owner_self(t->profile, owner, self);
      for (size_t k = 0; k < owner->n_instrs; k++)
         calls_put(
            t, " %x",
            (unsigned)ac_profile_instrs(t->profile)->all[owner->instrs[k]].address);
      calls_put_counts(t, self);
   }
}

static void check_with(void (*open)(ac_owners *owners, const tk_alloc *alloc,
                                    const ac_profile *profile),
                       const char *text, const char *expected)
{
   ac_profile *profile = test_good_profile(text);
   ac_owners owners;
   char found[CALLS_TEXT_B];
   calls_text t = { profile, found, found + CALLS_TEXT_B };
   *found = '\0';
   open(&owners, test_alloc(), profile);
   put_owners(&t, &owners);
   assert_string_equal(found, expected);
}

static void check(const char *text, const char *expected)
{
   check_with(ac_owners_open, text, expected);
}

/* Parts in the function's own file come first. */
static void test_calls(void **state)
{
   (void)state;
   check(CALLS_FILE, "main /src/a.c 0: /src/a.c 30 3\n"
                     "walk /src/a.c 0: /src/a.c /src/a.h 145 14\n"
                     "0x1000 in libfoo.so ??? 1: ??? 25 3\n");
}

/* Without calls, and for names that no called function has, each part is its own. */
static void test_no_calls(void **state)
{
   (void)state;
   check(CALLS_HEAD CALLS_BODY CALLS_OBJECTS CALLS_END,
         "main /src/a.c -1: /src/a.c 30 3\n"
         "walk /src/a.c -1: /src/a.c 105 10\n"
         "walk /src/a.h -1: /src/a.h 40 4\n"
         "0x1000 in libfoo.so ??? 1: ??? 25 3\n");
}

/* The owner among functions of one name is the one in the file, then the one with inlined
   code of the file, then the first. */
static void test_same_name(void **state)
{
   (void)state;
   check("cmd: a\nevents: Ir\n#: cachesim 1\n"
         "fl=a.c\nfn=f\n1 1\n"
         "fl=a.h\nfn=f\n1 2\n"
         "fl=b.c\nfn=f\n1 4\nfn=g\n1 8\n"
         "fl=c.h\nfn=f\n1 16\n"
         "summary: 31\n"
         "#: fn 2 in\n"
         "#: f 1 0 0x0 1 21\n#: f 3 0 0x0 1 10\n#: i 1 6 1 2\n"
         "#: by 0\n#: a 0 1 1 21\n#: a 0 2 1 10\n"
         "#: t 0 0 0\n#: t 1 1 1 21\n#: t 1 2 1 8\n#: ti 2 1 2\n"
         "#: end 5\n",
         "f a.c -1: a.c c.h 17\nf b.c -1: b.c a.h 6\ng b.c -1: b.c 8\n");
}

#define TWO_OBJECTS \
   "cmd: a\nevents: Ir\n#: cachesim 1\n#: instr amd64\n" \
   "fl=a.c\nfn=f\n1 1\nfl=b.h\nfn=f\n1 2\nfn=g\n1 12\nsummary: 15\n" \
   "#: object 01 /bin/a\n#: object-counts 7\n#: object 02 /lib/b\n" \
   "#: object-counts 8\n" \
   "#: io 1\n#: in 2\n#: x 0x10 90 1 2\n#: in 1\n#: x 0x11 90 1 1\n" \
   "#: in 3\n#: x 0x20 90 1 4\n#: io 2\n#: in 3\n#: x 0x8 90 1 8\n"

/* A function that two objects have is two: with calls, without, or with calls of one. */
static void test_instrs(void **state)
{
   (void)state;
   check_with(ac_owners_open_instrs, TWO_OBJECTS "#: end 3\n",
              "f a.c 0: a.c 11 1\nf b.h 0: b.h 10 2\n"
              "g b.h 0: b.h 20 12\ng b.h 1: b.h 8 12\n");
   check_with(ac_owners_open_instrs,
              TWO_OBJECTS "#: f 3 2 0x0 1 8\n#: f 1 1 0x0 1 3\n#: by 0\n#: a 0 1 1 8\n"
                          "#: a 0 2 1 3\n#: t 0 0 0 4\n#: t 1 1 1 8\n#: t 1 2 1 3\n"
                          "#: end 3\n",
              "g b.h 1: b.h 8 12\nf a.c 0: a.c b.h 11 10 3\ng b.h 0: b.h 20 12\n");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_calls),
      cmocka_unit_test(test_no_calls),
      cmocka_unit_test(test_same_name),
      cmocka_unit_test(test_instrs),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
