-- A kept answer is the beginning of a gzip member: those that are text are built again when they are asked for.
truncate score_answer;
alter table score_answer alter column data type bytea using null;
-- It is compressed already, and is read whole: it stays in its row while that fits into a page.
alter table score_answer alter column data set storage external;
alter table score_answer set (toast_tuple_target = 8160);
