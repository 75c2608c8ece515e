# SPDX-License-Identifier: GPL-2.0-or-later
"""hp_plot and cs_plot: pictures of profiles, drawn by gnuplot.

command   options, messages, signals, the file that is written
text      what may be shown of a name, and how long; units
figure    a gnuplot script by pixels; running gnuplot
heap      reads a profile by heapprof (docs/FORMAT-heapprof.md)
timeline  the amounts of a heap profile over time
hp_plot   the command for profiles by heapprof
cs_plot   the command for profiles by cachesim, which cs_annotate reads
"""
