/* tk_fn_name.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/tk_fn_name.h"

#include "base/tk_chars.h"

#include <stdbool.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* What follows a dot. */
typedef struct {
   const char *at;
   size_t n;
} part;

static bool is_word(part p, const char *word)
{
   const char *rest = tk_chars_after(p.at, word);
   return rest == p.at + p.n;
}

static bool is_any(part p, const char *const *words, size_t n)
{
   for (size_t i = 0; i < n; i++)
      if (is_word(p, words[i]))
         return true;
   return false;
}

static bool is_digit(char c)
{
   return c >= '0' && c <= '9';
}

static bool is_number(part p)
{
   for (size_t i = 0; i < p.n; i++)
      if (!is_digit(p.at[i]))
         return false;
   return p.n > 0;
}

/* The processor that a variant is for: gcc's and clang's target_clones. */
static bool is_processor(part p)
{
   static const char *const starts[] = {
      "arch_", "avx", "sse", "ssse", "popcnt", "bmi", "fma", "aes", "vaes", "mmx", "_M",
   };
   for (size_t i = 0; i < COUNT(starts); i++)
      if (tk_chars_after(p.at, starts[i]) != NULL)
         return true;
   return false;
}

/* Always followed by a number; others are parts of names. */
static bool needs_number(part p)
{
   static const char *const words[] = {
      "constprop", "isra", "part", "llvm", "lto_priv", "__uniq", "specialized",
   };
   return is_any(p, words, COUNT(words));
}

/* The pieces into which clang splits a coroutine of this mangled name. */
static bool is_of_coroutine(const char *symbol, part p)
{
   static const char *const words[] = { "actor", "destroy", "resume", "cleanup" };
   return symbol[0] == '_' && symbol[1] == 'Z' && is_any(p, words, COUNT(words));
}

static bool is_alone(part p)
{
   static const char *const words[] = {
      "cold",  "cfi",     "cfi_jt",  "localalias", "resolver",
      "ifunc", "default", "argprom", "argelim",    "retelim",
   };
   return is_any(p, words, COUNT(words)) || is_processor(p);
}

/* A static function of another file of the same name, or a nested one. */
static bool is_plain(const char *symbol, size_t n)
{
   for (size_t i = 0; i < n; i++) {
      char c = tk_chars_lower(symbol[i]);
      if (!(c >= 'a' && c <= 'z') && !is_digit(c) && c != '_' && c != '$')
         return false;
   }
   return n > 0;
}

/* The part behind the last dot before `end`; n is 0 if there is none. */
static part last_part(const char *symbol, size_t end)
{
   size_t at = end;
   while (at > 0 && symbol[at - 1] != '.')
      at--;
   return (part){ symbol + at, at <= 1 ? 0 : end - at };
}

/* The length without the suffixes that follow dots. */
static size_t without_parts(const char *symbol, size_t n)
{
   size_t whole = n; /* up to where all is a suffix */
   bool has_number = false;
   for (part p = last_part(symbol, n); p.n > 0; p = last_part(symbol, n)) {
      bool is_counted = is_number(p) || is_word(p, "*");
      bool is_suffix = is_alone(p) || is_of_coroutine(symbol, p)
                       || (needs_number(p) && has_number);
      if (!is_counted && !is_suffix)
         break;
      has_number = is_counted;
      n = (size_t)(p.at - symbol) - 1;
      bool is_own_number = is_number(p) && is_plain(symbol, n);
      whole = is_suffix || is_own_number ? n : whole;
   }
   return whole;
}

/* The length without a hash, "::h" and 16 digits. */
static size_t without_hash(const char *symbol, size_t n)
{
   enum { HASH = 3 + 16 };
   if (n <= HASH || tk_chars_after(symbol + n - HASH, "::h") == NULL)
      return n;
   for (size_t i = n - 16; i < n; i++)
      if (!is_digit(symbol[i]) && !(symbol[i] >= 'a' && symbol[i] <= 'f'))
         return n;
   return n - HASH;
}

/* Whether names of this language have dots of their own. */
static bool has_dots(const char *file)
{
   static const char *const endings[] = {
      "go", "js", "mjs", "ts", "py", "php", "rb", "java", "cs", "ml", "hs", "kt", "pl",
   };
   if (file == NULL)
      return false;
   part ending = last_part(file, tk_chars_length(file));
   return ending.n > 0 && is_any(ending, endings, COUNT(endings));
}

/* The length without " [clone .cold]" and what follows it; all of it if it has none. */
static size_t without_clones(const char *symbol, size_t n)
{
   for (size_t i = 1; i < n; i++)
      if (symbol[i] == ' ' && tk_chars_after(symbol + i, " [clone ") != NULL)
         return i;
   return n;
}

/* Most names of C++ end with a bracket, and have no suffix. */
static bool may_have_parts(const char *symbol, size_t n)
{
   while (n > 0 && symbol[n - 1] != '.'
          && (is_plain(symbol + n - 1, 1) || symbol[n - 1] == '*'))
      n--;
   return n > 1 && symbol[n - 1] == '.';
}

size_t tk_fn_name_B(const char *symbol, const char *file)
{
   size_t n = tk_chars_length(symbol);
   size_t whole = n > 0 && symbol[n - 1] == ']' ? without_clones(symbol, n) : n;
   if (whole == n && may_have_parts(symbol, n) && !has_dots(file))
      whole = without_parts(symbol, n);
   return without_hash(symbol, whole);
}
