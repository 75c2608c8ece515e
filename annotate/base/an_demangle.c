/* an_demangle.c -- Sources: GNAT's exp_dbug.ads for Ada, the symbols that gfortran and
   ocamlopt write for theirs.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* memrchr */
#endif

#include "base/an_demangle.h"

#include "base/an_alloc.h"
#include "base/an_error.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool begins(const char *text, const char *start)
{
   return strncmp(text, start, strlen(start)) == 0;
}

/* Lower-case letters, digits and single or double underscores, as Ada's and gfortran's
   compilers write names; returns where they end. */
static const char *after_word(const char *at)
{
   return at + strspn(at, "abcdefghijklmnopqrstuvwxyz0123456789_");
}

/* What follows a name: nothing, or a suffix by the compiler, ".part.0". */
static bool is_end(const char *at)
{
   return *at == '\0' || *at == '.';
}

/* ---- Fortran: __m_MOD_work, of a submodule __m.s_MOD_work ---- */

static char *demangle_fortran(const char *name)
{
   const char *mark = strstr(name, "_MOD_");
   char *text = NULL;
   if (!begins(name, "__") || mark == NULL || !islower((unsigned char)name[2]))
      return NULL;
   const char *module_end = after_word(name + 2);
   if (*module_end == '.')
      module_end = after_word(module_end + 1);
   const char *work = mark + strlen("_MOD_");
   if (module_end != mark + 1 || !islower((unsigned char)*work)
       || !is_end(after_word(work)))
      return NULL;
   an_asprintf(&text, "%.*s::%s", (int)(mark - name - 2), name + 2, work);
   return text;
}

/* ---- OCaml: camlStdlib__List__map_236; from 5.1 on camlStdlib__List.map_236 ---- */

/* A character that a symbol cannot have is "$" and its code. */
static bool take_code(const char **at, char *c)
{
   const char *digits = *at + 1;
   if (**at != '$' || !isxdigit((unsigned char)digits[0])
       || !isxdigit((unsigned char)digits[1]))
      return false;
   char text[] = { digits[0], digits[1], '\0' };
   unsigned long code = strtoul(text, NULL, 16);
   if (code < ' ' || code > '~')
      return false;
   *c = (char)code;
   *at += 3;
   return true;
}

/* The number at the end stays: it tells functions of one name apart. */
static char *demangle_ocaml(const char *name)
{
   if (!begins(name, "caml") || !isupper((unsigned char)name[4]))
      return NULL;
   char *text = an_strdup(name), *to = text;
   for (const char *at = name + 4; *at != '\0';) {
      char c;
      if (begins(at, "__") && at[2] != '_' && at[2] != '\0') {
         *to++ = '.';
         at += 2;
      } else if (take_code(&at, &c)) {
         *to++ = c;
      } else {
         *to++ = *at++;
      }
   }
   *to = '\0';
   if (strchr(text, '.') != NULL)
      return text;
   free(text);
   return NULL;
}

/* ---- Ada: geo__inner__sum, geo__Oadd, geo__twice__2, geo__workerTB, _ada_main ---- */

static bool is_of_ada(const char *name, const char *file)
{
   static const char *const packages[] = { "ada__", "gnat__", "interfaces__",
                                           "system__" };
   if (file != NULL && strcmp(file, AN_UNKNOWN) != 0) {
      const char *dot = strrchr(file, '.');
      return dot != NULL && (strcmp(dot, ".adb") == 0 || strcmp(dot, ".ads") == 0);
   }
   for (size_t i = 0; i < sizeof packages / sizeof packages[0]; i++)
      if (begins(name, packages[i]))
         return strstr(name + strlen(packages[i]), "__") != NULL;
   return false;
}

static const char *take_operator(const char **at)
{
   static const char *const operators[][2] = {
      { "Oabs", "abs" },    { "Oadd", "+" },      { "Oand", "and" },  { "Oconcat", "&" },
      { "Odivide", "/" },   { "Oeq", "=" },       { "Oexpon", "**" }, { "Oge", ">=" },
      { "Ogt", ">" },       { "Ole", "<=" },      { "Olt", "<" },     { "Omod", "mod" },
      { "Omultiply", "*" }, { "One", "/=" },      { "Onot", "not" },  { "Oor", "or" },
      { "Orem", "rem" },    { "Osubtract", "-" }, { "Oxor", "xor" },
   };
   for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++) {
      size_t n = strlen(operators[i][0]);
      if (begins(*at, operators[i][0]) && strchr("_.", (*at)[n]) != NULL) {
         *at += n;
         return operators[i][1];
      }
   }
   return NULL;
}

/* A component of a name; marks of bodies and tasks behind it are not the user's. */
static bool put_component(FILE *out, const char **at)
{
   static const char *const marks[] = { "TKB", "TB", "Xb", "Xn", "X" };
   const char *operator= take_operator(at);
   if (operator!= NULL) {
      fprintf(out, "\"%s\"", operator);
      return true;
   }
   const char *start = *at;
   while (islower((unsigned char)**at) || isdigit((unsigned char)**at)
          || (**at == '_' && isalnum((unsigned char)(*at)[1])))
      (*at)++;
   fwrite(start, 1, (size_t)(*at - start), out);
   for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
      if (begins(*at, marks[i])) {
         *at += strlen(marks[i]);
         break;
      }
   return *at > start && islower((unsigned char)*start);
}

/* What follows the components: which of several functions of this name, elaboration, a
   number of one within another, which says nothing more. */
static bool put_rest(FILE *out, const char *at)
{
   if (begins(at, "__") && isdigit((unsigned char)at[2])) {
      size_t n = strspn(at + 2, "0123456789");
      fprintf(out, "#%.*s", (int)n, at + 2);
      at += 2 + n;
   } else if (begins(at, "___elabb") || begins(at, "___elabs")) {
      fputs(at[7] == 'b' ? "'elab_body" : "'elab_spec", out);
      at += strlen("___elabb");
   }
   if (at[0] == '.' && isdigit((unsigned char)at[1]))
      at += 1 + strspn(at + 1, "0123456789");
   fputs(at, out);
   return is_end(at);
}

static bool put_ada(FILE *out, const char *at)
{
   if (!put_component(out, &at))
      return false;
   while (begins(at, "__") && at[2] != '_' && !isdigit((unsigned char)at[2])) {
      at += 2;
      putc('.', out);
      if (!put_component(out, &at))
         return false;
   }
   return put_rest(out, at);
}

static char *demangle_ada(const char *name)
{
   bool is_main = begins(name, "_ada_");
   char *text = NULL;
   size_t size_B;
   if (!is_main && strstr(name, "__") == NULL)
      return NULL;
   FILE *out = an_memstream(&text, &size_B);
   bool ok = put_ada(out, name + (is_main ? strlen("_ada_") : 0));
   an_memstream_close(out);
   if (ok)
      return text;
   free(text);
   return NULL;
}

/* ---- Coroutines of gcc ---- */

/* Where the bracket at `close` was opened; NULL: nowhere. */
static const char *opening(const char *name, const char *close)
{
   size_t depth = 0;
   for (const char *at = close; at >= name; at--) {
      depth += *at == ')';
      if (*at == '(' && --depth == 0)
         return at;
   }
   return NULL;
}

/* "f(f(int)::_Z1fi.Frame*) [clone .actor]" is the body of f(int), one function with it
   (tk_fn_name.h). */
static char *demangle_coroutine(const char *name)
{
   const char *end = strstr(name, ".Frame*)"), *open = NULL;
   if (end == NULL)
      return NULL;
   const char *close = end + strlen(".Frame*");
   if (close[1] != '\0' && !begins(close + 1, " [clone "))
      return NULL;
   const char *scope = memrchr(name, ':', (size_t)(end - name));
   if (scope != NULL && begins(scope, ":_Z"))
      open = opening(name, close);
   if (open == NULL || open + 1 >= scope - 1 || scope[-1] != ':')
      return NULL;
   char *text;
   an_asprintf(&text, "%.*s", (int)(scope - 1 - open - 1), open + 1);
   return text;
}

/* ---- All ---- */

static char *demangle_known(const char *name)
{
   if (begins(name, "_D"))
      return an_demangle_d(name);
   if (begins(name, "__"))
      return demangle_fortran(name);
   return begins(name, "caml") ? demangle_ocaml(name) : demangle_coroutine(name);
}

char *an_demangle(const char *name, const char *file)
{
   char *text = demangle_known(name);
   bool may_be_ada = text == NULL && (begins(name, "_ada_") || is_of_ada(name, file));
   return may_be_ada ? demangle_ada(name) : text;
}

bool an_demangle_is(const char *asked, const char *name)
{
   char *text = demangle_known(asked);
   if (text == NULL)
      text = demangle_ada(asked);
   bool is_same = text != NULL && strcmp(text, name) == 0;
   free(text);
   return is_same;
}
