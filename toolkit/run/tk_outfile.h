/* tk_outfile.h -- where the profile goes, and that it gets there: names,
   dumps, checkpoints, the end; glue.

   Checkpoints are the part of tk_checkpoint.h, which takes part here.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_OUTFILE_H
#define TK_OUTFILE_H

#include "pub_tool_basics.h"

#include "run/tk_control.h"
#include "run/tk_pace.h"
#include "run/tk_state.h"

/* Writes the profile as it is to a file of that name; what is counted does not
   change by it.  NULL, or why it was not written. */
typedef const HChar *tk_outfile_write(const HChar *name,
                                      const tk_state *state);

enum { TK_OUTFILE_CHECKPOINT_S = 30 };

/* tk_checkpoint.c keeps them. */
typedef struct tk_checkpoints {
   HChar *file;         /* that this process has written; NULL: none yet */
   Bool has_complained; /* that one could not be */
   tk_pace pace;
   ULong now_ms;        /* as last seen; of a clock that starts with the tool */
   ULong seen_ticks;    /* then */
} tk_checkpoints;

typedef struct tk_outfile {
   const HChar *option;  /* "--cachesim-out-file" */
   const HChar *pattern; /* its value; borrowed */
   tk_outfile_write *write;
   Int checkpoint_s;     /* --checkpoint: the interval; 0: none */
   /* What the process was before it became this program by execve. */
   const HChar *after_exec;  /* "N:NAME": the N-th since the outfile was NAME */
   const HChar *predecessor; /* its profile, or NULL */
   /* State. */
   Int pid;              /* whose name it is */
   const HChar *first;   /* what the pattern gave the first process */
   const HChar *base;    /* the outfile but for what an exec appends */
   HChar *name;
   Int n_execs;          /* since it was `base` */
   Int n_dumps;          /* of this process, to files with numbers */
   HChar *untold;        /* a line for the log, or NULL: see tk_outfile_tell */
   tk_checkpoints checkpoints;
} tk_outfile;

/* Is it an option that all tools have?  Then it is taken. */
Bool tk_outfile_option(tk_outfile *outfile, const HChar *arg);
void tk_outfile_usage(void);

/* Fixes the name, whatever the program does to its directory later, and writes
   the first checkpoint; to be called when all is there that `write` needs.  A
   place that cannot be written is refused, which ends the process with a
   message. */
void tk_outfile_start(tk_outfile *outfile);

/* The outfile of this process.  In a child of the process that chose it, that is
   the pattern expanded anew; if that does not tell the two apart, the pid is
   appended. */
const HChar *tk_outfile_name(tk_outfile *outfile);

/* ---- While the program runs ------------------------------------------ */

/* A thread has stopped: what waits to be told is, and a checkpoint that is due
   is written. */
void tk_outfile_stop(tk_outfile *outfile);

/* Writes the profile as it is now to a file of its own: `file`, from the directory
   that the program was started in; or, if that is NULL, the outfile's name with
   a number behind it, from 1, which then is n_dumps.  False: it was not written,
   as the log says.  `say`, if it is not NULL, is told either way: then the core
   keeps what is meant for the log from it, so that this is told by
   tk_outfile_tell, which is to be called when a thread stops, and at the end. */
Bool tk_outfile_dump(tk_outfile *outfile, const HChar *file,
                     tk_control_say *say);
void tk_outfile_tell(tk_outfile *outfile);

/* ---- The end --------------------------------------------------------- */

/* Writes the profile; if that fails, the log says why, and it is written to the
   directory for temporary files instead.  Where it is, or NULL: nowhere, and
   the checkpoint is left. */
const HChar *tk_outfile_finish(tk_outfile *outfile, const tk_state *state);

/* The last lines of the log: where the profile is, if it is anywhere, and which
   command shows it. */
void tk_outfile_print(const HChar *place, const HChar *command);

/* The process becomes another program.  If that is traced, its tool is told by
   options how to name its outfile, and that `predecessor` is the profile of what
   came before; NULL: none was written, so that its name is free. */
void tk_outfile_hand_over(tk_outfile *outfile, const HChar *predecessor);

#endif
