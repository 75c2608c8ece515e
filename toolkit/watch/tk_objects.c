/* tk_objects.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "watch/tk_objects.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_seqmatch.h"

#include "code/tk_code_objects.h"

static Bool soname_is(Addr address, const HChar *pattern)
{
   const DebugInfo *object = tk_code_debug_info(address);
   const HChar *soname = object == NULL ? NULL : VG_(DebugInfo_get_soname)(object);
   return soname != NULL && VG_(string_match)(pattern, soname);
}

/* The core's option --soname-synonyms.  No header of the SDK declares it
   (configure looks for it). */
extern const HChar *VG_(clo_soname_synonyms);

/* The pattern of the objects to watch besides the C and C++ libraries: what
   follows "somalloc=" up to a comma, "*" by default.  NULL: no others. */
static const HChar *other_objects(void)
{
   static HChar pattern[200];
   if (VG_(clo_soname_synonyms) == NULL)
      return "*";
   const HChar *value = VG_(strstr)(VG_(clo_soname_synonyms), "somalloc=");
   if (value == NULL)
      return "*";
   VG_(strncpy)(pattern, value + 9, sizeof pattern - 1);
   HChar *comma = VG_(strchr)(pattern, ',');
   if (comma != NULL)
      *comma = '\0';
   return VG_(strcmp)(pattern, "nouserintercepts") == 0 ? NULL : pattern;
}

static Bool is_watched_object(Addr address)
{
   static const HChar *others;
   static Bool is_known;
   if (!is_known)
      others = other_objects();
   is_known = True;
   if (others != NULL && VG_(strcmp)(others, "*") == 0)
      return True; /* also code whose object the core does not know */
   return (others != NULL && soname_is(address, others)) || soname_is(address, "libc.so*")
          || soname_is(address, "libstdc++*") || soname_is(address, "libc++*");
}

/* mimalloc 3 defines these, as aliases of its own; the core reports the shorter name.
   libc's only call malloc. */
static const tk_function *find_duplicate(const HChar *name, Addr address)
{
   const HChar *own = VG_(strcmp)(name, "strdup") == 0    ? "mi_strdup"
                      : VG_(strcmp)(name, "strndup") == 0 ? "mi_strndup"
                                                          : NULL;
   return own != NULL && soname_is(address, "libmimalloc*") ? tk_function_named(own)
                                                            : NULL;
}

const tk_function *tk_objects_function(Addr address, Bool *is_watched, Bool *is_libc)
{
   const HChar *name;
   if (!VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), address, &name))
      return NULL;
   const tk_function *function = tk_function_named(name);
   if (function == NULL)
      function = find_duplicate(name, address);
   if (function == NULL)
      return NULL;
   *is_watched = is_watched_object(address);
   if (!*is_watched)
      return function;
   /* libstdc++'s operators delete only call free. */
   if (function->action == TK_FREE && name[0] == 'o' && soname_is(address, "libstdc++*"))
      return NULL;
   *is_libc = soname_is(address, "libc.so*");
   return function;
}

Bool tk_objects_is_allocator(Addr address)
{
   return soname_is(address, "libc.so*") || soname_is(address, "lib*malloc*");
}

/* By the file that the code is mapped from.  The C library's functions that free
   its own memory are in a section with an unusual name. */
static Bool is_of_libc_file(Addr address)
{
   const HChar *path;
   return VG_(get_objname)(VG_(current_DiEpoch)(), address, &path)
          && (VG_(string_match)("*/libc.so*", path)
              || VG_(string_match)("*/libc-2.??.so", path));
}

/* In a static program, only the functions' names identify the C library. */
Bool tk_objects_is_libc(Addr address)
{
   const HChar *name;
   if (soname_is(address, "libc.so*") || soname_is(address, "ld-linux*")
       || is_of_libc_file(address))
      return True;
   return VG_(get_fnname)(VG_(current_DiEpoch)(), address, &name)
          && (VG_(string_match)("*thread_freeres", name)
              || VG_(string_match)("tcache_thread_*", name));
}
