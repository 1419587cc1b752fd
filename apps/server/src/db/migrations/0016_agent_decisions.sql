-- Scores that the agent has not considered yet: the newest of each account. Written by the scorer; whoever considers
-- one removes it in the same transaction (scorer/take-score-changes.ts).
create table score_change (
  address text primary key,
  seq bigint not null
);

-- Written by the agent. All times here are block times, in Unix milliseconds.

-- What the agent last found about an account.
create table agent_account (
  address text primary key,
  judged_ms bigint not null,
  -- Transfers of the account when it was judged.
  transfers bigint not null,
  score double precision not null,
  risk_level text not null,
  -- Conformal p-value of its behaviour alone.
  p_value double precision not null,
  -- Number of the stored score that the agent considered last; null while none was stored.
  score_seq bigint
);
create index agent_account_by_time on agent_account (judged_ms);

-- Accounts with changed sums that wait to be judged.
create table agent_backlog (
  address text primary key,
  waiting_since_ms bigint not null,
  -- Transfers since the account was judged last.
  transfers bigint not null
);
create index agent_backlog_by_change on agent_backlog (transfers desc, waiting_since_ms);

create table agent_discovery_cursor (
  is_only boolean primary key default true check (is_only),
  seq bigint not null,
  address text not null
);
insert into agent_discovery_cursor (seq, address) values (0, '');

-- An accusation, and what became of it.
create table agent_case (
  address text not null,
  case_id text not null,
  reason_code text not null check (reason_code in ('listed', 'behaviour', 'community', 'keys')),
  opened_ms bigint not null,
  evidence_hash text not null,
  -- What was said: score, range, reasons, comparison with ordinary wallets.
  statement jsonb not null,
  cleared_ms bigint,
  cleared_cause text check (cleared_cause in ('recheck', 'appeal', 'unfreeze', 'label_removed')),
  -- Text, key and signature of the clearance.
  clearance jsonb,
  primary key (address, case_id),
  check ((cleared_ms is null) = (cleared_cause is null))
);
create index agent_case_open on agent_case (address) where cleared_ms is null;

-- The history: what was done about an account, linked by hashes and never edited.
create table agent_entry (
  address text not null,
  number bigint not null,
  -- Unique per account; the next millisecond where two fall together.
  at_ms bigint not null,
  action text not null,
  success boolean not null,
  -- SHA-256 of the reason; the text itself lies in agent_entry_text.
  reason_hash text not null,
  case_id text,
  evidence_hash text,
  action_id bigint,
  tx_id text,
  previous_hash text not null,
  hash text not null,
  primary key (address, number),
  unique (address, at_ms)
);
create index agent_entry_newest on agent_entry (at_ms desc, address);

-- Texts of entries, which can be withheld without breaking the chain of hashes.
create table agent_entry_text (
  address text not null,
  number bigint not null,
  reason text not null,
  primary key (address, number)
);

create function agent_entry_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'agent_entry is append-only: % refused for % number %', tg_op, old.address, old.number;
end $$;
create trigger agent_entry_append_only before update or delete on agent_entry
  for each row execute function agent_entry_is_append_only();

-- What others must hear of; the room alerts takes each once (agent/write-taken-notices.ts).
create table agent_notice (
  address text not null,
  id bigint generated always as identity,
  kind text not null,
  at_ms bigint not null,
  case_id text,
  data jsonb not null,
  is_taken boolean not null default false,
  primary key (address, id)
);
create index agent_notice_waiting on agent_notice (id) where not is_taken;

-- A signed action of the agent itself has a payload too.
alter table agent_action drop constraint agent_action_payload_check;
alter table agent_action add constraint agent_action_payload_check check (
  (payload is not null) = (kind in ('relay_proposal', 'relay_vote', 'relay_appeal', 'relay_report', 'settle', 'flag')));
