/* ac_asm_of.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/ac_asm_of.h"

#include "base/an_alloc.h"
#include "base/an_suggest.h"
#include "commands/an_command.h"
#include "counts/ac_objects.h"

#include <stdlib.h>
#include <string.h>

/* The name that may have been meant, without parameters; for free(). */
static char *like_asked(const ac_asm_choice *choice, const char *asked)
{
   an_suggestion suggestion = { .word = an_span_of(asked) };
   char *best = NULL;
   for (size_t i = 0; i < choice->n; i++) {
      const char *whole = choice->of[i].function;
      char *name = an_options_need(strndup(whole, strcspn(whole, "(")));
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
   an_span file;
   uint32_t line;
   if (asked == NULL || choice->n == 0)
      return an_command_usage("--asm: no instruction in the profile has counts");
   if (ac_asm_is_line(asked, &file, &line))
      return an_command_usage("--asm=%s: no instruction in the profile is of this line",
                              asked);
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

/* The file with the object's code, if it is there and of the same build. */
static void open_binary(ac_asm_of *of, const an_object *object, const an_options *options)
{
   if (strcmp(object->path, AN_UNKNOWN) == 0 || *object->build_id == '\0')
      return;
   of->binary = an_binary_open(an_alloc_malloc(), object->path, object->build_id,
                               &options->request.source, &of->problem);
}

int ac_asm_of_open(ac_asm_of *of, const ac_profile *profile, const an_options *options,
                   const char *asked, an_syntax syntax, const ac_measure *sort)
{
   const tk_alloc *alloc = an_alloc_malloc();
   const char *problem;
   *of = (ac_asm_of){ .is_open = true };
   if (ac_asm_choice_open(&of->choice, alloc, profile, sort) != AN_OK)
      an_options_need(NULL);
   const ac_asm_function *f = asked == NULL
                                 ? of->choice.of
                                 : ac_asm_choose(&of->choice, profile, asked, sort);
   if (of->choice.n == 0 || f == NULL)
      return fail_choice(&of->choice, asked);
   of->disasm = an_disasm_open(alloc, ac_profile_instrs(profile)->arch, syntax, &problem);
   if (of->disasm == NULL) {
      an_command_error(NULL, 0, problem);
      return EXIT_FAILURE;
   }
   open_binary(of, ac_objects_at(profile, f->object), options);
   if (ac_asm_open(&of->listing, alloc, profile, f->object, f->function, of->disasm,
                   of->binary)
       != AN_OK)
      an_options_need(NULL);
   if (asked != NULL && strcmp(asked, f->function) != 0)
      ac_asm_is_line(asked, &of->listing.asked_file, &of->listing.asked_line);
   return AN_PARSED;
}

void ac_asm_of_close(ac_asm_of *of)
{
   if (!of->is_open)
      return;
   if (of->listing.alloc != NULL)
      ac_asm_close(&of->listing);
   if (of->binary != NULL)
      an_binary_close(of->binary);
   if (of->disasm != NULL)
      an_disasm_close(of->disasm);
   ac_asm_choice_close(&of->choice);
}
