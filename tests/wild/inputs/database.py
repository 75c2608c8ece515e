# database.py -- the sqlite3 module: an index, a user function called back, a
# transaction rolled back, a file.  SPDX-License-Identifier: GPL-2.0-or-later
import sqlite3
import sys

base = sqlite3.connect("test.db")
base.create_function("twist", 1, lambda n: n * 7919 % 1009)
base.execute("create table t(a integer primary key, b integer, c text)")
with base:
    base.executemany("insert into t values(?, twist(?), ?)",
                     ((n, n, f"row {n}") for n in range(2000)))
base.execute("create index tb on t(b)")
print(base.execute("select count(*), sum(a) from t where b > 500").fetchone())
try:
    with base:
        base.execute("delete from t")
        base.execute("insert into t values(1, 1, 'x'), (1, 1, 'y')")
except sqlite3.IntegrityError as e:
    print(e, file=sys.stderr)
print(base.execute("select b, group_concat(a) from t group by b limit 5")
      .fetchall())
base.close()
