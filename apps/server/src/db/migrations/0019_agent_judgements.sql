-- The judgement before the last one that was more than a day earlier: how many accounts were judged the day before.
alter table agent_account add column previous_ms bigint;
create index agent_account_by_previous_time on agent_account (previous_ms) where previous_ms is not null;
-- Only small p-values take part in the correction for many judgements.
create index agent_account_by_p_value on agent_account (judged_ms, p_value) where p_value <= 0.1;

-- Order of the history of all accounts, newest first.
alter table agent_entry add column id bigint generated always as identity;
drop index agent_entry_newest;
create unique index agent_entry_newest on agent_entry (id desc);

-- Since when the score of an accused account is good enough again; null while it is not.
alter table agent_case add column recovered_ms bigint;
create index agent_case_recovered on agent_case (recovered_ms) where cleared_ms is null and recovered_ms is not null;

-- A routine check or publication that changed nothing.
alter table agent_entry add column is_unchanged boolean not null default false;
