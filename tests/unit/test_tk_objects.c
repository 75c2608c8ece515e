/* test_tk_objects.c -- which functions of which objects are watched.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "unit_core.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_seqmatch.h"

#include <fnmatch.h>
#include <sys/wait.h>
#include <unistd.h>

#include "code/tk_code_objects.h"
#include "watch/tk_objects.h"

/* ---- The core's debug info: a function at each address ---- */

static const struct {
   Addr at;
   const HChar *function, *soname, *path;
} known[] = {
   { 1, "malloc", "libc.so.6", "/lib/libc.so.6" },
   { 2, "malloc", "NONE", "/bin/program" },
   { 3, "malloc", "libmine.so", "/lib/libmine.so" },
   { 4, "operator delete(void*)", "libstdc++.so.6", "/lib/libstdc++.so.6" },
   { 5, "operator new(unsigned long)", "libstdc++.so.6", "/lib/libstdc++.so.6" },
   { 6, "operator delete(void*)", "libc++.so.1", "/lib/libc++.so.1" },
   { 7, "main", "NONE", "/bin/program" },
   { 8, "free", "libjemalloc.so.2", "/lib/libjemalloc.so.2" },
   { 9, "malloc", NULL, NULL }, /* of no object that is known */
   { 10, NULL, NULL, "/lib/x86_64/libc-2.31.so" },
   { 11, "arena_thread_freeres", "NONE", "/bin/static" },
   { 12, "tcache_thread_shutdown", "NONE", "/bin/static" },
   { 13, "_dl_start", "ld-linux-x86-64.so.2", "/lib/ld-linux-x86-64.so.2" },
   { 14, NULL, NULL, "/lib/libc.so.6" },
   { 15, NULL, NULL, "/lib/libc.a" },
   { 16, "free", "libstdc++.so.6", "/lib/libstdc++.so.6" },
};
enum { N_KNOWN = sizeof known / sizeof *known };

/* What the pointers of the core point to is ours. */
const DebugInfo *tk_code_debug_info(Addr at)
{
   return at > N_KNOWN || known[at - 1].soname == NULL
             ? NULL
             : (const DebugInfo *)&known[at - 1];
}

const HChar *VG_(DebugInfo_get_soname)(const DebugInfo *object)
{
   for (int i = 0; i < N_KNOWN; i++)
      if ((const void *)object == &known[i])
         return known[i].soname;
   return NULL;
}

DiEpoch VG_(current_DiEpoch)(void)
{
   return (DiEpoch){ 5 };
}

Bool VG_(get_fnname)(DiEpoch epoch, Addr at, const HChar **name)
{
   assert_int_equal(epoch.n, 5);
   *name = known[at - 1].function;
   return *name != NULL;
}

Bool VG_(get_fnname_if_entry)(DiEpoch epoch, Addr at, const HChar **name)
{
   return VG_(get_fnname)(epoch, at, name);
}

Bool VG_(get_objname)(DiEpoch epoch, Addr at, const HChar **path)
{
   assert_int_equal(epoch.n, 5);
   *path = known[at - 1].path;
   return *path != NULL;
}

Bool VG_(string_match)(const HChar *pattern, const HChar *text)
{
   return fnmatch(pattern, text, 0) == 0; /* ? and * are the same */
}

extern const HChar *VG_(clo_soname_synonyms);
const HChar *VG_(clo_soname_synonyms);

/* ---- Tests ---- */

/* A function at an address: "malloc", or "-" if none; with "!" if it is not watched, "c"
   if it is the C library's. */
static void write_function(char *out, Addr at)
{
   Bool is_watched = False, is_libc = False;
   const tk_function *function = tk_objects_function(at, &is_watched, &is_libc);
   sprintf(out, "%s%s%s ", function == NULL ? "-" : function->name,
           function != NULL && !is_watched ? "!" : "",
           function != NULL && is_watched && is_libc ? "c" : "");
}

/* In a process of its own: the option is looked at once. */
static void check(const HChar *synonyms, const char *expected)
{
   pid_t child = fork();
   assert_true(child >= 0);
   if (child == 0) {
      char text[500] = "";
      VG_(clo_soname_synonyms) = synonyms;
      for (Addr at = 1; at <= 9; at++)
         write_function(text + strlen(text), at);
      write_function(text + strlen(text), 16);
      if (strcmp(text, expected) != 0)
         fprintf(stderr, "   found    %s\n   expected %s\n", text, expected);
      _exit(strcmp(text, expected) != 0);
   }
   int status;
   assert_int_equal(waitpid(child, &status, 0), child);
   assert_int_equal(status, 0);
}

static void watches_objects(void **state)
{
   (void)state;
   /* libstdc++'s delete calls free. */
#define DELETE_NEW " - operator new operator delete -"
   const char all[] = "mallocc malloc malloc" DELETE_NEW " free malloc free ";
   const char some[] = "mallocc malloc! malloc" DELETE_NEW " free! malloc! free ";
   const char none[] = "mallocc malloc! malloc!" DELETE_NEW " free! malloc! free ";
   check(NULL, all);
   check("", all);
   check("other=libmine*", all);
   check("somalloc=*", all);
   check("somalloc=libmine*", some);
   check("other=x,somalloc=libmine*,another=y", some);
   check("somalloc=nouserintercepts", none);
   check("somalloc=NONE", "mallocc malloc malloc!" DELETE_NEW " free! malloc! free ");
}

static void knows_libraries(void **state)
{
   (void)state;
   static const bool are_allocators[N_KNOWN] = { [0] = true, [7] = true };
   static const bool are_libc[N_KNOWN] = {
      [0] = true, [9] = true, [10] = true, [11] = true, [12] = true, [13] = true
   };
   for (Addr at = 1; at <= N_KNOWN; at++) {
      assert_int_equal(tk_objects_is_allocator(at), are_allocators[at - 1]);
      assert_int_equal(tk_objects_is_libc(at), are_libc[at - 1]);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(watches_objects),
      cmocka_unit_test(knows_libraries),
   };
   return cmocka_run_group_tests_name("tk_objects", tests, NULL, NULL);
}
