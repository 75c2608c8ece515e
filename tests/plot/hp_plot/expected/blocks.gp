# A picture by Quern: a script for gnuplot
set encoding utf8
set terminal svg size 1000,589 noenhanced font 'sans-serif,12' background '#ffffff' name 'picture_by_Quern'
set multiplot
unset key
set border 3 linecolor rgb '#666666'
set tics nomirror out scale 0.5 textcolor rgb '#222222'
set format '%g'
set style fill solid 1 noborder
set label "./reader --all big.png" at screen 0.076,0.9626486 left font ',15' textcolor rgb '#222222' noenhanced
set label "peak 4.535 MiB in 12,327 blocks at 31.5 Minstr; at the end 520 KiB in 2,058 blocks; most blocks 12,327" at screen 0.076,0.9235993 left font ',12' textcolor rgb '#666666' noenhanced
set label "call paths with the most at one time, innermost function first; with what they had at the peak" at screen 0.076,0.1010187 left font ',11' textcolor rgb '#666666' noenhanced
set object rectangle from screen 0.076,0.05942275 to screen 0.094,0.07809847 fillcolor rgb '#c987be' fillstyle solid noborder
set label "node_new tree.c:12 ← parse parse.c:40: 8.192 k" at screen 0.1,0.06876061 left font ',11' textcolor rgb '#222222' noenhanced
set object rectangle from screen 0.076,0.02716469 to screen 0.094,0.04584041 fillcolor rgb '#aa4499' fillstyle solid noborder
set label "node_new tree.c:12 ← load load.c:9: 4.096 k" at screen 0.1,0.03650255 left font ',11' textcolor rgb '#222222' noenhanced
set object rectangle from screen 0.524,0.05942275 to screen 0.542,0.07809847 fillcolor rgb '#bbbbbb' fillstyle solid noborder
set label "others: 39" at screen 0.548,0.06876061 left font ',11' textcolor rgb '#222222' noenhanced
set lmargin at screen 0.076
set rmargin at screen 0.972
set tmargin at screen 0.8947368
set bmargin at screen 0.2156197
set xrange [0:80]
set format x '%g'
set xlabel "time (Minstr)" noenhanced
set yrange [0:14.05278]
set ylabel "live blocks (k)" noenhanced
set grid ytics back linetype 1 linecolor rgb '#dddddd'
set label "12,327 blocks at the peak of bytes, at 31.5 Minstr" at first 31.5,12.327 left offset character 0.8,0.8 point pointtype 7 pointsize 0.6 front textcolor rgb '#222222' noenhanced
$data1 << END
0 0 0 0 0 0 0
2 0.42 0 0.4192015 0.4192015 0.42 0.42
4 0.841 0 0.8394011 0.8394011 0.841 0.841
6 1.262 0 1.259601 1.259601 1.262 1.262
8 1.683 0 1.6798 1.6798 1.683 1.683
10 2.104 0 2.1 2.1 2.104 2.104
12 3.251 0 2.819874 3.246467 3.251 3.251
14 4.398 0 3.539749 4.392934 4.398 4.398
16 5.545 0 4.259623 5.5394 5.545 5.545
18 6.692 0 4.979498 6.685867 6.692 6.692
20 7.84 0 5.7 7.833333 7.84 7.84
22 8.987 0 6.419874 8.9798 8.987 8.987
24 10.134 0 7.139749 10.12627 10.134 10.134
25 10.708 0 7.5 10.7 10.708 10.708
26 10.787 0 7.533767 10.77749 10.787 10.787
28 10.946 0 7.601727 10.93344 10.946 10.946
30 11.106 0 7.670115 11.09038 11.106 11.106
31.5 12.327 0 8.192 12.288 12.327 12.327
32 11.265 0 7.502673 11.25401 11.265 11.265
34 11.424 0 7.60857 11.41285 11.424 11.424
36 11.583 0 7.714466 11.5717 11.583 11.583
38 11.742 0 7.820363 11.73054 11.742 11.742
40 11.902 0 7.926926 11.89039 11.902 11.902
42 12.061 0 8.032822 12.04923 12.061 12.061
44 12.22 0 8.138719 12.20808 12.22 12.22
45 12.3 0 8.192 12.288 12.3 12.3
46 11.82 0 7.712533 11.80853 11.82 11.82
46 11.819 0 7.711534 11.80753 11.819 11.819
48 10.86 0 6.7536 10.8496 10.86 10.86
48 10.859 0 6.752601 10.8486 10.859 10.859
50 9.9 0 5.794667 9.890667 9.9 9.9
50 9.899 0 5.793668 9.889668 9.899 9.899
52 8.94 0 4.835733 8.931733 8.94 8.94
52 8.939 0 4.834734 8.930734 8.939 8.939
54 7.98 0 3.8768 7.9728 7.98 7.98
54 7.979 0 3.875801 7.971801 7.979 7.979
56 7.02 0 2.917867 7.013867 7.02 7.02
56 7.019 0 2.916868 7.012868 7.019 7.019
58 6.06 0 1.958933 6.054933 6.06 6.06
58 6.059 0 1.957934 6.053934 6.059 6.059
60 5.1 0 1 5.096 5.1 5.1
60 5.099 0 0.9996713 5.094998 5.099 5.099
62 4.795 0 0.899737 4.790398 4.795 4.795
62 4.795 0 0.899737 4.790398 4.795 4.795
64 4.491 0 0.7998028 4.485799 4.491 4.491
64 4.491 0 0.7998028 4.485799 4.491 4.491
66 4.187 0 0.6998685 4.181199 4.187 4.187
66 4.187 0 0.6998685 4.181199 4.187 4.187
68 3.883 0 0.5999343 3.8766 3.883 3.883
68 3.883 0 0.5999343 3.8766 3.883 3.883
70 3.579 0 0.5 3.572 3.579 3.579
70 3.578 0 0.4996713 3.570998 3.578 3.578
72 3.274 0 0.399737 3.266398 3.274 3.274
72 3.274 0 0.399737 3.266398 3.274 3.274
74 2.97 0 0.2998028 2.961799 2.97 2.97
74 2.97 0 0.2998028 2.961799 2.97 2.97
76 2.666 0 0.1998685 2.657199 2.666 2.666
76 2.666 0 0.1998685 2.657199 2.666 2.666
78 2.362 0 0.09993425 2.3526 2.362 2.362
78 2.362 0 0.09993425 2.3526 2.362 2.362
80 2.058 0 0 2.048 2.058 2.058
END
plot $data1 using 1:3:4 with filledcurves fillcolor rgb '#c987be', $data1 using 1:4:5 with filledcurves fillcolor rgb '#aa4499', $data1 using 1:5:6 with filledcurves fillcolor rgb '#bbbbbb', $data1 using 1:6:7 with filledcurves fillcolor rgb '#e8e8e8', $data1 using 1:4 with lines linewidth 0.5 linecolor rgb '#ffffff', $data1 using 1:5 with lines linewidth 0.5 linecolor rgb '#ffffff', $data1 using 1:6 with lines linewidth 0.5 linecolor rgb '#ffffff', $data1 using 1:2 with lines linewidth 1.2 linecolor rgb '#000000'
unset label
unset object
unset multiplot
