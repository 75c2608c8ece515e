/* util.c, found by a tail of its name */

int helper;
