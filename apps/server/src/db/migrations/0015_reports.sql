-- What people say about addresses becomes an input of scores: signed reports and vouches, reports without a signature,
-- and decisions by vote.

-- Score of the author's published record when the statement was made, in tenths; null where the event did not have it.
alter table dao_report add column score_tenths integer;

-- Guarded vaults by owner, in Unix seconds of block time. Open while closed_at is null or opened_at >= closed_at: a vault
-- that is opened again in the second of its closing counts as open.
create table dao_vault (
  owner text primary key,
  opened_at bigint,
  closed_at bigint
);
-- Blocks that were read without the events of vaults are read again for them.
delete from chain_contract_cursor;

-- The last change of what is mirrored about an address. Numbers grow in the order of commits.
create sequence dao_change_seq;
create table dao_change (
  address text primary key,
  seq bigint not null
);
create index dao_change_by_seq on dao_change (seq, address);
insert into dao_change (address, seq)
  select address, nextval('dao_change_seq') from (
    select address from dao_report union select address from dao_freeze union select address from dao_appeal) mirrored;

-- Reports without a signature, by visitors and by wallets that were logged in. Never deleted: a withdrawn one stays.
create table label_report (
  address text not null,
  id bigint generated always as identity,
  -- The address of a wallet, or the salted SHA-256 of a visitor's client.
  reporter text not null check (reporter ~ '^(0x[0-9a-f]{16}|[0-9a-f]{64})$'),
  -- Score of the wallet at that time, in tenths; null for a visitor.
  score_tenths integer check (score_tenths between 0 and 1000),
  reason text not null,
  reason_hash text not null,
  case_id text not null,
  -- Unix milliseconds of block time.
  at_ms bigint not null,
  withdrawn_ms bigint,
  primary key (address, id),
  check ((score_tenths is null) = (reporter not like '0x%'))
);
create unique index label_report_current on label_report (address, reporter) where withdrawn_ms is null;
-- For the daily budgets.
create index label_report_by_reporter on label_report (reporter, at_ms);
create index label_report_by_time on label_report (at_ms);

-- The last change of the reports about an address.
create table label_report_change (
  address text primary key,
  seq bigint not null
);
create index label_report_change_by_seq on label_report_change (seq, address);

alter table label_state add column report_seq bigint not null default 0;
-- Makes the hashes of visitors useless outside of this database.
alter table label_state add column visitor_salt text not null
  default encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex');

-- The scorer follows these changes like those of the chain, with a cursor for each source.
alter table score_cursor drop constraint score_cursor_pkey;
alter table score_cursor drop column is_only;
alter table score_cursor add column source text not null default 'chain'
  check (source in ('chain', 'dao', 'reports'));
alter table score_cursor alter column source drop default;
alter table score_cursor add primary key (source);
insert into score_cursor (source, seq, address) values ('dao', 0, ''), ('reports', 0, '');

alter table score_tracked_account add column dao_seq bigint not null default -1;
alter table score_tracked_account add column report_seq bigint not null default -1;
