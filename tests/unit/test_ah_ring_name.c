/* test_ah_ring_name.c -- what closes a ring, by names of fields as debug information has
   them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "heap/ah_ring_name.h"

/* The type of the blocks has one word; it closes a ring.  "": there is no name. */
static void check(const char *type, const char *field, const char *expected,
                  ah_counting counting)
{
   const ty_field fields[] = { { 8, 8, field, "pointer", false } };
   const ty_type of = { type, 16, fields, 1 };
   const ty_type *types[] = { &of };
   const ah_ring ring = { .offset = 8, .holder = -1 };
   ah_ring_name name;
   ah_ring_name_make(&name, types, &ring);
   assert_ptr_equal(name.to, &of);
   assert_int_equal(name.counting, counting);
   assert_int_equal(name.field_n, strlen(expected));
   assert_int_equal(name.field == NULL, *expected == '\0');
   if (name.field != NULL)
      assert_memory_equal(name.field, expected, strlen(expected));
}

static void names_fields(void **state)
{
   (void)state;
   check("struct job", "prev", "prev", AH_COUNTING_UNKNOWN);
   check("struct job", "links.value", "links.value", AH_COUNTING_UNKNOWN);
   check("std::_Sp_counted_ptr_inplace<Element, std::allocator<void>, 2>",
         "parent._M_refcount._M_pi", "parent", AH_COUNTING_CPP);
   check("Element", "_M_storage.links.up._M_ptr", "links.up", AH_COUNTING_CPP);
   check("Element", "_M_next", "", AH_COUNTING_UNKNOWN);
   check("Element", "parent.__ptr_", "parent", AH_COUNTING_CPP);
   check("alloc::rc::RcInner<app::Node>", "value.parent.value.value", "parent",
         AH_COUNTING_RUST);
   check("alloc::sync::ArcInner<lock::Mutex<app::Node>>",
         "data.data.value.links.up.__0.ptr.pointer", "links.up", AH_COUNTING_RUST);
   check("alloc::rc::RcInner<app::Node>", "value.value", "", AH_COUNTING_UNKNOWN);
}

/* Elements of arrays have no names: their holder's counts. */
static void asks_the_holder(void **state)
{
   (void)state;
   const ty_field pointer[] = { { 0, 8, "_M_ptr", "pointer", false } };
   const ty_field list[] = { { 16, 8, "friends._M_impl._M_start", "pointer", false } };
   const ty_type element = { "std::shared_ptr<Person>", 16, pointer, 1 };
   const ty_type person = { "Person", 40, list, 1 };
   const ty_type *types[] = { &element, &person, NULL };
   ah_ring ring = { .to = 1, .holder = 1, .holder_offset = 16 };
   ah_ring_name name, other;
   ah_ring_name_make(&name, types, &ring);
   assert_ptr_equal(name.type, &person);
   assert_int_equal(name.field_n, strlen("friends"));
   ring.offset = -1;
   ah_ring_name_make(&other, types, &ring);
   assert_true(ah_ring_name_is_same(&name, &other));
   ring.site = 2; /* of unknown type */
   ah_ring_name_make(&other, types, &ring);
   assert_true(ah_ring_name_is_same(&name, &other));
   ring.holder_offset = 24;
   ah_ring_name_make(&other, types, &ring);
   assert_false(ah_ring_name_is_same(&name, &other));
   assert_null(other.field);
   assert_null(other.type);
   ring.holder = -1;
   ah_ring_name_make(&other, types, &ring);
   assert_null(other.field);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_fields),
      cmocka_unit_test(asks_the_holder),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
