/* types_dump.c -- prints the types that ty_types finds, for tests/tool/heap_types.sh:
   for each site below a function whose name begins with the given word, a line
   "function TYPE SIZE; field:offset:size; ...", or "function ?".
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_alloc.h"
#include "commands/ah_load.h"
#include "commands/an_command.h"
#include "heap/ah_type.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The outermost function with such a name. */
static const char *find_case(const ah_profile *p, const ah_site *site, const char *word)
{
   for (size_t i = site->n_frames; i-- > 0;) {
      const char *name = p->frames[site->frames[i]].function;
      if (strncmp(name, word, strlen(word)) == 0)
         return name;
   }
   return NULL;
}

static void print_type(const char *name, const ty_type *type)
{
   printf("%.*s ", (int)strcspn(name, "("), name);
   if (type == NULL)
      printf("?");
   else
      printf("%s %" PRId64, type->name, type->size_B);
   for (size_t i = 0; type != NULL && i < type->n_fields; i++)
      printf("; %s:%" PRId64 ":%" PRId64, type->fields[i].name, type->fields[i].offset,
             type->fields[i].size_B);
   printf("\n");
}

int main(int argc, char **argv)
{
   an_command_begin("types_dump");
   if (argc != 4) {
      fprintf(stderr, "usage: types_dump FILE WORD SOURCE-DIRECTORY\n");
      return AN_EXIT_USAGE;
   }
   const char *directory = argv[3];
   an_source_places places = { .directories = &directory, .n_directories = 1 };
   ah_profile *profile = ah_load(an_alloc_malloc(), argv[1]);
   ty_types *types = ty_types_new(an_alloc_malloc(), &places);
   bool is_good = profile != NULL && types != NULL;
   for (size_t i = 0; is_good && i < profile->n_sites; i++) {
      const ah_site *site = &profile->sites[i];
      const char *name = find_case(profile, site, argv[2]);
      if (name != NULL)
         print_type(name, ah_type_of_site(types, profile, site));
   }
   return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
