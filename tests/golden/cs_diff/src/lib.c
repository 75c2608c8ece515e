line 1 of lib.c
line 2 of lib.c
line 3 of lib.c
line 4 of lib.c
