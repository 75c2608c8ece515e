/* ac_own_files.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_own_files.h"

#include "base/an_crate.h"
#include "base/an_own.h"
#include "base/tk_library.h"
#include "counts/ac_objects.h"
#include "paths/an_wrapper.h"

#include <string.h>

static bool is_known(const char *file)
{
   return file != NULL && strcmp(file, AN_UNKNOWN) != 0;
}

static bool is_in_system(const ac_own_files *files, const ac_called *function)
{
   return function->object != SIZE_MAX
          && tk_library_is_system(ac_objects_at(files->profile, function->object)->path);
}

/* Distributions build with paths that are relative to "." in debug information. */
static bool is_relative(const char *file)
{
   return strncmp(file, "./", 2) == 0 || strncmp(file, "../", 3) == 0;
}

/* Such paths are of what a distribution built, and not the program's, if the program has
   others. */
static void see_program_file(ac_own_files *files, const char *file)
{
   if (is_known(file) && !is_relative(file)
       && !an_own_is_library(ac_profile_own(files->profile), file))
      files->has_others = true;
}

/* What is known by any file of the profile. */
static void see_files(ac_own_files *files)
{
   for (size_t i = 0; i < ac_profile_n_files(files->profile); i++) {
      const char *name = ac_profile_file(files->profile, i)->name;
      size_t n = strlen(name);
      files->is_rust |= n > 3 && strcmp(name + n - 3, ".rs") == 0;
      if (files->calls == NULL)
         see_program_file(files, name);
   }
}

static void add_file(ac_own_files *files, bool of_system, const char *file)
{
   tk_words *to = of_system ? &files->of_system : &files->of_others;
   if (!of_system)
      see_program_file(files, file);
   tk_words_add(to, (uintptr_t)file);
}

/* Adds the files of functions, and of the code that is inlined into them: those in
   libraries of the system apart. */
static void add_files(ac_own_files *files)
{
   const ac_calls *calls = files->calls;
   for (uint32_t i = 0; i < calls->n_functions; i++) {
      const ac_called *function = &calls->functions[i];
      bool of_system = is_in_system(files, function);
      add_file(files, of_system, function->file);
      for (uint32_t k = 0; k < function->n_inlined; k++)
         add_file(files, of_system, calls->inlined[function->first_inlined + k].file);
   }
}

void ac_own_files_open(ac_own_files *files, const tk_alloc *alloc,
                       const ac_profile *profile)
{
   const tk_words none = { .alloc = alloc, .label = AN_LABEL };
   *files = (ac_own_files){ .profile = profile,
                            .calls = ac_profile_calls(profile),
                            .of_system = none,
                            .of_others = none };
   if (files->calls != NULL)
      add_files(files);
   see_files(files);
}

bool ac_own_files_has(const ac_own_files *files, const char *file)
{
   const an_own *own = ac_profile_own(files->profile);
   if (!is_known(file) || an_own_is_library(own, file))
      return false;
   if (an_own_says(own, file) == AN_WHOSE_PROGRAM)
      return true;
   if (is_relative(file) && files->has_others)
      return false;
   return files->calls == NULL || tk_words_has(&files->of_others, (uintptr_t)file)
          || (!is_relative(file) && !tk_words_has(&files->of_system, (uintptr_t)file));
}

/* Valgrind's name for what calls main, in the program's start-up code, too. */
static const char below_main[] = "(below main)";

bool ac_own_files_has_function(const ac_own_files *files, uint32_t function)
{
   const ac_called *called = &files->calls->functions[function];
   if (is_known(called->file))
      return ac_own_files_has(files, called->file);
   an_span crate = files->is_rust ? an_crate_of_function(called->name) : (an_span){ 0 };
   return !is_in_system(files, called) && strcmp(called->name, below_main) != 0
          && !an_wrapper_is_shim(called->name)
          && (crate.at == NULL || !an_span_is(crate, "std"));
}
