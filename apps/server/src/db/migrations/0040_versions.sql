-- By which decoding (indexer/decode/decoding.ts) the indexed blocks were read: ranges that do not overlap. Two that touch
-- each other differ in their decoding.
create table chain_decoded (
  from_height bigint primary key,
  to_height bigint not null,
  decoding integer not null,
  -- Id of the highest block, which the node must still return when the range is read again; null where it is not known.
  block_id text,
  check (from_height <= to_height)
);
insert into chain_decoded
select min(from_height), max(to_height), 1, max(block_id) filter (where direction = 'live')
from chain_cursor
having min(from_height) <= max(to_height);

-- How many indexed blocks an earlier decoding had read when the newest score was computed: it is computed again when at
-- most half of them are left.
alter table score_tracked_account add column outdated_blocks bigint not null default 0;
create index score_tracked_account_outdated on score_tracked_account (outdated_blocks) where outdated_blocks > 0;

-- What the rules of the version before say of the account at the same time: {"version", "score", "riskLevel",
-- "completeness"}.
alter table score_result add column earlier jsonb;

-- By which version an account was judged last, and to which score a new version alone has moved it, for which nobody is
-- accused; by which version its subscribers know its level.
alter table agent_account add column version text not null default '1.3.0', add column excused_score double precision;
alter table agent_account alter column version drop default;
alter table agent_told_level add column version text not null default '1.3.0';
alter table agent_told_level alter column version drop default;

-- By which version of the score a signer judges votes, and whether some are open: then neither the version changes, nor is
-- a block read again.
create table cosigner_version (
  is_only boolean primary key default true check (is_only),
  version text not null,
  is_busy boolean not null
);
