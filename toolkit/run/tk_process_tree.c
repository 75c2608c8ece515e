/* tk_process_tree.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_process_tree.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "run/tk_checkpoint.h"
#include "run/tk_files.h"
#include "run/tk_jail.h"
#include "run/tk_tool.h"

/* The core's library has this function, but no header of the SDK declares it. */
extern SysRes VG_(am_shared_mmap_file_float_valgrind)(SizeT length_B, UInt rights, Int fd,
                                                      Off64T offset);

enum {
   MAX_NOTES = 100, /* more are counted only */
   MAX_SHOWN = 10,
   PLACE_B = 512,
   TURNS = 64, /* of processes that fork at the same time */
   MAX_WAIT_MS = 100,
};

typedef struct note {
   Int pid, parent;
   Bool is_done;
   HChar place[PLACE_B], spare[PLACE_B]; /* spare "": the profile has its name */
} note;

typedef struct process_tree {
   Int turn;             /* the next */
   Int has_begun[TURNS]; /* the child that is made in this turn */
   Int n_notes;
   note notes[MAX_NOTES];
} process_tree;

static process_tree *shared; /* NULL: there is no such memory */
static UInt my_turn;
static note *my_note; /* of this process */
static Int my_pid;

void tk_process_tree_start(void)
{
   SysRes zero = tk_files_open("/dev/zero", VKI_O_RDWR, 0);
   if (sr_isError(zero))
      return;
   SysRes sr = VG_(am_shared_mmap_file_float_valgrind)(
      sizeof(process_tree), VKI_PROT_READ | VKI_PROT_WRITE, (Int)sr_Res(zero), 0);
   if (!sr_isError(sr))
      shared = (process_tree *)sr_Res(sr);
   tk_jail_call(__NR_close, sr_Res(zero), 0, 0, 0);
}

/* ---- fork ------------------------------------------------------------ */

void tk_process_tree_before_fork(void)
{
   if (shared == NULL)
      return;
   my_turn = (UInt)__sync_fetch_and_add(&shared->turn, 1) % TURNS;
   shared->has_begun[my_turn] = 0;
}

void tk_process_tree_wait_for_child(void)
{
   const struct vki_timespec most = { 0, MAX_WAIT_MS * 1000000 };
   if (shared == NULL)
      return;
   volatile Int *has_begun = &shared->has_begun[my_turn];
   Bool is_over = False;
   while (*has_begun == 0 && !is_over) {
      SysRes sr = tk_jail_call(__NR_futex, (UWord)has_begun, VKI_FUTEX_WAIT, 0,
                               (UWord)&most);
      is_over = sr_isError(sr) && sr_Err(sr) != VKI_EINTR;
   }
}

void tk_process_tree_child_has_begun(void)
{
   if (shared == NULL)
      return;
   shared->has_begun[my_turn] = 1;
   tk_jail_call(__NR_futex, (UWord)&shared->has_begun[my_turn], VKI_FUTEX_WAKE, 1, 0);
}

/* ---- Profiles elsewhere ---------------------------------------------- */

static note *new_note(void)
{
   Int i = __sync_fetch_and_add(&shared->n_notes, 1);
   return i >= 0 && i < MAX_NOTES ? &shared->notes[i] : NULL;
}

void tk_process_tree_tell(Int parent, const HChar *place, const HChar *spare,
                          Bool is_done)
{
   Int pid = tk_jail_pid();
   if (shared == NULL || VG_(strlen)(place) >= PLACE_B
       || (spare != NULL && VG_(strlen)(spare) >= PLACE_B))
      return;
   if (my_pid != pid)
      my_note = new_note();
   my_pid = pid;
   if (my_note == NULL)
      return;
   VG_(strcpy)(my_note->place, place);
   VG_(strcpy)(my_note->spare, spare != NULL ? spare : "");
   my_note->pid = pid;
   my_note->is_done = is_done;
   __sync_synchronize();
   my_note->parent = parent; /* now it can be read */
}

/* Cuts the suffix of a checkpoint; False: the file has another name. */
static Bool rename_note(note *it)
{
   HChar name[PLACE_B];
   SizeT length_B = VG_(strlen)(it->place), suffix_B = VG_(strlen)(TK_CHECKPOINT_SUFFIX);
   if (length_B <= suffix_B
       || VG_(strcmp)(it->place + length_B - suffix_B, TK_CHECKPOINT_SUFFIX) != 0)
      return False;
   VG_(strcpy)(name, it->place);
   name[length_B - suffix_B] = '\0';
   if (sr_isError(tk_files_rename(it->place, name)))
      return False;
   VG_(strcpy)(it->place, name);
   tk_files_remove(it->spare);
   return True;
}

void tk_process_tree_report(void)
{
   Int n = shared == NULL ? 0 : shared->n_notes, n_shown = 0;
   Int pid = tk_jail_pid();
   for (Int i = 0; i < n && i < MAX_NOTES; i++) {
      note *it = &shared->notes[i];
      if (it->parent != pid)
         continue;
      it->parent = 0;
      Bool is_named = it->is_done && it->spare[0] != '\0' && rename_note(it);
      if (n_shown++ < MAX_SHOWN)
         VG_(umsg)(is_named ? "note: the profile of process %d is now '%s'\n"
                            : "note: the profile of process %d went to '%s'\n",
                   it->pid, tk_tool_shown(it->place));
   }
   if (n_shown > MAX_SHOWN)
      VG_(umsg)("note: and so on, %d in all\n", n_shown);
   if (n > MAX_NOTES)
      VG_(umsg)("note: profiles of %d more processes went elsewhere; their logs say "
                "where\n",
                n - MAX_NOTES);
}
