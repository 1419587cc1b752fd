-- Flags and freezes have numbers that the contracts never use again, and an appeal has the number of the proposal that
-- decides it. Rows of the contracts before that cannot be told apart, so they go, and the events are read again.
delete from chain_contract_event;
delete from chain_contract_cursor;
delete from dao_vote;
delete from dao_proposal_state;
delete from dao_proposal;
drop table dao_flag, dao_freeze, dao_appeal, dao_appeal_proposal, dao_recovery;

-- The votes of one message are counted, and signed, in the order of their events.
alter table dao_vote add column event_index integer not null;

alter table dao_proposal
  drop column is_proposer_eligible,
  add column rank text not null check (rank in ('other', 'voter', 'appointed')),
  -- What it touches: an unfreeze the flag and the freeze, a recovery the freeze it is under.
  add column flag_number bigint,
  add column freeze_number bigint;

alter table dao_proposal_state
  drop column superseded_by,
  drop column superseded_at,
  -- How the voting ended, whatever became of the proposal later.
  add column stored_outcome text check (stored_outcome in ('approved', 'rejected', 'expired'));

-- Null: no event reported it. Times are Unix seconds of block time.
create table dao_flag (
  address text not null,
  number bigint not null,
  case_id text not null,
  reason_code text not null,
  reason_hash text,
  flagger text,
  flagged_at bigint,
  flag_tx_id text,
  lifted_at bigint,
  lift_cause text,
  lift_tx_id text,
  primary key (address, number)
);
create index dao_flag_by_case on dao_flag (address, case_id);

-- Until then a flag is refused: with this code or every code (null), by this flagger or everybody (null).
create table dao_flag_bar (
  address text not null,
  reason_code text,
  flagger text,
  until bigint not null,
  unique nulls not distinct (address, reason_code, flagger, until)
);

create table dao_freeze (
  address text not null,
  number bigint not null,
  -- Of the latest renewal.
  proposal_id bigint,
  reason_hash text,
  since bigint,
  renewed_at bigint,
  flag_case_id text,
  -- Ends of the first and of the last vote that decided to end it.
  overruled_at bigint,
  last_overruled_at bigint,
  ended_at bigint,
  end_proposal_id bigint,
  primary key (address, number)
);

-- `id` is the number of the proposal that decides it, at `deadline`.
create table dao_appeal (
  id bigint primary key,
  address text not null,
  flag_number bigint,
  freeze_number bigint,
  case_id text,
  reason_hash text,
  opened_at bigint,
  deadline bigint,
  outcome text,
  closed_at bigint
);
create index dao_appeal_by_address on dao_appeal (address);

-- When the agent considers the account again without a new score, in Unix milliseconds of block time: a flag that the
-- contracts would refuse now, or that must not be lifted yet.
alter table agent_case add column revisit_ms bigint;
create index agent_case_revisits on agent_case (revisit_ms) where revisit_ms is not null;
