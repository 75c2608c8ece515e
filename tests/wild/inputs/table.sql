create table t(a integer primary key, b text);
with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000)
insert into t select i, printf('%08d', (i * 7919) % 3001) from n;
create index tb on t(b);
select count(*), sum(length(b)) from t where b > '00001000' order by b;
select a, rank() over (order by b desc) from t limit 5;
select * from nowhere;
