# A picture by Quern: a script for gnuplot
set encoding utf8
set terminal svg size 1000,186 noenhanced font 'sans-serif,12' background '#ffffff' name 'picture_by_Quern'
set multiplot
unset key
set border 3 linecolor rgb '#666666'
set tics nomirror out scale 0.5 textcolor rgb '#222222'
set format '%g'
set style fill solid 1 noborder
set label "./sum --all → ./sum --all --tiled" at screen 0.016,0.8817204 left font ',15' textcolor rgb '#222222' noenhanced
set label "the file with the most x" at screen 0.016,0.7580645 left font ',12' textcolor rgb '#666666' noenhanced
set object rectangle from screen 0.016,0.5833333 to screen 0.034,0.6424731 fillcolor rgb '#b0b0b0' fillstyle solid noborder
set label "old: old.out" at screen 0.04,0.6129032 left font ',11' textcolor rgb '#222222' noenhanced
set object rectangle from screen 0.35,0.5833333 to screen 0.368,0.6424731 fillcolor rgb '#444444' fillstyle solid noborder
set label "new: new.out" at screen 0.374,0.6129032 left font ',11' textcolor rgb '#222222' noenhanced
set label "pool.c" at screen 0.05428,0.2741935 right font ',12' textcolor rgb '#222222' noenhanced
set border 2
unset ytics
set yrange [0.5:-0.5]
set grid xtics back linetype 1 linecolor rgb '#e4e4e4'
set label "x: -380 k → -530 k (+39.5\0045)" at screen 0.06228,0.4301075 left font ',11' textcolor rgb '#222222' noenhanced
set lmargin at screen 0.06228
set rmargin at screen 0.964
set tmargin at screen 0.3655914
set bmargin at screen 0.1827957
set xrange [0:21.60707]
set xtics scale 0.5 ("0" 0, "1 k" 1, "2 k" 2, "3 k" 3, "4 k" 4, "5 k" 5, "6 k" 6, "7 k" 7, "8 k" 8, "9 k" 9, "10 k" 10, "11 k" 11, "12 k" 12, "13 k" 13, "14 k" 14, "15 k" 15, "16 k" 16, "17 k" 17, "18 k" 18, "19 k" 19)
set label "19 k" at first 19,-0.2 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "19 k" at first 19,0.2 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
$data1 << END
9.5 0 0 19 -0.4 0 11262417
END
$data2 << END
9.5 0 0 19 0 0.4 4500121
END
plot $data1 using 1:2:3:4:5:6:7 with boxxyerror fillcolor rgb variable, $data2 using 1:2:3:4:5:6:7 with boxxyerror fillcolor rgb variable
unset label
unset object
unset multiplot
