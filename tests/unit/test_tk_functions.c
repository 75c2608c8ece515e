/* test_tk_functions.c -- which names are those of functions to watch, and what
   they are asked for.  SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "watch/tk_functions.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define NO TK_NO_ARGUMENT

typedef struct {
   const char *name;
   tk_action action;
   int pointer, size, count;
} row;

/* By their manual pages. */
static const row c_rows[] = {
   { "malloc", TK_ALLOCATE, NO, 0, NO },
   { "calloc", TK_ALLOCATE, NO, 1, 0 },
   { "realloc", TK_REALLOCATE, 0, 1, NO },
   { "reallocarray", TK_REALLOCATE, 0, 2, 1 },
   { "memalign", TK_ALLOCATE, NO, 1, NO },
   { "aligned_alloc", TK_ALLOCATE, NO, 1, NO },
   { "posix_memalign", TK_ALLOCATE_AT, 0, 2, NO },
   { "valloc", TK_ALLOCATE, NO, 0, NO },
   { "pvalloc", TK_ALLOCATE, NO, 0, NO },
   { "free", TK_FREE, 0, NO, NO },
   { "cfree", TK_FREE, 0, NO, NO },
   { "malloc_usable_size", TK_TELL_SIZE, 0, NO, NO },
};

static const row leave_rows[] = {
   { "__cxa_allocate_exception", TK_THROW, NO, NO, NO },
   { "longjmp", TK_LEAVE, NO, NO, NO },
   { "_longjmp", TK_LEAVE, NO, NO, NO },
   { "siglongjmp", TK_LEAVE, NO, NO, NO },
   { "__libc_longjmp", TK_LEAVE, NO, NO, NO },
   { "__libc_siglongjmp", TK_LEAVE, NO, NO, NO },
   { "__longjmp_chk", TK_LEAVE, NO, NO, NO },
   { "exit", TK_EXIT, NO, NO, NO },
   { "quick_exit", TK_LEAVE, NO, NO, NO },
   { "pthread_exit", TK_LEAVE, NO, NO, NO },
   { "thrd_exit", TK_LEAVE, NO, NO, NO },
};

static const row new_row = { "operator new", TK_ALLOCATE, NO, 0, NO };
static const row delete_row = { "operator delete", TK_FREE, 0, NO, NO };

static const char *const prefixes[] = {
   "", "__libc_", "__GI___libc_", "__GI_", "tc_", "mi_", "je_", "_rjem_",
};

static void assert_row(const char *name, const row *expected)
{
   const tk_function *f = tk_function_named(name);
   if (f == NULL)
      fail_msg("%s: is none", name);
   if (strcmp(f->name, expected->name) != 0 || f->action != expected->action
       || f->pointer != expected->pointer || f->size != expected->size
       || f->count != expected->count)
      fail_msg("%s: is %s %d (%d, %d, %d)", name, f->name, f->action, f->pointer, f->size,
               f->count);
}

static void assert_none(const char *name)
{
   const tk_function *f = tk_function_named(name);
   if (f != NULL)
      fail_msg("%s: is %s", name, f->name);
}

/* ---- C ------------------------------------------------------------------------- */

static void test_functions_of_c(void **state)
{
   (void)state;
   for (size_t i = 0; i < COUNT(c_rows); i++)
      for (size_t j = 0; j < COUNT(prefixes); j++) {
         char name[64];
         sprintf(name, "%s%s", prefixes[j], c_rows[i].name);
         assert_row(name, &c_rows[i]);
      }
   for (size_t i = 0; i < COUNT(leave_rows); i++)
      assert_row(leave_rows[i].name, &leave_rows[i]);
}

/* A function that is like one, but for a character. */
static void test_names_that_are_like_those(void **state)
{
   (void)state;
   for (size_t i = 0; i < COUNT(c_rows); i++)
      for (size_t j = 0; j < COUNT(prefixes); j++) {
         char name[64];
         int n = sprintf(name, "%s%s", prefixes[j], c_rows[i].name);
         name[n] = '2', name[n + 1] = '\0';
         assert_none(name);
         name[n - 1] = '\0';
         assert_none(name);
         sprintf(name, "x%s%s", prefixes[j], c_rows[i].name);
         assert_none(name);
         sprintf(name, "tc_%s%s", prefixes[j], c_rows[i].name);
         if (j > 0)
            assert_none(name);
         sprintf(name, "%s%s(unsigned long)", prefixes[j], c_rows[i].name);
         assert_none(name);
      }
   for (size_t j = 0; j < COUNT(prefixes); j++)
      assert_none(prefixes[j]);
   static const char *const others[] = {
      "???",
      "Malloc",
      "_malloc",
      "std::malloc",
      "ns::free(void*)",
      "longjmp2",
      "exit2",
      "_exit",
      "je_exit",
      "__malloc",
      "__free",
      "__cxa_allocate_exceptio",
      "__cxa_throw",
      "je_mallocxx",
      "mi_new_x",
      "mi_new_alignedx",
      "_ZnwmX",
      "malloc@@GLIBC_2.2.5",
   };
   for (size_t i = 0; i < COUNT(others); i++)
      assert_none(others[i]);
}

/* ---- C++ ------------------------------------------------------------------------ */

/* ISO 14882, new.delete.single and new.delete.array: all there are; SIZE is
   the name of size_t. */
static const char *const new_forms[] = {
   "(SIZE)",
   "(SIZE, std::nothrow_t const&)",
   "(SIZE, std::align_val_t)",
   "(SIZE, std::align_val_t, std::nothrow_t const&)",
};
static const char *const delete_forms[] = {
   "(void*)",
   "(void*, SIZE)",
   "(void*, std::nothrow_t const&)",
   "(void*, std::align_val_t)",
   "(void*, SIZE, std::align_val_t)",
   "(void*, std::align_val_t, std::nothrow_t const&)",
};
static const char *const other_forms[] = {
   "",
   "(",
   "()",
   "(SIZE",
   "(SIZE,)",
   "(SIZE) const",
   "(SIZE)x",
   "(SIZE, void*)", /* placement */
   "(void*, void*)",
   "(SIZE, Arena&)",
   "(SIZE, std::align_val_t, Arena&)",
   "(SIZE, std::nothrow_t const&, int)",
   "(SIZE, std::nothrow_t)",
   "(SIZE, std::nothrow_t const&, std::align_val_t)",
   "(SIZE, std::nothrow_t const&",
   "(void*, SIZE, std::nothrow_t const&)",
   "(void*, Arena&)",
   "(void*, SIZE, Arena&)",
   "(void*, std::align_val_t",
   "(void*, std::align_val_t, SIZE)",
   "(Node*, std::destroying_delete_t)",
   "(Node*)",
   "(void*) ",
   "(long)",
   "(unsigned char)",
   "(void const*)",
   "(SIZE, SIZE)",
};
static const char *const sizes[] = { "unsigned long", "unsigned int" };

/* BEFORE, then the operator's name, then the form with SIZE replaced. */
static const char *operator_name(const char *before, const char *name, const char *form,
                                 const char *size)
{
   static char text[200];
   const char *place = strstr(form, "SIZE");
   if (place == NULL)
      sprintf(text, "%soperator %s%s", before, name, form);
   else
      sprintf(text, "%soperator %s%.*s%s%s", before, name, (int)(place - form), form,
              size, place + 4);
   return text;
}

typedef struct {
   const char *const *names;
   const char *const *forms;
   size_t n_forms;
   const row *expected; /* NULL: none is to be watched */
} operators;

static const char *const new_names[] = { "new", "new[]" };
static const char *const delete_names[] = { "delete", "delete[]" };

static const operators all_operators[] = {
   { new_names, new_forms, COUNT(new_forms), &new_row },
   { new_names, delete_forms, COUNT(delete_forms), NULL },
   { new_names, other_forms, COUNT(other_forms), NULL },
   { delete_names, delete_forms, COUNT(delete_forms), &delete_row },
   { delete_names, new_forms, COUNT(new_forms), NULL },
   { delete_names, other_forms, COUNT(other_forms), NULL },
};

static void test_operators(void **state)
{
   (void)state;
   for (size_t i = 0; i < COUNT(all_operators); i++) {
      const operators *o = &all_operators[i];
      for (size_t j = 0; j < 2 * 2 * o->n_forms; j++) {
         const char *name = operator_name("", o->names[j % 2], o->forms[j / 4],
                                          sizes[j / 2 % 2]);
         if (o->expected == NULL)
            assert_none(name);
         else
            assert_row(name, o->expected);
      }
   }
}

/* Operators of classes and namespaces, and names that only begin like one. */
static void test_operators_of_others(void **state)
{
   (void)state;
   static const char *const befores[] = {
      "Node::",
      "ns::",
      "(anonymous namespace)::",
      "void ",
      "x",
      "tc_",
      "mi_",
      "std::vector<int, std::allocator<int> >::",
      "non-virtual thunk to ",
   };
   for (size_t i = 0; i < COUNT(befores); i++)
      for (size_t j = 0; j < COUNT(all_operators); j++) {
         const operators *o = &all_operators[j];
         for (size_t k = 0; k < 2 * o->n_forms; k++)
            assert_none(
               operator_name(befores[i], o->names[k % 2], o->forms[k / 2], sizes[0]));
      }
   assert_none("operator newer(unsigned long)");
   assert_none("operator new [](unsigned long)");
   assert_none("operator new[](unsigned long)[]");
   assert_none("operator delete[]");
   assert_none("operator ");
   assert_none("operator+(void*)");
}

static void test_operators_of_c(void **state)
{
   (void)state;
   static const char *const news[] = {
      "tc_new",         "tc_new_nothrow",
      "tc_newarray",    "tc_newarray_nothrow",
      "tc_new_aligned", "tc_newarray_aligned_nothrow",
   };
   static const char *const deletes[] = {
      "tc_delete",
      "tc_delete_sized",
      "tc_delete_nothrow",
      "tc_deletearray",
      "tc_deletearray_sized_aligned",
   };
   for (size_t i = 0; i < COUNT(news); i++)
      assert_row(news[i], &new_row);
   for (size_t i = 0; i < COUNT(deletes); i++)
      assert_row(deletes[i], &delete_row);
   assert_none("tc_ne");
   assert_none("je_new");
   assert_none("xtc_new");
}

/* ---- Sizes ------------------------------------------------------------------------ */

static uint64_t size_of(const char *name, uint64_t a, uint64_t b, uint64_t c)
{
   return tk_function_size(tk_function_named(name),
                           (uint64_t[TK_MAX_ARGUMENTS]){ a, b, c });
}

static void test_sizes(void **state)
{
   (void)state;
   static const uint64_t each[] = { 0, 1, 24, UINT32_MAX, UINT64_MAX };
   for (size_t i = 0; i < COUNT(each); i++) {
      uint64_t n = each[i];
      assert_int_equal(size_of("malloc", n, 2, 3), n);
      assert_int_equal(size_of("valloc", n, 2, 3), n);
      assert_int_equal(size_of("pvalloc", n, 2, 3), n);
      assert_int_equal(size_of("realloc", 7, n, 3), n);
      assert_int_equal(size_of("memalign", 7, n, 3), n);
      assert_int_equal(size_of("aligned_alloc", 7, n, 3), n);
      assert_int_equal(size_of("posix_memalign", 7, 8, n), n);
      assert_int_equal(size_of("operator new[](unsigned long)", n, 2, 3), n);
      assert_int_equal(size_of("calloc", 1, n, 3), n);
      assert_int_equal(size_of("calloc", n, 1, 3), n);
      assert_int_equal(size_of("calloc", n, 0, 3), 0);
      assert_int_equal(size_of("calloc", 0, n, 3), 0);
      assert_int_equal(size_of("reallocarray", 7, 1, n), n);
      assert_int_equal(size_of("reallocarray", 7, n, 1), n);
   }
   assert_int_equal(size_of("calloc", 6, 7, 3), 42);
   assert_int_equal(size_of("reallocarray", 5, 6, 7), 42);
}

static void test_sizes_that_do_not_fit(void **state)
{
   (void)state;
   const uint64_t half = (uint64_t)1 << 32;
   assert_int_equal(size_of("calloc", half, half - 1, 0), half * (half - 1));
   assert_int_equal(size_of("calloc", half, half, 0), UINT64_MAX);
   assert_int_equal(size_of("calloc", half + 1, half, 0), UINT64_MAX);
   assert_int_equal(size_of("calloc", UINT64_MAX, 2, 0), UINT64_MAX);
   assert_int_equal(size_of("calloc", 3, UINT64_MAX, 0), UINT64_MAX);
   assert_int_equal(size_of("calloc", UINT64_MAX, UINT64_MAX, 0), UINT64_MAX);
   assert_int_equal(size_of("reallocarray", 0, half, half), UINT64_MAX);
   assert_int_equal(size_of("reallocarray", 0, half + 1, half - 1),
                    UINT64_MAX); /* and that is what it is */
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_functions_of_c),
      cmocka_unit_test(test_names_that_are_like_those),
      cmocka_unit_test(test_operators),
      cmocka_unit_test(test_operators_of_others),
      cmocka_unit_test(test_operators_of_c),
      cmocka_unit_test(test_sizes),
      cmocka_unit_test(test_sizes_that_do_not_fit),
   };
   return cmocka_run_group_tests_name("hp_functions", tests, NULL, NULL);
}
