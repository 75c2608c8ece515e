/* test_hp_outfile.h -- what the reader makes of what the writer wrote.  Both
   have structs of the same names, so they meet in text.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_HP_OUTFILE_H
#define TEST_HP_OUTFILE_H

/* All that is in a profile, a thing on each line; or what is wrong with it.  For
   free. */
char *test_hp_outfile_read(const char *text);

#endif
