# A picture by Quern: a script for gnuplot
set encoding utf8
set terminal svg size 1000,470 noenhanced font 'sans-serif,12' background '#ffffff' name 'picture_by_Quern'
set multiplot
unset key
set border 3 linecolor rgb '#666666'
set tics nomirror out scale 0.5 textcolor rgb '#222222'
set format '%g'
set style fill solid 1 noborder
set label "./join" at screen 0.016,0.9531915 left font ',15' textcolor rgb '#222222' noenhanced
set label "misses of the last level, had it another size, other ways or lines; at a large point, many go" at screen 0.016,0.9042553 left font ',12' textcolor rgb '#666666' noenhanced
set object rectangle from screen 0.672,0.8159574 to screen 0.69,0.8393617 fillcolor rgb '#222222' fillstyle solid noborder
set label "the program" at screen 0.698,0.8276596 left font ',12' textcolor rgb '#222222' noenhanced
set label "fits at 8 MiB" at screen 0.698,0.7957447 left font ',10' textcolor rgb '#666666' noenhanced
set object rectangle from screen 0.672,0.7393617 to screen 0.69,0.762766 fillcolor rgb '#44aa99' fillstyle solid noborder
set label "find join.c:34" at screen 0.698,0.7510638 left font ',12' textcolor rgb '#222222' noenhanced
set label "fits at 8 MiB" at screen 0.698,0.7191489 left font ',10' textcolor rgb '#666666' noenhanced
set object rectangle from screen 0.672,0.662766 to screen 0.69,0.6861702 fillcolor rgb '#332288' fillstyle solid noborder
set label "columns grid.c:20" at screen 0.698,0.6744681 left font ',12' textcolor rgb '#222222' noenhanced
set label "flat: more does not help" at screen 0.698,0.6425532 left font ',10' textcolor rgb '#666666' noenhanced
set object rectangle from screen 0.672,0.5861702 to screen 0.69,0.6095745 fillcolor rgb '#aa4499' fillstyle solid noborder
set label "find join.c:36" at screen 0.698,0.5978723 left font ',12' textcolor rgb '#222222' noenhanced
set label "fits at 512 KiB" at screen 0.698,0.5659574 left font ',10' textcolor rgb '#666666' noenhanced
set object rectangle from screen 0.672,0.5095745 to screen 0.69,0.5329787 fillcolor rgb '#cc6677' fillstyle solid noborder
set label "columns grid.c:24" at screen 0.698,0.5212766 left font ',12' textcolor rgb '#222222' noenhanced
set label "flat: more does not help" at screen 0.698,0.4893617 left font ',10' textcolor rgb '#666666' noenhanced
set object rectangle from screen 0.672,0.4329787 to screen 0.69,0.456383 fillcolor rgb '#117733' fillstyle solid noborder
set label "fill grid.c:7" at screen 0.698,0.4446809 left font ',12' textcolor rgb '#222222' noenhanced
set label "flat: more does not help" at screen 0.698,0.412766 left font ',10' textcolor rgb '#666666' noenhanced
set object rectangle from screen 0.672,0.356383 to screen 0.69,0.3797872 fillcolor rgb '#ddcc77' fillstyle solid noborder
set label "sum join.c:60" at screen 0.698,0.3680851 left font ',12' textcolor rgb '#222222' noenhanced
set label "fits at 64 MiB" at screen 0.698,0.3361702 left font ',10' textcolor rgb '#666666' noenhanced
set label "size of the last level" at screen 0.364,0.02978723 center font ',12' textcolor rgb '#666666' noenhanced
set lmargin at screen 0.084
set rmargin at screen 0.644
set tmargin at screen 0.8510638
set bmargin at screen 0.1191489
set xrange [-0.2:8.2]
set yrange [0:1.134]
set grid xtics ytics back linetype 1 linecolor rgb '#e4e4e4'
set xtics scale 0.5 ("256 KiB" 0, "512 KiB" 1, "1 MiB" 2, "2 MiB" 3, "4 MiB" 4, "8 MiB" 5, "16 MiB" 6, "32 MiB" 7, "64 MiB" 8)
set format y "\0045g M"
$data1 << END
0 1.05
1 0.8508
2 0.8508
3 0.8508
4 0.8508
5 0.4524
6 0.4524
7 0.4524
8 0.4427
END
$data2 << END
1 0.8508
5 0.4524
END
$data3 << END
0 0.4
1 0.4
2 0.4
3 0.4
4 0.4
5 0.0016
6 0.0016
7 0.0016
8 0.0016
END
$data4 << END
5 0.0016
END
$data5 << END
0 0.3
1 0.3
2 0.3
3 0.3
4 0.3
5 0.3
6 0.3
7 0.3
8 0.3
END
$data6 << END
0 0.2
1 0.0008
2 0.0008
3 0.0008
4 0.0008
5 0.0008
6 0.0008
7 0.0008
8 0.0008
END
$data7 << END
1 0.0008
END
$data8 << END
0 0.09
1 0.09
2 0.09
3 0.09
4 0.09
5 0.09
6 0.09
7 0.09
8 0.09
END
$data9 << END
0 0.05
1 0.05
2 0.05
3 0.05
4 0.05
5 0.05
6 0.05
7 0.05
8 0.05
END
$data10 << END
0 0.01
1 0.01
2 0.01
3 0.01
4 0.01
5 0.01
6 0.01
7 0.01
8 0.0003
END
$data11 << END
8 0.0003
END
plot $data1 using 1:2 with linespoints linewidth 2.6 dashtype 2 pointtype 7 pointsize 0.4 linecolor rgb '#222222', $data2 using 1:2 with points pointtype 7 pointsize 1.3 linecolor rgb '#222222', $data3 using 1:2 with linespoints linewidth 1.4 dashtype 1 pointtype 7 pointsize 0.4 linecolor rgb '#44aa99', $data4 using 1:2 with points pointtype 7 pointsize 1.3 linecolor rgb '#44aa99', $data5 using 1:2 with linespoints linewidth 1.4 dashtype 1 pointtype 7 pointsize 0.4 linecolor rgb '#332288', $data6 using 1:2 with linespoints linewidth 1.4 dashtype 1 pointtype 7 pointsize 0.4 linecolor rgb '#aa4499', $data7 using 1:2 with points pointtype 7 pointsize 1.3 linecolor rgb '#aa4499', $data8 using 1:2 with linespoints linewidth 1.4 dashtype 1 pointtype 7 pointsize 0.4 linecolor rgb '#cc6677', $data9 using 1:2 with linespoints linewidth 1.4 dashtype 1 pointtype 7 pointsize 0.4 linecolor rgb '#117733', $data10 using 1:2 with linespoints linewidth 1.4 dashtype 1 pointtype 7 pointsize 0.4 linecolor rgb '#ddcc77', $data11 using 1:2 with points pointtype 7 pointsize 1.3 linecolor rgb '#ddcc77'
unset label
unset object
unset multiplot
