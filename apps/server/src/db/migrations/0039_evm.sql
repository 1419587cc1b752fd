-- Money in Flow's EVM, of which addresses are parties of transfers like accounts. `address` is `0x` and 40 hex
-- digits there; a Cadence-owned account (COA) stands for the account that holds it, as far as that is known.

-- Who acted with a COA, and where first and last. An act of several authorizers is one of each of them, and of none of
-- them alone.
create table chain_coa_act (
  address text not null,
  authorizer text not null,
  is_sole boolean not null,
  first_height bigint not null,
  first_tx_index integer not null,
  first_event_index integer not null,
  first_tx_id text not null,
  first_ms bigint not null,
  last_height bigint not null,
  last_tx_index integer not null,
  primary key (address, authorizer)
);
create index chain_coa_act_authorizer on chain_coa_act (authorizer, address);
create index chain_coa_act_first on chain_coa_act (address, first_height, first_tx_index, authorizer);
create index chain_coa_act_last on chain_coa_act (address, last_height desc, last_tx_index desc);

-- For whom a COA stands: a function of its acts. Who alone acts with it first is its owner, until somebody else does;
-- from then on it is shared and a party of its own, like one without a row, with which nobody is known to act.
create table chain_coa (
  address text primary key,
  owner text,
  -- Where the second one acts first.
  until_height bigint,
  until_tx_index integer,
  is_shared boolean not null
);
create index chain_coa_owner on chain_coa (owner, address) where owner is not null;

-- Transfers from or to COAs before these are replaced by whom they stand for, once for each COA that
-- pays, is paid, or started the transaction. One below split index 0 was never made: it is what a COA had when its
-- owner ended.
create table chain_coa_move (
  address text not null,
  height bigint not null,
  tx_index integer not null,
  event_index integer not null,
  split_index integer not null,
  sender text,
  recipient text,
  -- Null where Cadence alone moved them: then the flags are those of the accounts.
  initiator text,
  is_initiated boolean not null,
  is_swept boolean not null,
  is_emptied boolean not null,
  is_dust boolean not null,
  token text not null,
  units numeric(20) not null check (units > 0),
  -- What this COA has after it, where an event says so.
  balance_after numeric,
  tx_id text not null,
  block_ms bigint not null,
  primary key (address, height, tx_index, event_index, split_index)
);

-- COAs that stand for somebody else since a part of their transfers was written: those after `reached`, and up to where
-- their owner ends now or ended before, are still to be rewritten.
create table chain_coa_rewrite (
  address text primary key,
  former_owners text[] not null,
  height bigint not null,
  tx_index integer not null,
  event_index integer not null,
  split_index integer not null,
  end_height bigint not null,
  end_tx_index integer not null
);

-- The transaction of the EVM behind the transfers of an event.
create table chain_evm_transaction (
  height bigint not null,
  tx_index integer not null,
  event_index integer not null,
  evm_hash text not null,
  evm_height bigint not null,
  evm_index integer not null,
  primary key (height, tx_index, event_index)
);

-- Contracts pay in FLOW without any event. What an address had or paid beyond what it was seen to receive came
-- from an unseen source: `gap`, of all its transfers of FLOW between two heights, which add up to `net`. Without a
-- payment or a known balance it is null.
create table chain_evm_balance (
  address text primary key,
  from_height bigint not null,
  to_height bigint not null,
  net numeric not null,
  gap numeric
) with (fillfactor = 80);

-- Events, logs and amounts of the EVM that could not be read or are larger than a column: contracts choose them.
create table chain_evm_skipped (
  is_only boolean primary key default true check (is_only),
  count bigint not null
);
insert into chain_evm_skipped (count) values (0);

-- How many addresses in the EVM are between a listed account and one that passes on what it got, beside the hops;
-- level 3: what came before is not followed further.
alter table chain_taint
  add column steps smallint not null default 0,
  drop constraint chain_taint_level_check,
  add check (level between 0 and 3);
alter table chain_exposure
  drop constraint chain_exposure_hop_check,
  add check (hop between 0 and 3);
