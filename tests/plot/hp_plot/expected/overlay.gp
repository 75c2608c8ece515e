# A picture by Quern: a script for gnuplot
set encoding utf8
set terminal svg size 1000,570 noenhanced font 'sans-serif,12' background '#ffffff' name 'picture_by_Quern'
set multiplot
unset key
set border 3 linecolor rgb '#666666'
set tics nomirror out scale 0.5 textcolor rgb '#222222'
set format '%g'
set style fill solid 1 noborder
set label "heap use of 2 profiles" at screen 0.076,0.9614035 left font ',15' textcolor rgb '#222222' noenhanced
set label "total of each profile" at screen 0.076,0.9210526 left font ',12' textcolor rgb '#666666' noenhanced
set object rectangle from screen 0.076,0.06754386 to screen 0.094,0.0745614 fillcolor rgb '#332288' fillstyle solid noborder
set label "spike.out: peak 4.535 MiB at 31.5 Minstr" at screen 0.1,0.07105263 left font ',11' textcolor rgb '#222222' noenhanced
set object rectangle from screen 0.076,0.03421053 to screen 0.094,0.04122807 fillcolor rgb '#88ccee' fillstyle solid noborder
set label "calm.out: peak 1.535 MiB at 32 Minstr" at screen 0.1,0.0377193 left font ',11' textcolor rgb '#222222' noenhanced
set lmargin at screen 0.076
set rmargin at screen 0.972
set tmargin at screen 0.8912281
set bmargin at screen 0.1894737
set xrange [0:80]
set format x '%g'
set xlabel "time (Minstr)" noenhanced
set yrange [0:5.170078]
set ylabel "live heap (MiB)" noenhanced
set grid ytics back linetype 1 linecolor rgb '#dddddd'
$data1 << END
0 0
2 0.08945274
4 0.1789055
6 0.2683592
8 0.3578119
10 0.4472656
12 0.5649738
14 0.682682
16 0.8003902
18 0.9180984
20 1.035807
22 1.153515
24 1.271223
25 1.330078
26 1.339062
28 1.357031
30 1.375
31.5 4.535156
32 1.392968
34 1.410937
36 1.428905
38 1.446875
40 1.464844
42 1.482812
44 1.500781
45 1.509766
46 1.465755
46 1.465755
48 1.377734
48 1.377734
50 1.289713
50 1.289713
52 1.201693
52 1.201693
54 1.113671
54 1.113671
56 1.025651
56 1.025651
58 0.9376297
58 0.9376297
60 0.8496094
60 0.8496094
62 0.8154297
62 0.8154297
64 0.78125
64 0.78125
66 0.7470703
66 0.7470703
68 0.7128906
68 0.7128906
70 0.6787109
70 0.6787109
72 0.6445312
72 0.6445312
74 0.6103516
74 0.6103516
76 0.5761719
76 0.5761719
78 0.5419922
78 0.5419922
80 0.5078125
END
set label "" at first 31.5,4.535156 left offset character 0.8,0.8 point pointtype 7 pointsize 0.6 front textcolor rgb '#222222' noenhanced
$data2 << END
0 0
2 0.08945274
4 0.1789055
6 0.2683592
8 0.3578119
10 0.4472656
12 0.5649738
14 0.682682
16 0.8003902
18 0.9180984
20 1.035807
22 1.153515
24 1.271223
25 1.330078
26 1.339062
28 1.357031
30 1.375
32 1.535156
32 1.392968
32 1.535156
34 1.410937
36 1.428905
38 1.446875
40 1.464844
42 1.482812
44 1.500781
45 1.509766
46 1.465755
46 1.465755
48 1.377734
48 1.377734
50 1.289713
50 1.289713
52 1.201693
52 1.201693
54 1.113671
54 1.113671
56 1.025651
56 1.025651
58 0.9376297
58 0.9376297
60 0.8496094
60 0.8496094
62 0.8154297
62 0.8154297
64 0.78125
64 0.78125
66 0.7470703
66 0.7470703
68 0.7128906
68 0.7128906
70 0.6787109
70 0.6787109
72 0.6445312
72 0.6445312
74 0.6103516
74 0.6103516
76 0.5761719
76 0.5761719
78 0.5419922
78 0.5419922
80 0.5078125
END
set label "" at first 32,1.535156 left offset character 0.8,0.8 point pointtype 7 pointsize 0.6 front textcolor rgb '#222222' noenhanced
plot $data1 using 1:2 with lines linewidth 1.8 linecolor rgb '#332288', $data2 using 1:2 with lines linewidth 1.8 linecolor rgb '#88ccee'
unset label
unset object
unset multiplot
