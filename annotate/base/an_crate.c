/* an_crate.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_crate.h"

#include "base/an_base_name.h"
#include "base/tk_library.h"

#include <ctype.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char rusts[] = "std", c_library[] = "libc";
static const an_span unsaid;

static bool begins_with(const char *text, const char *start)
{
   return strncmp(text, start, strlen(start)) == 0;
}

/* What begins the text, or 0. */
static size_t begins_with_any(const char *text, const char *const *starts, size_t n)
{
   for (size_t i = 0; i < n; i++)
      if (begins_with(text, starts[i]))
         return strlen(starts[i]);
   return 0;
}

static const char *next_folder(const char *at)
{
   const char *slash = strchr(at, '/');
   return slash == NULL ? NULL : slash + 1;
}

/* A folder's name without a version behind it: "utf-8" of "utf-8-0.7.6". */
static an_span folder_at(const char *at)
{
   size_t n = strcspn(at, "/");
   for (size_t i = 1; i < n; i++)
      if (at[i] == '-' && isdigit((unsigned char)at[i + 1])
          && at[i + 1 + strspn(at + i + 1, "0123456789")] == '.')
         n = i;
   return (an_span){ at, at + n };
}

/* ---- Source files ---- */

static bool is_rusts(const char *file)
{
   static const char *const starts[] = {
      "/rustc/",
      "/rust/deps/",
      "/usr/src/rustc-",
      /* As Debian builds it. */
      "library/alloc/",
      "library/core/",
      "library/proc_macro/",
      "library/std/",
      "library/std_detect/",
      "library/test/",
   };
   return begins_with_any(file, starts, COUNT(starts)) > 0
          || strstr(file, "/rustlib/src/rust/") != NULL;
}

static bool is_behind(const char *file, const char *at, const char *folder)
{
   size_t n = strlen(folder);
   return (size_t)(at - file) >= n && begins_with(at - n, folder);
}

/* The folder of what others wrote, without what build systems add to its name. */
static an_span find_package(const char *file)
{
   enum { HASH = 17 }; /* "-377c595163f99a10" */
   const char *at = tk_library_package(file);
   if (at != NULL && is_behind(file, at, "registry/src/"))
      at = next_folder(at);
   if (at != NULL && begins_with(at, "rust/"))
      at = next_folder(at);
   if (at != NULL
       && (is_behind(file, at, "vcpkg_installed/") || is_behind(file, at, ".conan/")
           || is_behind(file, at, ".conan2/")))
      return unsaid; /* it is named deeper down */
   if (at == NULL || next_folder(at) == NULL)
      return unsaid;
   an_span span = folder_at(at);
   size_t n = an_span_length(span);
   if (is_behind(file, at, "checkouts/") && n > HASH && span.end[-HASH] == '-')
      span.end -= HASH;
   else if (is_behind(file, at, "_deps/") && n > 4 && begins_with(span.end - 4, "-src"))
      span.end -= 4;
   return span;
}

/* The library of a header that is installed. */
static an_span find_header(const char *file)
{
   static const char include[] = "/include/";
   static const char *const of_c[] = { "arpa/",  "asm", "bits/", "gnu/",
                                       "linux/", "net", "sys/" };
   const char *at = strstr(file, include);
   bool is_installed = begins_with(file, "/usr/");
   if (at == NULL)
      return unsaid;
   at += strlen(include);
   if (is_installed && begins_with(file, "/usr/lib/") && !begins_with(at, "c++/"))
      return an_span_of("intrinsics");
   const char *below = next_folder(at);
   if (below != NULL && memmem(at, (size_t)(below - at), "-linux-", 7) != NULL)
      at = below;
   if (begins_with(at, "c++/"))
      return an_span_of(begins_with(at, "c++/v1/") ? "libc++" : "libstdc++");
   if (!is_installed)
      return unsaid;
   bool is_of_c = next_folder(at) == NULL || begins_with_any(at, of_c, COUNT(of_c)) > 0;
   return is_of_c ? an_span_of(c_library) : folder_at(at);
}

/* As Debian builds the C library: "./malloc/malloc/malloc.c". */
static bool is_of_c_library(const char *file)
{
   static const char *const folders[] = { "./include/", "./nptl/", "./sysdeps/" };
   const char *below = begins_with(file, "./") ? next_folder(file + 2) : NULL;
   return begins_with_any(file, folders, COUNT(folders)) > 0
          || (below != NULL && strncmp(file + 2, below, (size_t)(below - file) - 2) == 0);
}

an_span an_crate_of_file(const char *file)
{
   if (is_rusts(file))
      return an_span_of(rusts);
   an_span package = find_package(file);
   if (package.at != NULL)
      return package;
   if (strstr(an_base_name(file), ".so") != NULL)
      return an_crate_of_object(file);
   if (begins_with(file, "./elf/"))
      return an_span_of("ld");
   return is_of_c_library(file) ? an_span_of(c_library) : find_header(file);
}

an_span an_crate_of_own(const char *file)
{
   static const char *const kinds[] = { "src/", "tests/", "benches/", "examples/" };
   const char *folder = NULL;
   size_t n = strlen(file);
   if (n < 3 || strcmp(file + n - 3, ".rs") != 0)
      return unsaid;
   for (const char *at = file, *next; (next = next_folder(at)) != NULL; at = next)
      if (at < next - 1 && begins_with_any(next, kinds, COUNT(kinds)) > 0)
         folder = at;
   return folder == NULL ? unsaid : folder_at(folder);
}

/* ---- Functions ---- */

/* Skips what stands before the path of a type, mangled or not. */
static const char *skip_marks(const char *at)
{
   static const char *const marks[] = {
      "_<", "<", "&",     "*const ", "*mut ", "mut ",           "dyn ",
      "[",  "(", "_$LT$", "$LT$",    "$RF$",  "$BP$const$u20$", "$BP$mut$u20$",
   };
   size_t n;
   while ((n = begins_with_any(at, marks, COUNT(marks))) > 0)
      at += n;
   return at;
}

static size_t identifier(const char *at)
{
   size_t n = 0;
   while (isalnum((unsigned char)at[n]) || at[n] == '_')
      n++;
   return n;
}

static bool is_rusts_name(an_span name, bool is_path)
{
   static const char *const names[] = { "alloc", "core",    "proc_macro", "std",
                                        "test",  "__rustc", "std_detect", "main" };
   static const char *const starts[] = {
      "__rust_",   "__rdl_", "__rg_", "rust_begin_unwind", "rust_eh_personality",
      "rust_panic"
   };
   if (!is_path)
      return an_span_is(name, "main")
             || begins_with_any(name.at, starts, COUNT(starts)) > 0;
   for (size_t i = 0; i < COUNT(names); i++)
      if (an_span_is(name, names[i]))
         return true;
   return false;
}

/* C++ has types of arguments behind a name. */
static bool has_arguments(const char *function)
{
   size_t n = strlen(function);
   return n > 0 && *function != '<'
          && (function[n - 1] == ')' || strstr(function, ") const"));
}

an_span an_crate_of_function(const char *function)
{
   if (has_arguments(function))
      return unsaid;
   const char *at = skip_marks(function);
   an_span name = { at, at + identifier(at) };
   /* A type that is a parameter: the trait's. */
   if (begins_with(name.end, " as ") || begins_with(name.end, "$u20$as$u20$")) {
      at = skip_marks(name.end + (*name.end == ' ' ? strlen(" as ") : 12));
      name = (an_span){ at, at + identifier(at) };
   }
   bool is_path = begins_with(name.end, "::") || begins_with(name.end, "..")
                  || begins_with(name.end, "[");
   if (is_rusts_name(name, is_path))
      return an_span_of(rusts);
   return is_path && name.at < name.end ? name : unsaid;
}

/* ---- Binaries ---- */

an_span an_crate_of_object(const char *path)
{
   const char *name = an_base_name(path), *so = strstr(name, ".so");
   if (begins_with(name, "ld-"))
      return an_span_of("ld");
   an_span span = { name, so == NULL ? name + strlen(name) : so };
   for (const char *at = span.at; so != NULL && at < span.end; at++)
      if (*at == '-' && isdigit((unsigned char)at[1]))
         span.end = at;
   return span;
}
