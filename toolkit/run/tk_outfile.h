/* tk_outfile.h -- names of profiles, and when they are written: dumps, checkpoints
   (tk_checkpoint.h), and at the end; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "run/tk_control.h"
#include "run/tk_pace.h"
#include "run/tk_state.h"

/* Writes the profile so far to a file; no count changes.  Returns NULL, or why it was
   not written. */
typedef const HChar *tk_outfile_write(const HChar *name, const tk_state *state);

/* The process is a new child, with a profile of its own, and this is its only thread.
   Unless the outfile's `inherits`, its counts start at 0 now. */
typedef void tk_outfile_fork(ThreadId id);

enum { TK_OUTFILE_CHECKPOINT_S = 30 };

/* Used by tk_checkpoint.c. */
typedef struct tk_checkpoints {
   HChar *file;         /* written by this process; NULL: none yet */
   Bool has_complained; /* a failure was reported */
   tk_pace pace;
   ULong now_ms;     /* when the clock was last read; it starts with the tool */
   ULong seen_ticks; /* at the same time */
} tk_checkpoints;

typedef struct tk_outfile {
   const HChar *option;  /* "--cachesim-out-file" */
   const HChar *pattern; /* its value; borrowed */
   tk_outfile_write *write;
   tk_outfile_fork *fork;
   Int checkpoint_s;        /* --checkpoint: the interval; 0: none */
   Bool inherits;           /* --children: a child also counts what its parent did */
   Bool has_fixed_schedule; /* --fixed-schedule: see tk_schedule.h; no checkpoints */
   /* About the program before this one, if execve replaced it. */
   const HChar *after_exec;  /* "N:NAME": the N-th exec since the outfile NAME */
   const HChar *predecessor; /* the path of its profile, or NULL */
   /* State. */
   Int pid;            /* the process that `name` is for */
   Int parent;         /* its parent, when it began */
   const HChar *first; /* the name of the first process, from the pattern */
   const HChar *base;  /* `name` without the suffix of an exec */
   HChar *name;
   HChar *elsewhere; /* where it goes instead: it cannot go there; or NULL */
   Int n_execs;      /* since the outfile was `base` */
   Int n_dumps;      /* of this process, to numbered files */
   HChar *pending;   /* a line for the log, or NULL: see tk_outfile_log */
   tk_checkpoints checkpoints;
} tk_outfile;

/* Handles an option that all tools have; False if `arg` is not one. */
Bool tk_outfile_option(tk_outfile *outfile, const HChar *arg);
void tk_outfile_usage(void);

/* Fixes the name, so the program can change its directory later, and writes the first
   checkpoint.  To be called when `write` is ready to be used.  If the file cannot be
   written, ends the process with a message. */
void tk_outfile_start(tk_outfile *outfile);

/* The outfile of this process.  In a forked child the pattern is expanded again; if
   the result is the same, the pid is appended. */
const HChar *tk_outfile_name(tk_outfile *outfile);

/* ---- While the program runs ------------------------------------------ */

/* To be called when a thread stops: writes the pending line of the log, and a
   checkpoint if one is due. */
void tk_outfile_stop(tk_outfile *outfile);

/* Writes the profile so far to a file of its own.  A relative `file` is from the
   directory in which the program was started.  If `file` is NULL, the name is that of
   the outfile with a number appended, from 1, which then is n_dumps.  False: it was
   not written; the log says why.  `say` reports the result to the user, or is NULL.
   During a monitor command the core redirects the log to the user.  So if `say` is
   given, the log's line stays pending until tk_outfile_log. */
Bool tk_outfile_dump(tk_outfile *outfile, const HChar *file, tk_control_say *say);

/* Writes the pending line to the log. */
void tk_outfile_log(tk_outfile *outfile);

/* ---- The end --------------------------------------------------------- */

/* Writes the profile.  If that fails, the log says why, and the profile is written into
   the checkpoint that was kept open, or to the directory for temporary files.  Returns
   its path, or NULL if all failed; the checkpoint then stays. */
const HChar *tk_outfile_finish(tk_outfile *outfile, const tk_state *state);

/* Prints the last lines of the log: the path of the profile, and the command that
   shows it.  Nothing if `place` is NULL. */
void tk_outfile_print(const HChar *place, const HChar *command);

/* The process is about to execute another program.  Sets options that its tool gets
   if it is traced: how to name its outfile, and the path `predecessor` of the profile
   of this program.  NULL: none was written, so its name is free. */
void tk_outfile_hand_over(tk_outfile *outfile, const HChar *predecessor);
