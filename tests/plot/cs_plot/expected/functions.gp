# A picture by Quern: a script for gnuplot
set encoding utf8
set terminal svg size 1000,246 noenhanced font 'sans-serif,12' background '#ffffff' name 'picture_by_Quern'
set multiplot
unset key
set border 3 linecolor rgb '#666666'
set tics nomirror out scale 0.5 textcolor rgb '#222222'
set format '%g'
set style fill solid 1 noborder
set label "./sum --all" at screen 0.016,0.9105691 left font ',15' textcolor rgb '#222222' noenhanced
set label "the 5 functions with the most Ir" at screen 0.016,0.8170732 left font ',12' textcolor rgb '#666666' noenhanced
set label "sum_by_columns" at screen 0.31192,0.5772358 right font ',12' textcolor rgb '#222222' noenhanced
set label "sum_by_rows" at screen 0.31192,0.4796748 right font ',12' textcolor rgb '#222222' noenhanced
set label "pool_get" at screen 0.31192,0.3821138 right font ',12' textcolor rgb '#222222' noenhanced
set label "main" at screen 0.31192,0.2845528 right font ',12' textcolor rgb '#222222' noenhanced
set label "void std::vector<…>::_M_realloc_insert<…>(…)" at screen 0.31192,0.1869919 right font ',12' textcolor rgb '#222222' noenhanced
set border 2
unset ytics
set yrange [4.5:-0.5]
set grid xtics back linetype 1 linecolor rgb '#e4e4e4'
set label "Ir: 669 k" at screen 0.31992,0.6747967 left font ',11' textcolor rgb '#222222' noenhanced
set lmargin at screen 0.31992
set rmargin at screen 0.5199467
set tmargin at screen 0.6260163
set bmargin at screen 0.1382114
set xrange [0:664.368]
set xtics scale 0.5 ("0" 0, "200 k" 200)
set label "303 k  45.3\0045" at first 303,0 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "303 k  45.3\0045" at first 303,1 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "50 k  7.5\0045" at first 50,2 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "9 k  1.3\0045" at first 9,3 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "4 k  0.6\0045" at first 4,4 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
$data1 << END
151.5 0 0 303 -0.4 0.4 14535799
151.5 1 0 303 0.6 1.4 8921685
25 2 0 50 1.6 2.4 11158681
4.5 3 0 9 2.6 3.4 4500121
2 4 0 4 3.6 4.4 8921685
END
plot $data1 using 1:2:3:4:5:6:7 with boxxyerror fillcolor rgb variable
unset label
unset object
set label "D1mr: 101.5 k" at screen 0.5419467,0.6747967 left font ',11' textcolor rgb '#222222' noenhanced
set lmargin at screen 0.5419467
set rmargin at screen 0.7419733
set tmargin at screen 0.6260163
set bmargin at screen 0.1382114
set xrange [0:197.337]
set xtics scale 0.5 ("0" 0, "50 k" 50)
set label "90 k  88.6\0045" at first 90,0 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "11 k  10.8\0045" at first 11,1 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "500  0.5\0045" at first 0.5,2 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "10  <0.1\0045" at first 0.01,3 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "40  <0.1\0045" at first 0.04,4 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
$data2 << END
45 0 0 90 -0.4 0.4 14535799
5.5 1 0 11 0.6 1.4 8921685
0.25 2 0 0.5 1.6 2.4 11158681
0.005 3 0 0.01 2.6 3.4 4500121
0.02 4 0 0.04 3.6 4.4 8921685
END
plot $data2 using 1:2:3:4:5:6:7 with boxxyerror fillcolor rgb variable
unset label
unset object
set label "DLmr: 915" at screen 0.7639733,0.6747967 left font ',11' textcolor rgb '#222222' noenhanced
set lmargin at screen 0.7639733
set rmargin at screen 0.964
set tmargin at screen 0.6260163
set bmargin at screen 0.1382114
set xrange [0:1096.317]
set xtics scale 0.5 ("0" 0, "500" 500)
set label "500  54.6\0045" at first 500,0 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "400  43.7\0045" at first 400,1 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "10  1.1\0045" at first 10,2 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "1  0.1\0045" at first 1,3 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "4  0.4\0045" at first 4,4 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
$data3 << END
250 0 0 500 -0.4 0.4 14535799
200 1 0 400 0.6 1.4 8921685
5 2 0 10 1.6 2.4 11158681
0.5 3 0 1 2.6 3.4 4500121
2 4 0 4 3.6 4.4 8921685
END
plot $data3 using 1:2:3:4:5:6:7 with boxxyerror fillcolor rgb variable
unset label
unset object
unset multiplot
