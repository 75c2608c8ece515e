# serve.sh -- the servers of servers.sh: how each is started, asked and loaded.
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Of each server NAME:
#   NAME_needs        programs, with Debian's package of each
#   NAME_set          prepares $place for a run
#   NAME_command      prints the command, one word a line
#   NAME_answers      asks for what does not depend on time; fails if nobody answers
#   NAME_load         its own load program
#   NAME_victim       sets $victim, a child that may be killed; none: it has no children
#   NAME_maps         what heapprof rightly warns of, because the server maps its buffers
#   NAME_recover      waits until the server is as before, and prints what it says of it
# $place is the run's directory, $run_dir that of its sockets; $server its process.

# until_true COMMAND...: tries for a minute, or longer if the machine is slow.
until_true()
{
   until_left=600
   while [ $until_left -gt 0 ]; do
      "$@" >/dev/null 2>&1 && return
      until_left=$((until_left - 1))
      sleep 0.1
   done
   return 1
}

# first_child: prints the first child of the server, if it has one.
first_child()
{
   helper children "$server" | sort -n | sed -n '1p;$q' | grep .
}

# ---- redis --------------------------------------------------------------------

redis_needs="redis-server:redis-server redis-cli:redis-tools redis-benchmark:redis-tools"

redis_set()
{
   cat >"$place/redis.conf" <<END
port 0
unixsocket $run_dir/redis
dir $place
save ""
enable-debug-command local
END
}

redis_command()
{
   printf '%s\n' redis-server "$place/redis.conf"
}

redis()
{
   timeout 120 redis-cli -s "$run_dir/redis" "$@"
}

redis_answers()
{
   [ "$(redis ping)" = PONG ] || return
   redis <<END
flushall
set name "a value"
append name ", longer"
lpush list 1 2 3 4 5
lrange list 0 -1
hset hash one 1 two 2 three 3
hgetall hash
zadd zset 3 c 1 a 2 b
zrange zset 0 -1 withscores
incrby number 41
incrbyfloat number 1.5
eval "return redis.call('incrby', KEYS[1], 2) .. 'x'" 1 counter
pfadd visitors a b c d e f g
pfcount visitors
get name
dbsize
debug digest
END
}

redis_load()
{
   timeout 600 redis-benchmark -s "$run_dir/redis" -q -n "$1" -c 10 \
      -t ping,set,get,incr,lpush,rpop,sadd,hset,zadd,lrange_100,mset || return
   redis debug digest
}

# A background save that takes a second for each key.
redis_victim()
{
   redis config set rdb-key-save-delay 1000000 >/dev/null
   redis bgsave >/dev/null
   until_true first_child
   victim=$(first_child)
}

redis_is_saved()
{
   redis info persistence | grep -q 'rdb_bgsave_in_progress:0'
}

redis_recover()
{
   until_true redis_is_saved
   redis info persistence | grep rdb_last_bgsave_status
   redis config set rdb-key-save-delay 0
   redis bgsave
   until_true redis_is_saved
   redis info persistence | grep rdb_last_bgsave_status
}

# ---- memcached ----------------------------------------------------------------

memcached_needs="memcached:memcached memcslap:libmemcached-tools"

# It sets the hard limit of descriptors, too, to 1024.  Valgrind allows that only if the
# limit is so, and shows twelve less than there are.
memcached_set()
{
   ulimit -n 1036
}

memcached_command()
{
   printf '%s\n' memcached -s "$run_dir/memcached" -a 0777 -t 4 -m 64 -c 1024
   [ "$(id -u)" -ne 0 ] || printf '%s\n' -u nobody
}

memcached_answers()
{
   {
      printf 'flush_all\r\n'
      for key in 1 2 3 4 5 6 7 8; do
         printf 'set key%d %d 0 6\r\nvalue%d\r\n' $key $key $key
      done
      printf 'get key1 key8 key9\r\ngets key3\r\nappend key2 0 0 5\r\n-more\r\n'
      printf 'get key2\r\nadd key1 0 0 1\r\nx\r\ndelete key4\r\nget key4\r\n'
      printf 'set number 0 0 2\r\n41\r\nincr number 1\r\nwrong\r\nquit\r\n'
   } | helper talk "$run_dir/memcached" | sed 's/^\(VALUE key3 .*\) [0-9]*\(\r\)/\1\2/'
   [ -S "$run_dir/memcached" ]
}

memcached_load()
{
   for how in set get mget; do
      timeout 600 memcslap --servers="$run_dir/memcached" --concurrency=4 \
         --execute-number="$1" --initial-load=100 --test=$how >/dev/null || return
   done
}

# ---- nginx --------------------------------------------------------------------

nginx_needs="nginx:nginx-light ab:apache2-utils"

nginx_set()
{
   port=$(helper port)
   mkdir "$place/temporary"
   chmod 777 "$place/temporary"
   cat >"$place/nginx.conf" <<END
$([ "$(id -u)" -ne 0 ] || echo "user nobody nogroup;")
daemon off;
worker_processes 2;
pid $place/nginx.pid;
error_log $place/error.log;
events { worker_connections 64; }
http {
   access_log $place/access.log;
   client_body_temp_path $place/temporary/body;
   proxy_temp_path $place/temporary/proxy;
   fastcgi_temp_path $place/temporary/fastcgi;
   uwsgi_temp_path $place/temporary/uwsgi;
   scgi_temp_path $place/temporary/scgi;
   gzip on;
   gzip_types *;
   server {
      listen 127.0.0.1:$port;
      listen unix:$run_dir/nginx;
      root $htdocs;
      location /list/ { autoindex on; alias $htdocs/; }
      location /moved { return 301 /index.html; }
   }
}
END
}

nginx_command()
{
   printf '%s\n' nginx -p "$place" -e "$place/error.log" -c "$place/nginx.conf"
}

nginx_answers()
{
   for path in index.html big.txt missing list/ moved; do
      printf 'GET /%s HTTP/1.0\r\nHost: localhost\r\n\r\n' $path |
         helper talk "$run_dir/nginx" >answer || return
      grep -av '^Date:' answer
   done
   printf 'GET /big.txt HTTP/1.0\r\nAccept-Encoding: gzip\r\nHost: x\r\n\r\n' |
      helper talk "$run_dir/nginx" | sed '1,/^\r$/d' | md5sum
}

nginx_load()
{
   timeout 600 ab -q -k -c 8 -n "$1" "http://127.0.0.1:$port/big.txt" >ab.out 2>&1 ||
      { cat ab.out >&2; return 1; }
   grep -E '^(Complete|Failed|Non-2xx|Keep-Alive) ' ab.out
   timeout 600 ab -q -c 8 -n "$1" "http://127.0.0.1:$port/list/" >ab.out 2>&1
   grep -E '^(Complete|Failed|Non-2xx) ' ab.out
}

nginx_victim()
{
   victim=$(first_child)
}

nginx_has_workers()
{
   [ "$(helper children "$server" | wc -l)" -eq 2 ]
}

nginx_recover()
{
   until_true nginx_has_workers && echo "two workers"
}

# ---- postgres -----------------------------------------------------------------

postgres_needs="postgres:postgresql initdb:postgresql pgbench:postgresql psql:postgresql"

postgres_command()
{
   printf '%s\n' "$(program postgres)" -D "$place/data"
}

# Once: a cluster of a user that is not root.
postgres_first()
{
   mkdir "$work/cluster" && chown "$user" "$work/cluster" && chmod 700 "$work/cluster"
   ctl=$(program pg_ctl)
   # shellcheck disable=SC2086
   $as_user "$(program initdb)" -D "$work/cluster" -U quern -A trust -E UTF8 --no-locale \
      --no-sync --wal-segsize=1 >initdb.log 2>&1 || return
   cat >>"$work/cluster/postgresql.conf" <<END
listen_addresses = ''
dynamic_shared_memory_type = mmap
fsync = off
jit = off
END
   # shellcheck disable=SC2086
   {
      $as_user "$ctl" -D "$work/cluster" -o "-k $work/cluster" -w start &&
         "$(program pgbench)" -h "$work/cluster" -U quern -i -q -s 1 postgres &&
         psql -h "$work/cluster" -U quern -d postgres \
            -c 'create table t (n int primary key, word text)'
      $as_user "$ctl" -D "$work/cluster" -w stop
   } >first.log 2>&1 9>&-
}

postgres_set()
{
   [ -d "$work/cluster" ] || postgres_first || return
   cp -a "$work/cluster" "$place/data"
   echo "unix_socket_directories = '$run_dir'" >>"$place/data/postgresql.conf"
   chown "$user" "$place" "$place/logs" "$place/profiles"
}

psql_()
{
   timeout 120 psql -h "$run_dir" -U quern -d postgres -XAtq "$@"
}

postgres_answers()
{
   psql_ <<'END'
select count(*), sum(abalance) from pgbench_accounts;
select md5(string_agg(x::text || md5(x::text), ',' order by -x)) from generate_series(1, 300) x;
begin;
insert into t select x, repeat(chr(64 + x % 26), x) from generate_series(1, 100) x;
select x.word from t x join t y on x.n = y.n + 90 order by 1;
rollback;
do $$ begin perform 1 / (select count(*) from t); exception when division_by_zero
   then raise notice 'divided by zero'; end $$;
select nothing;
END
}

postgres_load()
{
   timeout 600 "$(program pgbench)" -h "$run_dir" -U quern -n -c 4 -j 2 -t "$1" \
      --random-seed=1 postgres 2>&1 | grep -E '^number of transactions actually'
   psql_ -c 'select sum(abalance) from pgbench_accounts'
   psql_ -c 'select sum(delta), count(*) from pgbench_history'
}

postgres_victim()
{
   psql_ -c 'select pg_sleep(600)' >/dev/null 2>&1 9>&- &
   victims="select pid from pg_stat_activity where query = 'select pg_sleep(600)'"
   until_true sleeper
   victim=$(sleeper)
}

sleeper()
{
   psql_ -c "$victims" | grep .
}

postgres_recover()
{
   until_true psql_ -c 'select 1' && echo "the server answers"
}

# ---- mariadb ------------------------------------------------------------------

mariadb_needs="mariadbd:mariadb-server-core mariadb-install-db:mariadb-server-core
   mariadb:mariadb-client-core"

# Root's server becomes another user by itself.  It reserves 8 TB of addresses for its
# buffers unless told their most, which no tool of Valgrind has.
mariadb_command()
{
   printf '%s\n' "$(program mariadbd)" --no-defaults --user="$user" \
      --datadir="$place/data" --tmpdir="$run_dir" --pid-file="$run_dir/mariadb.pid" \
      --socket="$run_dir/mariadb" --skip-networking --skip-name-resolve \
      --innodb-buffer-pool-size=8M --innodb-use-native-aio=0 \
      --innodb-flush-log-at-trx-commit=0 --key-buffer-size=1M \
      --aria-pagecache-buffer-size=1M
   printf '%s\n' $mariadb_files
   ! "$(program mariadbd)" --no-defaults --verbose --help 2>/dev/null |
      grep -q '^  *--innodb-buffer-pool-size-max' ||
      echo --innodb-buffer-pool-size-max=16M
}

mariadb_maps="were mapped at one time"

# Its files are copied for each run.
mariadb_files="--innodb-log-file-size=4M --innodb-data-file-path=ibdata1:5M:autoextend"

# Once: what all servers begin with.
mariadb_first()
{
   mkdir "$work/tables" && chown "$user" "$work/tables" || return
   # shellcheck disable=SC2086
   mariadb-install-db --no-defaults --user="$user" --datadir="$work/tables" \
      --auth-root-authentication-method=normal --skip-test-db --skip-name-resolve \
      $mariadb_files >first.log 2>&1 9>&-
}

mariadb_set()
{
   [ -d "$work/tables" ] || mariadb_first || return
   cp -a "$work/tables" "$place/data"
}

# Its messages have the number of the line.
mariadb_()
{
   timeout 120 mariadb --no-defaults -S "$run_dir/mariadb" -u root -N "$@" 2>&1
}

mariadb_answers()
{
   mariadb_ -f <<'END'
create database if not exists quern;
use quern;
create table if not exists accounts (n int primary key, amount int) engine=innodb;
create or replace table t (n int primary key, word text) engine=aria;
insert into t select seq, repeat(char(64 + seq % 26), seq) from seq_1_to_100;
select x.word from t x join t y on x.n = y.n + 90 order by 1;
select md5(group_concat(concat(n, md5(n)) order by -n)) from t;
start transaction;
insert into accounts values (-1, 5);
select count(*), sum(amount) from accounts where n < 0;
rollback;
select count(*), sum(amount) from accounts;
with recursive f (n, a, b) as (select 1, 0, 1 union all select n + 1, b, a + b from f
   where n < 40) select max(a) from f;
select json_value('{"a": [1, {"b": "deep"}]}', '$.a[1].b');
select 1 / 0, nothing;
END
   [ -S "$run_dir/mariadb" ]
}

# mariadb_client FIRST N: a client's statements, which touch rows of its own.
mariadb_client()
{
   seq "$1" $(($1 + $2 - 1)) | sed 's/.*/insert into accounts values (&, & % 97);/'
   seq "$1" $(($1 + $2 - 1)) | sed 's/.*/start transaction;
      update accounts set amount = amount + 1 where n = &;
      select count(*) from accounts where n between & and & + 10 into @n; commit;/'
   echo "delete from accounts where n % 3 = 0 and n between $1 and $(($1 + $2));"
}

mariadb_load()
{
   for client in 1 2 3 4; do
      mariadb_client ${client}0000 "$1" | mariadb_ quern &
      eval "client_$client=\$!"
   done
   for client in 1 2 3 4; do
      eval "wait \$client_$client" || return
   done
   mariadb_ -e 'select count(*), sum(amount), sum(n) from quern.accounts'
}
