/* tk_core_version.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"

#include "run/tk_core_version.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

/* In a tool's read-only data: "valgrind-3.19.0", for --version. */
#define MARK "valgrind-"

enum {
   MARK_B = sizeof MARK - 1,
   VERSION_MAX_B = 32,
   CHUNK_B = 1 << 18,
   OVERLAP_B = MARK_B + VERSION_MAX_B,
};

static Bool is_number_char(HChar c)
{
   return (c >= '0' && c <= '9') || c == '.';
}

static Bool is_version_char(HChar c)
{
   return is_number_char(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')
          || c == '-' || c == '+' || c == '~';
}

/* The length of the number at the start of a version like "3.28.0.GIT". */
static SizeT number_length(const HChar *version)
{
   SizeT n = 0;
   while (is_number_char(version[n]))
      n++;
   while (n > 0 && version[n - 1] == '.')
      n--;
   return n;
}

/* Versions that differ in what follows the number are the same. */
static Bool is_same_version(const HChar *a, const HChar *b)
{
   SizeT n = number_length(a);
   return n == number_length(b) && VG_(strncmp)(a, b, n) == 0;
}

/* Finds MARK and a digit.  Horspool's search: at a byte that is not in the mark, it
   skips the whole length of the mark. */
static const HChar *find_version(const HChar *bytes, SizeT length_B)
{
   UChar skip[256];
   VG_(memset)(skip, MARK_B, sizeof skip);
   for (UInt i = 0; i < MARK_B - 1; i++)
      skip[(UChar)MARK[i]] = (UChar)(MARK_B - 1 - i);
   for (SizeT i = 0; i + OVERLAP_B <= length_B; i += skip[(UChar)bytes[i + MARK_B - 1]]) {
      const HChar *version = bytes + i + MARK_B;
      if (VG_(memcmp)(bytes + i, MARK, MARK_B) == 0 && version[0] >= '0'
          && version[0] <= '9')
         return version;
   }
   return NULL;
}

/* Copies the version found in a file to out[].  False if there is none. */
static Bool version_in_file(const HChar *path, HChar out[VERSION_MAX_B])
{
   Int fd = VG_(fd_open)(path, VKI_O_RDONLY, 0);
   if (fd < 0)
      return False;
   HChar *chunk = VG_(malloc)("tk.core_version", CHUNK_B);
   SizeT kept_B = 0;
   const HChar *version = NULL;
   Int n;
   while ((n = VG_(read)(fd, chunk + kept_B, (Int)(CHUNK_B - kept_B))) > 0) {
      SizeT have_B = kept_B + (SizeT)n;
      version = find_version(chunk, have_B);
      if (version != NULL)
         break;
      kept_B = have_B < OVERLAP_B ? have_B : OVERLAP_B;
      VG_(memmove)(chunk, chunk + have_B - kept_B, kept_B);
   }
   if (version != NULL) {
      SizeT length = 0;
      for (; length < VERSION_MAX_B - 1 && is_version_char(version[length]); length++)
         out[length] = version[length];
      out[length] = '\0';
   }
   VG_(free)(chunk);
   VG_(close)(fd);
   return version != NULL;
}

void tk_require_core_version(const char *name)
{
   static const HChar *const witnesses[] = { "none", "cachegrind", "memcheck" };
   HChar path[VG_(strlen)(VG_(libdir)) + 64];
   HChar found[VERSION_MAX_B];

   for (UInt i = 0; i < sizeof witnesses / sizeof witnesses[0]; i++) {
      VG_(sprintf)(path, "%s/%s-%s", VG_(libdir), witnesses[i], VG_PLATFORM);
      if (!version_in_file(path, found))
         continue;
      if (is_same_version(found, VALGRIND_VERSION))
         return;
      VG_(fmsg)("%s was built for Valgrind %s, but %s has Valgrind %s: "
                "rebuild Quern for it\n",
                name, VALGRIND_VERSION, VG_(libdir), found);
      VG_(exit)(1);
   }
}
