set terminal svg size 400,300
set samples 200
set output "plot.svg"
plot sin(x) * exp(-x * x / 20), x ** 2 / 100 with points
set terminal dumb 70 20
set output
plot [0:6] cos(x)
