# SPDX-License-Identifier: GPL-2.0-or-later
"""hp_plot and cs_plot: pictures of profiles, drawn by gnuplot; flame graphs.

command   options, messages, signals, the output file
text      printable and shortened names; units
figure    a gnuplot script in pixels; running gnuplot
annotate  runs cs_annotate, hp_annotate, cs_export, hp_export, which read the profiles
heap      a heap profile, from hp_annotate's report
timeline  the amounts of a heap profile over time
hp_plot   the command for profiles by heapprof
stacks    a tree of frames from call paths
flame     a flame graph as SVG; flame.js is the script in it
flames    what cs_plot and hp_plot share to draw flame graphs
cs_plot   the command for profiles by cachesim
"""
