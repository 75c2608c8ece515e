# shellcheck shell=sh
# tests/oracle/inputs.sh -- input that several oracle tests share: text, source and
# bytes that are the same everywhere.  SPDX-License-Identifier: GPL-2.0-or-later

# memchr and its like read beyond the ends of strings, and what is there decides on their
# way.  malloc marks free blocks in its caches by random bytes: of 40 runs one has one of
# them that is looked for, and some instructions more.
clean="$clean GLIBC_TUNABLES=glibc.malloc.tcache_count=0"

cat "${srcdir:?}"/*/*/*.c "$srcdir"/*/*/*.h >corpus
head -c 60000 corpus >text
head -c 8000 corpus >short

# make_table ROWS MODULUS: table.sql, for sqlite3.
make_table()
{
   cat >table.sql <<END
create table t(a integer primary key, b text);
with recursive n(i) as (select 1 union all select i + 1 from n where i < $1)
insert into t select i, printf('%08d', (i * 7919) % $2) from n;
create index tb on t(b);
select count(*), sum(length(b)) from t where b > '00001000' order by b;
END
}

# make_dict ROWS: dict.py, for python3.
make_dict()
{
   cat >dict.py <<END
import re
d = {}
for i in range($1):
    d.setdefault(i * 7919 % 1009, []).append(str(i))
print(len(d), len(re.findall(r"1[0-9]+2", ",".join(d[7]))))
END
}

# make_unit: unit.i, for the compiler $cc1; in the long form a longer one.
make_unit()
{
   unit=tk_pool.c
   is_long && unit=tk_text.c
   gcc -E -P "$srcdir/toolkit/base/$unit" -I"$srcdir/toolkit" >unit.i
   # shellcheck disable=SC2034 # used by the tests
   cc1=$(gcc -print-prog-name=cc1)
}
