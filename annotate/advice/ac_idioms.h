/* ac_idioms.h -- what people write, and what to write instead: a table; pure.

   The built-in table is idioms.txt; users add files of the same form (cs_annotate(1) has
   it).  A row is a name in brackets, then lines "key: value":

      [regex-built]
      languages: c++
      runs: regex.h:basic_regex, std::basic_regex::basic_regex
      when: calls >= 10, each >= 1000
      does: builds a std::regex
      why: compiling a pattern costs more than most matches
      cure: build it once: a static const std::regex
      takes: all but the first
      source: clippy regex_creation_in_loops

   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_error.h"
#include "base/an_input.h"

/* What functions are called: a pattern of the shell, and one of the file, or NULL.  One
   that has "<" is of the name with its arguments of templates. */
typedef struct ac_idiom_pattern {
   const char *file, *name;
   size_t literal_B; /* bytes of the name before its first wildcard */
} ac_idiom_pattern;

/* What the patterns of a row are for. */
typedef enum ac_idiom_role {
   AC_IDIOM_RUNS,  /* what the line itself runs: called by it, or inlined there */
   AC_IDIOM_UNDER, /* what costs, anywhere under those; none: all of those */
   AC_IDIOM_ALSO,  /* what the line itself runs, too, and the cure takes away */
   AC_IDIOM_ROLES
} ac_idiom_role;

typedef struct ac_idiom_patterns {
   ac_idiom_pattern *of;
   size_t n, max;
} ac_idiom_patterns;

/* What `when` is about: name, and what it is. */
#define AC_IDIOM_MEASURES(X) \
   X(CALLS, "calls")     /* of the functions; unknown of inlined code: any */ \
   X(EACH, "each")       /* cycles a call */ \
   X(PER_RUN, "per-run") /* calls each time that the line runs */ \
   X(SHARE, "share")     /* percent of the line's cycles */

typedef enum ac_idiom_measure {
#define X(measure, name) AC_IDIOM_##measure,
   AC_IDIOM_MEASURES(X)
#undef X
      AC_IDIOM_MEASURES_N
} ac_idiom_measure;

enum {
   AC_IDIOM_C = 1,
   AC_IDIOM_CXX = 2,
   AC_IDIOM_RUST = 4,
   AC_IDIOM_ANY_LANGUAGE = 7,
};

/* What `takes` is if it is no part. */
#define AC_IDIOM_TAKES(X) \
   X(BUT_FIRST, 0, "all but the first")        /* call */ \
   X(BUT_ONE, -1, "all but one in a function") /* of the lines of the function */ \
   X(BUT_SEARCH, -2, "all but a search")       /* of the line, if it is in a loop */ \
   X(PERHAPS, -3, "perhaps")                   /* nothing that is likely */

typedef enum ac_idiom_takes {
#define X(name, value, text) AC_IDIOM_##name = value,
   AC_IDIOM_TAKES(X)
#undef X
} ac_idiom_takes;

typedef struct ac_idiom {
   const char *name;
   const char *does, *why, *cure, *source; /* why and source can be NULL */
   unsigned languages;
   ac_idiom_patterns patterns[AC_IDIOM_ROLES];
   double least[AC_IDIOM_MEASURES_N], most[AC_IDIOM_MEASURES_N];
   double takes;    /* part of the cost; or one of ac_idiom_takes */
   bool needs_also; /* the function must have what `also` names, too */
   const char *file;
   size_t line;
} ac_idiom;

typedef struct ac_idioms {
   const tk_alloc *alloc; /* borrowed */
   ac_idiom *of;
   size_t n, max;
} ac_idioms;

/* Adds the rows of a file, whose name is borrowed, but for those whose names another file
   has already.  So files of users come before the built-in table.  False, with *error
   set: it cannot be read, or a line is wrong. */
bool ac_idioms_read(ac_idioms *idioms, const char *file, an_error *error);
bool ac_idioms_read_from(ac_idioms *idioms, const char *file, an_source_of_bytes from,
                         an_error *error);

/* Adds the built-in table, whose text is idioms.txt. */
extern const char ac_idioms_table[];
void ac_idioms_add_built_in(ac_idioms *idioms);

/* The row with that name; NULL: none. */
const ac_idiom *ac_idioms_find(const ac_idioms *idioms, an_span name);

/* Whether the row is of a search in code of the program's own: it names no functions. */
bool ac_idioms_is_of_own_code(const ac_idiom *idiom);

/* The language of a source file by its name. */
unsigned ac_idioms_language(const char *file);
