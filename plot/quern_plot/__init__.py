# SPDX-License-Identifier: GPL-2.0-or-later
"""hp_plot and cs_plot: pictures of profiles, drawn by gnuplot.

command   options, messages, signals, the output file
text      printable and shortened names; units
figure    a gnuplot script in pixels; running gnuplot
annotate  runs cs_annotate, hp_annotate, cs_export, hp_export, which read the profiles
heap      a heap profile, from hp_annotate's report
timeline  the amounts of a heap profile over time
hp_plot   the command for profiles by heapprof
cs_plot   the command for profiles by cachesim
"""
