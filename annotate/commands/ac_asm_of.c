/* ac_asm_of.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/ac_asm_of.h"

#include "base/an_alloc.h"
#include "base/an_suggest.h"
#include "commands/an_command.h"
#include "counts/ac_objects.h"

#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The name that may have been meant, without parameters; for free(). */
static char *like_asked(const ac_asm_choice *choice, const char *asked)
{
   an_suggestion suggestion = { .word = an_span_of(asked) };
   char *best = NULL;
   for (size_t i = 0; i < choice->n; i++) {
      const char *whole = choice->of[i].function;
      char *name = an_strndup(whole, strcspn(whole, "("));
      an_suggest(&suggestion, name);
      if (suggestion.best != name) {
         free(name);
         continue;
      }
      free(best);
      suggestion.best = best = name;
   }
   return best;
}

static int fail_choice(const ac_asm_choice *choice, const char *asked)
{
   ac_asm_lines lines;
   if (asked == NULL || choice->n == 0)
      return an_command_usage("--asm: no instruction in the profile has counts");
   if (ac_asm_is_line(asked, &lines))
      return an_command_usage(
         "--asm=%s: no instruction in the profile belongs to this line", asked);
   char *like = like_asked(choice, asked);
   int status = like == NULL
                   ? an_command_usage(
                        "--asm=%s: no function in the profile has this name", asked)
                   : an_command_usage("--asm=%s: no function in the profile has this "
                                      "name; did you mean %s?",
                                      asked, like);
   free(like);
   return status;
}

/* The file with an object's code. */
typedef struct ac_asm_binary {
   bool is_known;
   an_binary *binary;   /* NULL: not there, or not of the same build */
   const char *problem; /* why; NULL: there is no such file */
} ac_asm_binary;

static ac_asm_binary look_for_binary(const an_object *object, const an_options *options)
{
   ac_asm_binary found = { .is_known = true };
   if (strcmp(object->path, AN_UNKNOWN) == 0)
      return found;
   found.problem = "it has no build id";
   if (*object->build_id != '\0')
      found.binary = an_binary_open(an_alloc_malloc(), object->path, object->build_id,
                                    &options->request.source, &found.problem);
   return found;
}

static bool open_disasm(ac_asm_of *of, const ac_profile *profile, an_syntax syntax,
                        const char **problem)
{
   const char *arch = ac_profile_instrs(profile)->arch;
   of->disasm = an_disasm_open(an_alloc_malloc(), arch, syntax, problem);
   return of->disasm != NULL;
}

/* Room for listings of this many functions. */
static void open_listings(ac_asm_of *of, const ac_profile *profile, size_t n)
{
   of->n_binaries = ac_objects_count(profile);
   of->listings = an_calloc(n + 1, sizeof *of->listings);
   of->binaries = an_calloc(of->n_binaries + 1, sizeof *of->binaries);
}

/* Makes the listing of a function of the choice. */
static ac_asm *add_listing(ac_asm_of *of, const ac_profile *profile,
                           const an_options *options, const ac_asm_function *f)
{
   ac_asm_binary *file = &of->binaries[f->object];
   ac_asm *listing = &of->listings[of->n];
   if (!file->is_known)
      *file = look_for_binary(ac_objects_at(profile, f->object), options);
   ac_asm_open(listing, an_alloc_malloc(), profile, f->object, f->function, of->disasm,
               file->binary);
   listing->problem = file->binary == NULL ? file->problem : NULL;
   of->n++;
   return listing;
}

/* Makes the listing of one function. */
static int open_function(ac_asm_of *of, const ac_profile *profile,
                         const an_options *options, const ac_asm_function *f,
                         an_syntax syntax, const ac_asm_lines *lines)
{
   const char *problem;
   if (!open_disasm(of, profile, syntax, &problem))
      return an_command_fail(NULL, 0, problem);
   open_listings(of, profile, 1);
   add_listing(of, profile, options, f)->asked = *lines;
   return AN_PARSED;
}

static void open_choice(ac_asm_of *of, const ac_profile *profile, const ac_measure *sort)
{
   *of = (ac_asm_of){ .n = 0 };
   ac_asm_choice_open(&of->choice, an_alloc_malloc(), profile, sort);
}

/* As ac_asm_choose. */
static const ac_asm_function *choose(const ac_asm_choice *choice,
                                     const ac_profile *profile, const char *asked,
                                     const ac_measure *sort, ac_asm_lines *lines)
{
   const ac_asm_function *found;
   ac_asm_choose(choice, profile, asked, sort, &found, lines);
   return found;
}

int ac_asm_of_open(ac_asm_of *of, const ac_profile *profile, const an_options *options,
                   const ac_measure *sort)
{
   const char *name = options->asked.name;
   open_choice(of, profile, sort);
   ac_asm_lines lines = { .first = 0 };
   const ac_asm_function *f = name == NULL
                                 ? of->choice.of
                                 : choose(&of->choice, profile, name, sort, &lines);
   if (of->choice.n == 0 || f == NULL)
      return fail_choice(&of->choice, name);
   return open_function(of, profile, options, f, options->asked.syntax, &lines);
}

void ac_asm_of_open_most(ac_asm_of *of, const ac_profile *profile,
                         const an_options *options, const ac_measure *sort)
{
   enum { FUNCTIONS_MOST = 60, ROWS_MOST = 5000 };
   const char *problem;
   size_t n_rows = 0;
   open_choice(of, profile, sort);
   if (!open_disasm(of, profile, options->asked.syntax, &problem))
      return;
   open_listings(of, profile, FUNCTIONS_MOST);
   while (of->n < of->choice.n && of->n < FUNCTIONS_MOST && n_rows < ROWS_MOST)
      n_rows += add_listing(of, profile, options, &of->choice.of[of->n])->n;
}

/* ---- Pairs ---- */

/* The function of the other side that has this one's name. */
static const ac_asm_function *same_function(const ac_asm_choice *choice,
                                            const char *function)
{
   for (size_t i = 0; function != NULL && i < choice->n; i++)
      if (strcmp(choice->of[i].function, function) == 0)
         return &choice->of[i];
   return NULL;
}

static long double value_of(const ac_asm_function *f, const ac_measure *sort)
{
   return f == NULL ? 0 : ac_measure_value(sort, f->counts);
}

/* The function that changes most.  Code that is named by its address has no name in the
   other build. */
static const char *find_changed(const ac_asm_pair_of *of, const ac_profile *old,
                                const ac_profile *new, const ac_measure *sort)
{
   const char *found = NULL;
   long double most = -1;
   for (int side = 0; side < 2; side++) {
      const ac_asm_choice *these = side == 0 ? &of->new.choice : &of->old.choice;
      const ac_asm_choice *others = side == 0 ? &of->old.choice : &of->new.choice;
      for (size_t i = 0; i < these->n; i++) {
         const ac_asm_function *f = &these->of[i];
         /* What others have is less than what was found: then so is what changed. */
         if (value_of(f, sort) <= most)
            break;
         if (ac_objects_code(side == 0 ? new : old, f->function) != NULL)
            continue;
         long double change = fabsl(value_of(f, sort)
                                    - value_of(same_function(others, f->function), sort));
         if (change > most) {
            most = change;
            found = f->function;
         }
      }
   }
   return found;
}

static const char *find_asked(const ac_asm_pair_of *of, const ac_profile *old,
                              const ac_profile *new, const char *asked,
                              const ac_measure *sort)
{
   ac_asm_lines lines;
   const ac_asm_function *f = choose(&of->new.choice, new, asked, sort, &lines);
   if (f == NULL)
      f = choose(&of->old.choice, old, asked, sort, &lines);
   return f == NULL ? NULL : f->function;
}

int ac_asm_pair_of_open(ac_asm_pair_of *of, const ac_profile *old, const ac_profile *new,
                        const an_options *options, const ac_measure *sort)
{
   const ac_asm_asked *asked = &options->asked;
   open_choice(&of->old, old, sort);
   open_choice(&of->new, new, sort);
   const char *function = asked->name == NULL
                             ? find_changed(of, old, new, sort)
                             : find_asked(of, old, new, asked->name, sort);
   if (function == NULL)
      return fail_choice(&of->new.choice, asked->name);
   const ac_asm_function *before = same_function(&of->old.choice, function);
   const ac_asm_function *after = same_function(&of->new.choice, function);
   const ac_asm_lines all = { .first = 0 };
   int status = AN_PARSED;
   if (before != NULL)
      status = open_function(&of->old, old, options, before, asked->syntax, &all);
   if (status == AN_PARSED && after != NULL)
      status = open_function(&of->new, new, options, after, asked->syntax, &all);
   if (status != AN_PARSED)
      return status;
   ac_asm_pair_open(&of->pair, an_alloc_malloc(),
                    before == NULL ? NULL : of->old.listings,
                    after == NULL ? NULL : of->new.listings);
   return AN_PARSED;
}
