/* tk_program.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/tk_program.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#define LABEL "tk.program"

static struct {
   const HChar *file; /* where the link leads to; NULL: no link, or of the same name */
   const HChar *link;
   Bool is_script;
} program;

/* ---- Finding the link ------------------------------------------------ */

static Bool is_program(const HChar *path, struct vg_stat *st)
{
   return !sr_isError(VG_(stat)(path, st)) && VKI_S_ISREG(st->mode)
          && (st->mode & 0111) != 0;
}

/* DIRECTORY/NAME, from VG_(malloc). */
static HChar *join_path(const HChar *directory, SizeT directory_B, const HChar *name)
{
   HChar *path = VG_(malloc)(LABEL, directory_B + VG_(strlen)(name) + 2);
   VG_(memcpy)(path, directory, directory_B);
   path[directory_B] = '/';
   VG_(strcpy)(path + directory_B + 1, name);
   return path;
}

/* The command's path, from VG_(malloc), found in PATH as a shell does; NULL: not found.
   The core keeps the command as it was typed. */
static HChar *find_command(struct vg_stat *st)
{
   const HChar *command = VG_(args_the_exename), *end;
   const HChar *path = VG_(getenv)("PATH");
   if (command[0] == '/')
      return is_program(command, st) ? VG_(strdup)(LABEL, command) : NULL;
   if (VG_(strchr)(command, '/') != NULL) {
      const HChar *wd = VG_(get_startup_wd)();
      if (VG_(strncmp)(command, "./", 2) == 0)
         command += 2;
      return is_program(command, st) ? join_path(wd, VG_(strlen)(wd), command) : NULL;
   }
   for (; path != NULL && *path != '\0'; path = *end == ':' ? end + 1 : end) {
      for (end = path; *end != ':' && *end != '\0'; end++) {}
      HChar *found = join_path(path, (SizeT)(end - path), command);
      if (is_program(found, st))
         return found;
      VG_(free)(found);
   }
   return NULL;
}

/* The path of the mapped file, or NULL. */
static const HChar *find_mapped(const struct vg_stat *st)
{
   enum { SOME = 100 }; /* at the start, there are fewer */
   const HChar *path = NULL;
   Addr starts[SOME];
   Int n = VG_(am_get_segment_starts)(SkFileC, starts, SOME);
   for (Int i = 0; i < n && path == NULL; i++) {
      const NSegment *segment = VG_(am_find_nsegment)(starts[i]);
      if (segment->dev == st->dev && segment->ino == st->ino)
         path = VG_(am_get_filename)(segment);
   }
   return path;
}

static const HChar *last_part(const HChar *path)
{
   const HChar *slash = VG_(strrchr)(path, '/');
   return slash == NULL ? path : slash + 1;
}

/* The kernel starts an interpreter for it. */
static Bool is_script(const HChar *path)
{
   HChar text[2] = "";
   SysRes fd = VG_(open)(path, VKI_O_RDONLY, 0);
   if (sr_isError(fd))
      return False;
   Int n = VG_(read)((Int)sr_Res(fd), text, sizeof text);
   VG_(close)((Int)sr_Res(fd));
   return n == sizeof text && text[0] == '#' && text[1] == '!';
}

Bool tk_program_is_script(void)
{
   return program.is_script;
}

void tk_program_find(void)
{
   struct vg_stat st;
   HChar *link = find_command(&st);
   program.is_script = link != NULL && is_script(link);
   const HChar *file = link == NULL ? NULL : find_mapped(&st);
   if (file == NULL || VG_(strcmp)(last_part(file), last_part(link)) == 0)
      return;
   program.file = VG_(strdup)(LABEL, file);
   program.link = link;
}

/* ---- Names ----------------------------------------------------------- */

const HChar *tk_program_path(const HChar *path)
{
   return program.file != NULL && VG_(strcmp)(path, program.file) == 0 ? program.link
                                                                       : path;
}

const HChar *tk_program_in(const HChar *description)
{
   static HChar *text; /* reused: descriptions have no bound */
   static const HChar in[] = " (in ";
   if (program.file == NULL)
      return description;
   SizeT n = VG_(strlen)(description), file_B = VG_(strlen)(program.file);
   SizeT end_B = sizeof in - 1 + file_B + 1;
   if (n <= end_B || description[n - 1] != ')'
       || VG_(strncmp)(description + n - 1 - file_B, program.file, file_B) != 0
       || VG_(strncmp)(description + n - end_B, in, sizeof in - 1) != 0)
      return description;
   SizeT prefix_B = n - 1 - file_B;
   text = VG_(realloc)(LABEL, text, prefix_B + VG_(strlen)(program.link) + 2);
   VG_(memcpy)(text, description, prefix_B);
   VG_(sprintf)(text + prefix_B, "%s)", program.link);
   return text;
}
