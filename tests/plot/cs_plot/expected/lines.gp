# A picture by Quern: a script for gnuplot
set encoding utf8
set terminal svg size 1000,198 noenhanced font 'sans-serif,12' background '#ffffff' name 'picture_by_Quern'
set multiplot
unset key
set border 3 linecolor rgb '#666666'
set tics nomirror out scale 0.5 textcolor rgb '#222222'
set format '%g'
set style fill solid 1 noborder
set label "./sum --all" at screen 0.016,0.8888889 left font ',15' textcolor rgb '#222222' noenhanced
set label "the 3 lines with the most D1mr" at screen 0.016,0.7727273 left font ',12' textcolor rgb '#666666' noenhanced
set label "sum_by_columns matrix.c:34" at screen 0.20008,0.4747475 right font ',12' textcolor rgb '#222222' noenhanced
set label "sum_by_rows matrix.c:25" at screen 0.20008,0.3535354 right font ',12' textcolor rgb '#222222' noenhanced
set label "pool_get pool.c:7" at screen 0.20008,0.2323232 right font ',12' textcolor rgb '#222222' noenhanced
set border 2
unset ytics
set yrange [2.5:-0.5]
set grid xtics back linetype 1 linecolor rgb '#e4e4e4'
set label "D1mr: 101.5 k" at screen 0.20808,0.5959596 left font ',11' textcolor rgb '#222222' noenhanced
set lmargin at screen 0.20808
set rmargin at screen 0.57504
set tmargin at screen 0.5353535
set bmargin at screen 0.1717172
set xrange [0:127.93]
set xtics scale 0.5 ("0" 0, "20 k" 20, "40 k" 40, "60 k" 60, "80 k" 80)
set label "90 k  88.6\0045" at first 90,0 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "11 k  10.8\0045" at first 11,1 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "300  0.3\0045" at first 0.3,2 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
$data1 << END
45 0 0 90 -0.4 0.4 14535799
5.5 1 0 11 0.6 1.4 8921685
0.15 2 0 0.3 1.6 2.4 11158681
END
plot $data1 using 1:2:3:4:5:6:7 with boxxyerror fillcolor rgb variable
unset label
unset object
set label "R: 48.4" at screen 0.59704,0.5959596 left font ',11' textcolor rgb '#222222' noenhanced
set lmargin at screen 0.59704
set rmargin at screen 0.964
set tmargin at screen 0.5353535
set bmargin at screen 0.1717172
set xrange [0:127.93]
set xtics scale 0.5 ("0" 0, "20" 20, "40" 40, "60" 60, "80" 80)
set label "90" at first 90,0 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "11" at first 11,1 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "6" at first 6,2 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
$data2 << END
45 0 0 90 -0.4 0.4 14535799
5.5 1 0 11 0.6 1.4 8921685
3 2 0 6 1.6 2.4 11158681
END
plot $data2 using 1:2:3:4:5:6:7 with boxxyerror fillcolor rgb variable
unset label
unset object
unset multiplot
