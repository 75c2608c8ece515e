# A picture by Quern: a script for gnuplot
set encoding utf8
set terminal svg size 1000,288 noenhanced font 'sans-serif,12' background '#ffffff' name 'picture_by_Quern'
set multiplot
unset key
set border 3 linecolor rgb '#666666'
set tics nomirror out scale 0.5 textcolor rgb '#222222'
set format '%g'
set style fill solid 1 noborder
set label "./sum --all → ./sum --all --tiled" at screen 0.016,0.9236111 left font ',15' textcolor rgb '#222222' noenhanced
set label "the 4 functions with the most Ir" at screen 0.016,0.84375 left font ',12' textcolor rgb '#666666' noenhanced
set object rectangle from screen 0.016,0.7309028 to screen 0.034,0.7690972 fillcolor rgb '#b0b0b0' fillstyle solid noborder
set label "old: old.out" at screen 0.04,0.75 left font ',11' textcolor rgb '#222222' noenhanced
set object rectangle from screen 0.35,0.7309028 to screen 0.368,0.7690972 fillcolor rgb '#444444' fillstyle solid noborder
set label "new: new.out" at screen 0.374,0.75 left font ',11' textcolor rgb '#222222' noenhanced
set label "sum_by_columns" at screen 0.12364,0.53125 right font ',12' textcolor rgb '#222222' noenhanced
set label "sum_by_rows" at screen 0.12364,0.4131944 right font ',12' textcolor rgb '#222222' noenhanced
set label "pool_get" at screen 0.12364,0.2951389 right font ',12' textcolor rgb '#222222' noenhanced
set label "main" at screen 0.12364,0.1770833 right font ',12' textcolor rgb '#222222' noenhanced
set border 2
unset ytics
set yrange [3.5:-0.5]
set grid xtics back linetype 1 linecolor rgb '#e4e4e4'
set label "Ir: 669 k → 519 k (-22.4\0045)" at screen 0.13164,0.6319444 left font ',11' textcolor rgb '#222222' noenhanced
set lmargin at screen 0.13164
set rmargin at screen 0.3944267
set tmargin at screen 0.5902778
set bmargin at screen 0.1180556
set xrange [0:517.0861]
set xtics scale 0.5 ("0" 0, "100 k" 100, "200 k" 200, "300 k" 300)
set label "303 k  45.3\0045" at first 303,-0.2 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "153 k  29.5\0045" at first 153,0.2 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "303 k  45.3\0045" at first 303,0.8 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "303 k  58.4\0045" at first 303,1.2 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "50 k  7.5\0045" at first 50,1.8 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "50 k  9.6\0045" at first 50,2.2 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "9 k  1.3\0045" at first 9,2.8 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "9 k  1.7\0045" at first 9,3.2 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
$data1 << END
151.5 0 0 303 -0.4 0 15788226
151.5 1 0 303 0.6 1 13212850
25 2 0 50 1.6 2 14265297
4.5 3 0 9 2.6 3 11262417
END
$data2 << END
76.5 0 0 153 0 0.4 14535799
151.5 1 0 303 1 1.4 8921685
25 2 0 50 2 2.4 11158681
4.5 3 0 9 3 3.4 4500121
END
plot $data1 using 1:2:3:4:5:6:7 with boxxyerror fillcolor rgb variable, $data2 using 1:2:3:4:5:6:7 with boxxyerror fillcolor rgb variable
unset label
unset object
set label "D1mr: 101.5 k → 23.55 k (-76.8\0045)" at screen 0.4164267,0.6319444 left font ',11' textcolor rgb '#222222' noenhanced
set lmargin at screen 0.4164267
set rmargin at screen 0.6792133
set tmargin at screen 0.5902778
set bmargin at screen 0.1180556
set xrange [0:153.5899]
set xtics scale 0.5 ("0" 0, "50 k" 50)
set label "90 k  88.6\0045" at first 90,-0.2 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "12 k  51.0\0045" at first 12,0.2 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "11 k  10.8\0045" at first 11,0.8 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "11 k  46.7\0045" at first 11,1.2 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "500  0.5\0045" at first 0.5,1.8 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "500  2.1\0045" at first 0.5,2.2 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "10  <0.1\0045" at first 0.01,2.8 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "10  <0.1\0045" at first 0.01,3.2 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
$data3 << END
45 0 0 90 -0.4 0 15788226
5.5 1 0 11 0.6 1 13212850
0.25 2 0 0.5 1.6 2 14265297
0.005 3 0 0.01 2.6 3 11262417
END
$data4 << END
6 0 0 12 0 0.4 14535799
5.5 1 0 11 1 1.4 8921685
0.25 2 0 0.5 2 2.4 11158681
0.005 3 0 0.01 3 3.4 4500121
END
plot $data3 using 1:2:3:4:5:6:7 with boxxyerror fillcolor rgb variable, $data4 using 1:2:3:4:5:6:7 with boxxyerror fillcolor rgb variable
unset label
unset object
set label "DLmr: 915 → 865 (-5.5\0045)" at screen 0.7012133,0.6319444 left font ',11' textcolor rgb '#222222' noenhanced
set lmargin at screen 0.7012133
set rmargin at screen 0.964
set tmargin at screen 0.5902778
set bmargin at screen 0.1180556
set xrange [0:853.2773]
set xtics scale 0.5 ("0" 0, "200" 200, "400" 400)
set label "500  54.6\0045" at first 500,-0.2 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "450  52.0\0045" at first 450,0.2 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "400  43.7\0045" at first 400,0.8 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "400  46.2\0045" at first 400,1.2 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "10  1.1\0045" at first 10,1.8 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "10  1.2\0045" at first 10,2.2 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "1  0.1\0045" at first 1,2.8 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "1  0.1\0045" at first 1,3.2 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
$data5 << END
250 0 0 500 -0.4 0 15788226
200 1 0 400 0.6 1 13212850
5 2 0 10 1.6 2 14265297
0.5 3 0 1 2.6 3 11262417
END
$data6 << END
225 0 0 450 0 0.4 14535799
200 1 0 400 1 1.4 8921685
5 2 0 10 2 2.4 11158681
0.5 3 0 1 3 3.4 4500121
END
plot $data5 using 1:2:3:4:5:6:7 with boxxyerror fillcolor rgb variable, $data6 using 1:2:3:4:5:6:7 with boxxyerror fillcolor rgb variable
unset label
unset object
unset multiplot
