-- A kept answer is the beginning of a gzip member. Processes of the version before still write and read the text.
alter table score_answer add column compressed bytea;
alter table score_answer alter column data drop not null;
-- It is read whole, and stays in its row while that fits into a page.
alter table score_answer alter column compressed set storage external;
alter table score_answer set (toast_tuple_target = 8160);
