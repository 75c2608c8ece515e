/* tk_functions.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "watch/tk_functions.h"

#include "base/tk_chars.h"

#include <stdbool.h>

#define NO TK_NO_ARGUMENT

/* C functions.  Allocators define them with prefixes too. */
static const tk_function c_functions[] = {
   /* name, action, pointer, size, count */
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
   { "free_sized", TK_FREE, 0, NO, NO }, /* C23 */
   { "free_aligned_sized", TK_FREE, 0, NO, NO },
   { "malloc_usable_size", TK_TELL_SIZE, 0, NO, NO },
   /* BSD's; mimalloc has both. */
   { "malloc_size", TK_TELL_SIZE, 0, NO, NO },
   { "reallocf", TK_REALLOCATE_OR_FREE, 0, 1, NO },
   /* jemalloc's; Rust frees by sdallocx. */
   { "mallocx", TK_ALLOCATE, NO, 0, NO },
   { "rallocx", TK_REALLOCATE, 0, 1, NO },
   { "xallocx", TK_RESIZE, 0, 1, 2 },
   { "dallocx", TK_FREE, 0, NO, NO },
   { "sdallocx", TK_FREE, 0, NO, NO },
   { "sallocx", TK_TELL_SIZE, 0, NO, NO },
   /* tcmalloc's */
   { "malloc_skip_new_handler", TK_ALLOCATE, NO, 0, NO },
};

/* mimalloc's own, after its prefix. */
static const tk_function mi_functions[] = {
   { "malloc_small", TK_ALLOCATE, NO, 0, NO },
   { "mallocn", TK_ALLOCATE, NO, 1, 0 },
   { "zalloc", TK_ALLOCATE, NO, 0, NO },
   { "zalloc_small", TK_ALLOCATE, NO, 0, NO },
   { "rezalloc", TK_REALLOCATE, 0, 1, NO },
   { "reallocn", TK_REALLOCATE, 0, 2, 1 },
   { "recalloc", TK_REALLOCATE, 0, 2, 1 },
   { "aligned_recalloc", TK_REALLOCATE, 0, 2, 1 },
   { "aligned_offset_recalloc", TK_REALLOCATE, 0, 2, 1 },
   { "expand", TK_EXPAND, 0, 1, NO },
   { "_expand", TK_EXPAND, 0, 1, NO },
   { "usable_size", TK_TELL_SIZE, 0, NO, NO },
   { "new", TK_ALLOCATE, NO, 0, NO },
   { "new_n", TK_ALLOCATE, NO, 1, 0 },
   { "new_nothrow", TK_ALLOCATE, NO, 0, NO },
   { "new_aligned_nothrow", TK_ALLOCATE, NO, 0, NO },
   { "new_realloc", TK_REALLOCATE, 0, 1, NO },
   { "new_reallocn", TK_REALLOCATE, 0, 2, 1 },
   { "strdup", TK_DUPLICATE, NO, NO, NO },
   { "strndup", TK_DUPLICATE, NO, NO, NO },
   { "free_size", TK_FREE, 0, NO, NO },
};

/* mimalloc's functions whose first argument is a heap. */
static const tk_function mi_heap_functions[] = {
   { "malloc", TK_ALLOCATE, NO, 1, NO },
   { "malloc_small", TK_ALLOCATE, NO, 1, NO },
   { "mallocn", TK_ALLOCATE, NO, 2, 1 },
   { "zalloc", TK_ALLOCATE, NO, 1, NO },
   { "calloc", TK_ALLOCATE, NO, 2, 1 },
   { "alloc_new", TK_ALLOCATE, NO, 1, NO },
   { "alloc_new_n", TK_ALLOCATE, NO, 2, 1 },
   { "realloc", TK_REALLOCATE, 1, 2, NO },
   { "reallocf", TK_REALLOCATE_OR_FREE, 1, 2, NO },
   { "rezalloc", TK_REALLOCATE, 1, 2, NO },
   { "reallocn", TK_REALLOCATE, 1, 3, 2 },
   { "recalloc", TK_REALLOCATE, 1, 3, 2 },
   { "strdup", TK_DUPLICATE, NO, NO, NO },
   { "strndup", TK_DUPLICATE, NO, NO, NO },
   { "new", TK_OWN_WORK, NO, NO, NO },
   { "new_in_arena", TK_OWN_WORK, NO, NO, NO },
   { "new_ex", TK_OWN_WORK, NO, NO, NO },
   { "delete", TK_OWN_WORK, NO, NO, NO },
   { "destroy", TK_OWN_WORK, NO, NO, NO },
};

/* Functions that end the call of an allocation function before it returns: by an
   exception, a jump, or the end of the thread or program.  What they allocate is
   not part of that call.  An operator new that was refused memory asks for the new
   handler (before C++11, by setting another one), and then calls it. */
static const tk_function leave_functions[] = {
   { "__cxa_allocate_exception", TK_THROW, NO, NO, NO },
   { "std::get_new_handler()", TK_THROW, NO, NO, NO },
   { "std::set_new_handler(void (*)())", TK_THROW, NO, NO, NO },
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

/* The prefixes of glibc, tcmalloc, jemalloc, and Rust's crates.  glibc's __malloc is not
   needed: Valgrind reports the shortest name, malloc. */
static const char *const prefixes[] = {
   "__libc_", "__GI___libc_", "__GI_", "tc_", "je_", "_rjem_",
};

/* C++'s replaceable functions (ISO 14882, new.delete), without those of classes and
   the placement forms. */
static const char *const new_names[] = {
   "operator new",
   "operator new[]",
};
static const char *const new_arguments[] = {
   "",
   ", std::nothrow_t const&",
   ", std::align_val_t",
   ", std::align_val_t, std::nothrow_t const&",
};
static const char *const delete_names[] = {
   "operator delete",
   "operator delete[]",
};
static const char *const delete_arguments[] = {
   "",
   ", unsigned long",
   ", unsigned int",
   ", std::nothrow_t const&",
   ", std::align_val_t",
   ", unsigned long, std::align_val_t",
   ", unsigned int, std::align_val_t",
   ", std::align_val_t, std::nothrow_t const&",
};

static const tk_function new_function = { "operator new", TK_ALLOCATE, NO, 0, NO };
static const tk_function delete_function = { "operator delete", TK_FREE, 0, NO, NO };

static const tk_function *find_named(const tk_function *functions, size_t n,
                                     const char *name)
{
   for (size_t i = 0; i < n; i++)
      if (tk_chars_compare(name, functions[i].name) == 0)
         return &functions[i];
   return NULL;
}

static const tk_function *find_c(const char *name)
{
   return find_named(c_functions, sizeof c_functions / sizeof c_functions[0], name);
}

static const tk_function *find_prefixed(const char *name)
{
   for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
      const char *rest = tk_chars_after(name, prefixes[i]);
      const tk_function *found = rest == NULL ? NULL : find_c(rest);
      if (found != NULL)
         return found;
   }
   return NULL;
}

/* Copies a name without the end of mimalloc's functions that take an alignment as
   well, their last arguments.  False: it has no such end, or there is no room. */
static bool without_alignment(const char *name, char *base, size_t room_B)
{
   static const char *const ends[] = { "_aligned", "_aligned_at" };
   for (size_t n = 0; n < room_B && name[n] != '\0'; n++) {
      base[n] = '\0';
      if (tk_chars_compare(name + n, ends[0]) == 0
          || tk_chars_compare(name + n, ends[1]) == 0)
         return true;
      base[n] = name[n];
   }
   return false;
}

static const tk_function *find_mi_named(const char *name, bool has_heap)
{
   if (has_heap)
      return find_named(mi_heap_functions,
                        sizeof mi_heap_functions / sizeof mi_heap_functions[0], name);
   const tk_function *found = find_named(
      mi_functions, sizeof mi_functions / sizeof mi_functions[0], name);
   return found != NULL ? found : find_c(name);
}

static const tk_function *find_mi(const char *name)
{
   char base[24];
   const char *rest = tk_chars_after(name, "mi_");
   if (rest == NULL)
      return NULL;
   bool has_heap = tk_chars_after(rest, "heap_") != NULL;
   if (has_heap)
      rest = tk_chars_after(rest, "heap_");
   const tk_function *found = find_mi_named(rest, has_heap);
   if (found == NULL && without_alignment(rest, base, sizeof base))
      found = find_mi_named(base, has_heap);
   return found;
}

/* The ends of tcmalloc's aliases of the operators.  Only these: programs may have
   functions whose names begin like them. */
static const char *const tc_ends[] = {
   "", "_nothrow", "_sized", "_aligned", "_aligned_nothrow", "_sized_aligned",
};

static const tk_function *find_tc_operator(const char *name)
{
   const char *rest = tk_chars_after(name, "tc_new");
   bool is_new = rest != NULL;
   if (!is_new)
      rest = tk_chars_after(name, "tc_delete");
   if (rest == NULL)
      return NULL;
   if (tk_chars_after(rest, "array") != NULL)
      rest = tk_chars_after(rest, "array");
   for (size_t i = 0; i < sizeof tc_ends / sizeof tc_ends[0]; i++)
      if (tk_chars_compare(rest, tc_ends[i]) == 0)
         return is_new ? &new_function : &delete_function;
   return NULL;
}

/* Is the text NAME(FIRST...), with one of the rests of arguments? */
static bool is_operator(const char *text, const char *name, const char *first,
                        const char *const *arguments, size_t n)
{
   text = tk_chars_after(text, name);
   text = text == NULL ? NULL : tk_chars_after(text, "(");
   text = text == NULL ? NULL : tk_chars_after(text, first);
   for (size_t i = 0; text != NULL && i < n; i++) {
      const char *rest = tk_chars_after(text, arguments[i]);
      if (rest != NULL && tk_chars_compare(rest, ")") == 0)
         return true;
   }
   return false;
}

static const tk_function *find_operator(const char *name)
{
   for (size_t i = 0; i < 2; i++) {
      size_t n = sizeof new_arguments / sizeof new_arguments[0];
      if (is_operator(name, new_names[i], "unsigned long", new_arguments, n)
          || is_operator(name, new_names[i], "unsigned int", new_arguments, n))
         return &new_function;
      if (is_operator(name, delete_names[i], "void*", delete_arguments,
                      sizeof delete_arguments / sizeof delete_arguments[0]))
         return &delete_function;
   }
   return NULL;
}

const tk_function *tk_function_named(const char *name)
{
   const tk_function *found = find_c(name);
   if (found == NULL && tk_chars_after(name, "operator ") != NULL)
      found = find_operator(name);
   if (found == NULL)
      found = find_prefixed(name);
   if (found == NULL)
      found = find_mi(name);
   if (found == NULL)
      found = find_tc_operator(name);
   if (found == NULL)
      found = find_named(leave_functions,
                         sizeof leave_functions / sizeof leave_functions[0], name);
   return found;
}

uint64_t tk_function_size(const tk_function *function, const uint64_t *arguments)
{
   uint64_t size_B = arguments[function->size];
   if (function->action != TK_RESIZE && function->count != NO
       && __builtin_mul_overflow(size_B, arguments[function->count], &size_B))
      return UINT64_MAX;
   return size_B;
}
