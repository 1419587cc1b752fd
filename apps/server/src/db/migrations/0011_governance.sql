-- Events of the Dharma contracts in indexed blocks, written by the indexer. `seq` grows with each write; writes are
-- serialized, so a reader that has seen a number has seen all before it.
create table chain_contract_event (
  height bigint not null,
  tx_index integer not null,
  event_index integer not null,
  seq bigint generated always as identity,
  tx_id text not null,
  block_ms bigint not null,
  -- Contract and event, such as DharmaGovernance.VoteCast.
  type text not null,
  -- Fields by name: integers and fixed-point numbers as decimal text, addresses as text.
  fields jsonb not null,
  primary key (height, tx_index, event_index)
);
create unique index chain_contract_event_by_seq on chain_contract_event (seq);

-- What follows is written by the room `governance` from these events, in any order of blocks. Times are Unix seconds
-- of block time.

create table dao_cursor (
  is_only boolean primary key default true check (is_only),
  seq bigint not null
);
insert into dao_cursor (seq) values (0);

create table dao_proposal (
  id bigint primary key,
  action text not null check (action in ('freeze', 'unfreeze', 'recover')),
  target text not null,
  proposer text not null,
  is_proposer_eligible boolean not null,
  is_appeal boolean not null,
  title text not null,
  description text not null,
  reason text not null,
  reason_hash text not null,
  created_at bigint not null,
  voting_ends_at bigint not null,
  executable_until bigint not null,
  height bigint not null,
  tx_id text not null
);
create index dao_proposal_by_target on dao_proposal (target);

-- What became of a proposal, as far as events report it: a row may be written before that of its proposal.
create table dao_proposal_state (
  proposal_id bigint primary key,
  -- Position of the last StatusChanged, and its status.
  height bigint,
  tx_index integer,
  event_index integer,
  stored_status text,
  executed_at bigint,
  executed_tx_id text,
  superseded_by bigint,
  superseded_at bigint
);

-- Every vote that was cast; of those of one voter the one with the highest sequence counts.
create table dao_vote (
  proposal_id bigint not null,
  voter text not null,
  sequence bigint not null,
  support boolean not null,
  cast_at bigint not null,
  score_tenths integer not null,
  evidence_hash text not null,
  record_height bigint not null,
  publisher text not null,
  height bigint not null,
  tx_id text not null,
  primary key (proposal_id, voter, sequence)
);
create index dao_vote_by_voter on dao_vote (voter);

-- Every message that the contracts accepted, with the signatures from the arguments of its transaction, and the
-- standing of the signer when they were looked up.
create table dao_signature (
  address text not null,
  series text not null,
  sequence bigint not null,
  valid_until bigint not null,
  height bigint not null,
  tx_id text not null,
  -- The signed text and, for each signature, key index, public key, algorithms, weight and signature in hex; null
  -- until they were looked up.
  text text,
  signatures jsonb,
  -- Why no signatures were found.
  problem text,
  -- Unix seconds since when the signer's records stood without a break when it was looked up.
  standing_since bigint,
  -- Numbers of a signer start again after they were forgotten (DharmaConsent.forget).
  primary key (address, series, sequence, tx_id)
);
create index dao_signature_open on dao_signature (height) where signatures is null and problem is null;

create table dao_flag (
  address text not null,
  case_id text not null,
  reason_code text,
  reason_hash text,
  flagger text,
  flagged_at bigint,
  flag_tx_id text,
  lifted_at bigint,
  lift_cause text,
  lift_tx_id text,
  barred_until bigint,
  primary key (address, case_id)
);

create table dao_freeze (
  address text not null,
  number bigint not null,
  -- Of the renewal with the latest end.
  proposal_id bigint,
  reason_hash text,
  since bigint,
  renewed_at bigint,
  flag_case_id text,
  ended_at bigint,
  end_proposal_id bigint,
  primary key (address, number)
);

create table dao_appeal (
  id bigint primary key,
  address text not null,
  case_id text,
  freeze_number bigint,
  reason_hash text,
  opened_at bigint,
  deadline bigint,
  outcome text,
  closed_at bigint
);
create index dao_appeal_by_address on dao_appeal (address);

-- One or two proposals of an appeal; the one with the higher number decides.
create table dao_appeal_proposal (
  appeal_id bigint not null,
  proposal_id bigint not null,
  primary key (appeal_id, proposal_id)
);
create unique index dao_appeal_proposal_by_proposal on dao_appeal_proposal (proposal_id);

create table dao_recovery (
  proposal_id bigint primary key,
  address text not null,
  freeze_number bigint not null
);
create index dao_recovery_by_address on dao_recovery (address);

-- Reports and vouches that wallets signed; of those of one person about one address the last on the chain counts.
create table dao_report (
  address text not null,
  person text not null,
  kind text not null check (kind in ('report', 'vouch')),
  sequence bigint not null,
  is_withdrawn boolean not null,
  reason_hash text,
  at bigint not null,
  height bigint not null,
  tx_index integer not null,
  event_index integer not null,
  tx_id text not null,
  primary key (address, person, kind)
);
