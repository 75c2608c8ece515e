/* poke.h -- what signals.c tells poke.c.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef POKE_H
#define POKE_H

/* A client request: there is a handler of SIGUSR1 now. */
#define POKE_TAKES_SIGNALS 0x504b0000u

#endif
