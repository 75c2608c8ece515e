/* tk_library.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/tk_library.h"

#include "base/tk_chars.h"

#include <stddef.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool begins_with_any(const char *text, const char *const *starts, size_t n)
{
   for (size_t i = 0; i < n; i++)
      if (tk_chars_after(text, starts[i]) != NULL)
         return true;
   return false;
}

bool tk_library_has_source(const char *file)
{
   /* Where systems and compilers have theirs.  Rust's library names its own files and
      those of the crates in it. */
   static const char *const system[] = {
      "/usr/",
      "/rustc/",
      "/rust/deps/",
      "/nix/store/",
      "/gnu/store/",
      "library/alloc/src/",
      "library/core/src/",
      "library/std/src/",
   };
   /* People build in them, in containers above all.  Distributions put sources of what is
      installed there, too; Debian's Rust says that its library is. */
   static const char *const built[] = { "/usr/src/", "/usr/local/src/" };
   static const char *const installed[] = { "/usr/src/debug/", "/usr/src/rustc-" };
   /* Of compilers that were installed elsewhere. */
   static const char *const compilers[] = { "/include/c++/", "/lib/rustlib/src/rust/" };
   if (begins_with_any(file, system, COUNT(system))
       && (!begins_with_any(file, built, COUNT(built))
           || begins_with_any(file, installed, COUNT(installed))))
      return true;
   for (const char *at = file; *at != '\0' && *file == '/'; at++)
      if (*at == '/' && begins_with_any(at, compilers, COUNT(compilers)))
         return true;
   return tk_library_package(file) != NULL;
}

const char *tk_library_package(const char *file)
{
   static const char *const folders[] = {
      "registry/src/",
      ".cargo/git/checkouts/",
      "cargo/git/checkouts/",
      "share/cargo/registry/",
      "vendor/",
      "third_party/",
      "third-party/",
      "thirdparty/",
      "3rdparty/",
      "_deps/",
      "vcpkg_installed/",
      ".conan/",
      ".conan2/",
      "node_modules/",
   };
   for (const char *at = file; *at != '\0'; at++)
      for (size_t i = 0; (at == file || at[-1] == '/') && i < COUNT(folders); i++) {
         const char *package = tk_chars_after(at, folders[i]);
         if (package != NULL)
            return package;
      }
   return NULL;
}

bool tk_library_is_system(const char *path)
{
   static const char *const directories[] = { "/lib", "/usr/lib" };
   if (!begins_with_any(path, directories, COUNT(directories)))
      return false;
   const char *name = path;
   for (const char *at = path; *at != '\0'; at++)
      if (*at == '/')
         name = at;
   for (; *name != '\0'; name++)
      if (tk_chars_after(name, ".so") != NULL)
         return true;
   return false;
}

/* Are these the letters at `at`?  Case does not matter. */
static bool has_letters(const char *at, const char *letters)
{
   for (; *letters != '\0'; at++, letters++)
      if (tk_chars_lower(*at) != *letters)
         return false;
   return true;
}

/* "malloc" anywhere in it, or the others at its end. */
bool tk_library_is_allocator(const char *function)
{
   static const char *const ends[] = { "calloc", "realloc", "zalloc" };
   size_t n = tk_chars_length(function);
   for (size_t i = 0; i < n; i++)
      if (has_letters(function + i, "malloc") && n > tk_chars_length("malloc"))
         return true;
   for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
      size_t n_end = tk_chars_length(ends[i]);
      if (n > n_end && has_letters(function + n - n_end, ends[i]))
         return true;
   }
   return false;
}
