set encoding utf8
set terminal svg size 1000,246 noenhanced font 'sans-serif,12' background '#ffffff'
set multiplot
unset key
set border 3 linecolor rgb '#666666'
set tics nomirror out scale 0.5 textcolor rgb '#222222'
set format '%g'
set style fill solid 1 noborder
set label "./sum --all" at screen 0.016,0.9105691 left font ',15' textcolor rgb '#222222' noenhanced
set label "the 5 functions with the most Ir" at screen 0.016,0.8170732 left font ',12' textcolor rgb '#666666' noenhanced
set label "sum_by_columns" at screen 0.342,0.5772358 right font ',12' textcolor rgb '#222222' noenhanced
set label "sum_by_rows" at screen 0.342,0.4796748 right font ',12' textcolor rgb '#222222' noenhanced
set label "pool_get" at screen 0.342,0.3821138 right font ',12' textcolor rgb '#222222' noenhanced
set label "main" at screen 0.342,0.2845528 right font ',12' textcolor rgb '#222222' noenhanced
set label "void std::vector<…>::_M_realloc_insert<…>(…)" at screen 0.342,0.1869919 right font ',12' textcolor rgb '#222222' noenhanced
set border 2
unset ytics
set yrange [4.5:-0.5]
set grid xtics back linetype 1 linecolor rgb '#e4e4e4'
set label "Ir: 669 k" at screen 0.35,0.6747967 left font ',11' textcolor rgb '#222222' noenhanced
set lmargin at screen 0.35
set rmargin at screen 0.54
set tmargin at screen 0.6260163
set bmargin at screen 0.1382114
set xrange [0:708.9901]
set xtics scale 0.5 ("0" 0, "200 k" 200)
set label "303 k  45.3\0045" at first 303,0 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "303 k  45.3\0045" at first 303,1 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "50 k  7.5\0045" at first 50,2 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "9 k  1.3\0045" at first 9,3 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "4 k  0.6\0045" at first 4,4 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
$data1 << END
151.5 0 0 303 -0.4 0.4
151.5 1 0 303 0.6 1.4
25 2 0 50 1.6 2.4
4.5 3 0 9 2.6 3.4
2 4 0 4 3.6 4.4
END
plot $data1 using 1:2:3:4:5:6 with boxxyerror fillcolor rgb '#332288'
unset label
unset object
set label "D1mr: 101.5 k" at screen 0.562,0.6747967 left font ',11' textcolor rgb '#222222' noenhanced
set lmargin at screen 0.562
set rmargin at screen 0.752
set tmargin at screen 0.6260163
set bmargin at screen 0.1382114
set xrange [0:210.5911]
set xtics scale 0.5 ("0" 0)
set label "90 k  88.6\0045" at first 90,0 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "11 k  10.8\0045" at first 11,1 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "500  0.5\0045" at first 0.5,2 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "10  <0.1\0045" at first 0.01,3 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "40  <0.1\0045" at first 0.04,4 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
$data2 << END
45 0 0 90 -0.4 0.4
5.5 1 0 11 0.6 1.4
0.25 2 0 0.5 1.6 2.4
0.005 3 0 0.01 2.6 3.4
0.02 4 0 0.04 3.6 4.4
END
plot $data2 using 1:2:3:4:5:6 with boxxyerror fillcolor rgb '#332288'
unset label
unset object
set label "DLmr: 915" at screen 0.774,0.6747967 left font ',11' textcolor rgb '#222222' noenhanced
set lmargin at screen 0.774
set rmargin at screen 0.964
set tmargin at screen 0.6260163
set bmargin at screen 0.1382114
set xrange [0:1169.951]
set xtics scale 0.5 ("0" 0, "500" 500)
set label "500  54.6\0045" at first 500,0 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "400  43.7\0045" at first 400,1 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "10  1.1\0045" at first 10,2 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "1  0.1\0045" at first 1,3 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
set label "4  0.4\0045" at first 4,4 left offset character 0.8,0 front textcolor rgb '#222222' noenhanced
$data3 << END
250 0 0 500 -0.4 0.4
200 1 0 400 0.6 1.4
5 2 0 10 1.6 2.4
0.5 3 0 1 2.6 3.4
2 4 0 4 3.6 4.4
END
plot $data3 using 1:2:3:4:5:6 with boxxyerror fillcolor rgb '#332288'
unset label
unset object
unset multiplot
status 0
