/* an_crate.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_crate.h"

#include "base/an_base_name.h"
#include "base/tk_library.h"

#include <ctype.h>
#include <fnmatch.h>
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
   if (at == NULL || next_folder(at) == NULL || is_behind(file, at, "vcpkg_installed/")
       || is_behind(file, at, ".conan/") || is_behind(file, at, ".conan2/"))
      return unsaid; /* the latter name it deeper down */
   an_span span = folder_at(at);
   size_t n = an_span_length(span);
   if (is_behind(file, at, "checkouts/") && n > HASH && span.end[-HASH] == '-')
      span.end -= HASH;
   else if (is_behind(file, at, "_deps/") && n > 4 && begins_with(span.end - 4, "-src"))
      span.end -= 4;
   return span;
}

/* The library of a header that is installed; or, as Debian builds C's library, that of
   "./malloc/malloc/malloc.c". */
static an_span find_folder(const char *file)
{
   static const char of_c[] = "arpa asm asm-generic bits gnu linux net netinet sys";
   const char *at = strstr(file, "/include/"), *below = next_folder(file);
   if (at == NULL || !begins_with(file, "/usr/")) {
      size_t n = begins_with(file, "./") ? strcspn(below, "/") : 0;
      return n > 0 && below[n] == '/' && strncmp(below, below + n + 1, n + 1) == 0
                ? an_span_of(c_library)
                : unsaid;
   }
   at += strlen("/include/");
   below = next_folder(at);
   if (below != NULL && memmem(at, (size_t)(below - at), "-linux-", 7) != NULL)
      at = below;
   an_span folder = folder_at(at);
   return next_folder(at) == NULL || an_span_is_among(folder, of_c)
             ? an_span_of(c_library)
             : folder;
}

an_span an_crate_of_file(const char *file)
{
   enum { OF_RUST = 9 }; /* the first rows; packages can be in them */
   static const struct {
      const char *pattern, *crate;
   } places[] = {
      { "/rustc/*", rusts },
      { "/rust/deps/*", rusts },
      { "/usr/src/rustc-*", rusts },
      { "*/rustlib/src/rust/*", rusts },
      { "library/alloc/*", rusts }, /* as Debian builds it */
      { "library/core/*", rusts },
      { "library/proc_macro/*", rusts },
      { "library/std*/*", rusts },
      { "library/test/*", rusts },
      { "./elf/*", "ld" },
      { "./include/*", c_library },
      { "./nptl/*", c_library },
      { "./sysdeps/*", c_library },
      { "*/include/c++/v1/*", "libc++" },
      { "*/include/c++/*", "libstdc++" },
      { "*/include/*-linux-*/c++/*", "libstdc++" },
      { "/usr/lib/*/include/*", "intrinsics" },
   };
   an_span package = unsaid;
   for (size_t i = 0; i < COUNT(places) && package.at == NULL; i++) {
      if (fnmatch(places[i].pattern, file, 0) == 0)
         return an_span_of(places[i].crate);
      if (i + 1 == OF_RUST)
         package = find_package(file);
   }
   if (package.at != NULL)
      return package;
   return strstr(an_base_name(file), ".so") != NULL ? an_crate_of_object(file)
                                                    : find_folder(file);
}

an_span an_crate_of_own(const char *file)
{
   static const char *const kinds[] = { "src/", "tests/", "benches/", "examples/" };
   const char *folder = NULL;
   if (fnmatch("*.rs", file, 0) != 0)
      return unsaid;
   for (const char *at = file, *next; (next = next_folder(at)) != NULL; at = next) {
      bool is_kind = begins_with_any(next, kinds, COUNT(kinds)) > 0;
      if (begins_with(at, "crates/") && !is_kind && next_folder(next) != NULL)
         folder = next; /* as workspaces have it */
      else if (at < next - 1 && is_kind)
         folder = at;
   }
   return folder == NULL ? unsaid : folder_at(folder);
}

/* ---- Functions ---- */

/* The first name of a path, past what stands before that of a type, mangled or not. */
static an_span name_at(const char *at)
{
   static const char *const marks[] = {
      "_<", "<", "&",     "*const ", "*mut ", "mut ",           "dyn ",
      "[",  "(", "_$LT$", "$LT$",    "$RF$",  "$BP$const$u20$", "$BP$mut$u20$",
   };
   size_t n;
   while ((n = begins_with_any(at, marks, COUNT(marks))) > 0)
      at += n;
   for (n = 0; isalnum((unsigned char)at[n]) || at[n] == '_';)
      n++;
   return (an_span){ at, at + n };
}

an_span an_crate_of_function(const char *function)
{
   static const char crates[] = "alloc core proc_macro std test __rustc std_detect main";
   static const char *const of_rust[] = {
      "__rust_",   "__rdl_", "__rg_", "rust_begin_unwind", "rust_eh_personality",
      "rust_panic"
   };
   size_t n = strlen(function);
   if (n > 0 && *function != '<' /* C++ has types of arguments behind a name */
       && (function[n - 1] == ')' || strstr(function, ") const") != NULL))
      return unsaid;
   an_span name = name_at(function);
   /* A type that is a parameter: the trait's. */
   if (begins_with(name.end, " as "))
      name = name_at(name.end + strlen(" as "));
   else if (begins_with(name.end, "$u20$as$u20$"))
      name = name_at(name.end + strlen("$u20$as$u20$"));
   bool is_path = begins_with(name.end, "::") || begins_with(name.end, "..")
                  || begins_with(name.end, "[");
   if (is_path ? an_span_is_among(name, crates)
               : an_span_is(name, "main")
                    || begins_with_any(name.at, of_rust, COUNT(of_rust)) > 0)
      return an_span_of(rusts);
   return is_path && name.at < name.end ? name : unsaid;
}

/* ---- Binaries ---- */

an_span an_crate_of_object(const char *path)
{
   const char *name = an_base_name(path), *so = strstr(name, ".so");
   an_span span = { name, so == NULL ? name + strlen(name) : so };
   if (begins_with(name, "ld-"))
      return an_span_of("ld");
   for (const char *at = name; so != NULL && at < span.end; at++)
      if (*at == '-' && isdigit((unsigned char)at[1]))
         span.end = at;
   return span;
}
