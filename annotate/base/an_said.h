/* an_said.h -- names of functions and types as people say them; pure.

   Compilers name a function by all that tells it from others:
      void std::vector<std::pair<int const, std::__cxx11::basic_string<char,
         std::char_traits<char>, std::allocator<char> > >, ...>::f<int>(int)
      <alloc::vec::Vec<u8, alloc::alloc::Global> as core::ops::drop::Drop>::drop
   People leave out what goes without saying:
      std::vector<std::pair<int const, std::string>>::f<int>(int)
      Vec<u8>::drop
   That is: results; arguments of templates that are defaults; namespaces of versions, and
   those without a name; Rust's modules before a type, and traits; numbers of closures.
   What is inside the standard library has the name of what it is of: std::_Rb_tree is a
   std::map.

   Said names are for people, and nothing is found or compared by them: several functions
   can have one.  What is not understood, since a bracket is not closed, stays as it is.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stddef.h>
#include <stdint.h>

/* Lengths that names may have.  MOST is where a report has no room of its own for names:
   in wide output, and on the page. */
enum { AN_SAID_MOST_B = 72 };
#define AN_SAID_ALL (SIZE_MAX - 1) /* not shortened */
#define AN_SAID_FULL SIZE_MAX      /* --full-names: the compiler's name */

/* What people are shown (an_text.h) for the namespace that compilers call by the longer
   text.  Data for programs keep that. */
#define AN_SAID_ANONYMOUS "(anon)"
#define AN_SAID_LONG "(anonymous namespace)"

typedef enum an_said_form {
   AN_SAID_FUNCTION, /* "std::map<int, T>::at(int const&)" */
   AN_SAID_BARE,     /* "std::map::at": where its line is said, too */
   AN_SAID_TYPE,     /* of a block: what a library makes around a value has that one's
                        name, "T" for Arc's block of a T, "node of map<int, T>" */
} an_said_form;

/* The said name of a function or type.  If it is longer than n_most bytes, "..." is for
   arguments of templates, the innermost first, and then for parameters; it can stay
   longer.  On the heap. */
char *an_said(const char *name, an_said_form form, size_t n_most);

/* The name without its first part, which is a return type, namespace or class:
   "std::sort(int)" is "sort(int)" then.  NULL: it has one part.  Points into the name;
   call it with the result for the next part. */
const char *an_said_without_scope(const char *name);

/* Past "operator+", "operator()", "operator new[]" at `at`; `at` if that is not there. */
const char *an_said_after_operator(const char *at, const char *end);
