-- Money that an account put away and that is its own still: staked, in its guarded vault, in a child account, or
-- on the EVM side. Such transfers are no activity of the account.
alter table chain_transfer
  add column own_place text check (own_place in ('evm', 'staking', 'vault', 'child')),
  -- A COA of the address received or paid it, in which own money lies.
  add column is_in_evm boolean not null default false;

-- Of what went out: into a child account of the address. The pair stays, because no path ends at a child.
alter table chain_counterparty add column own_count bigint not null default 0;

-- Sums of the transfers with a place, and of those of COAs.
create table chain_own_place (
  address text not null,
  place text not null check (place in ('evm', 'staking', 'vault', 'child')),
  token text not null,
  put_count bigint not null,
  put_units numeric not null,
  taken_count bigint not null,
  taken_units numeric not null,
  primary key (address, place, token)
) with (fillfactor = 85);

-- Who moved money into a stake or out of it. A stake that two accounts moved is nobody's own.
create table chain_stake_act (
  stake text not null,
  address text not null,
  height bigint not null,
  tx_index integer not null,
  event_index integer not null,
  split_index integer not null,
  block_ms bigint not null,
  -- It alone authorized the move, which is its transfer at this position.
  is_sole boolean not null,
  primary key (stake, address, height, tx_index, event_index, split_index)
);

-- A function of the acts.
create table chain_shared_stake (
  stake text primary key
);

-- By which steps accounts became children of others, and stopped to be.
create table chain_child_act (
  child text not null,
  height bigint not null,
  tx_index integer not null,
  event_index integer not null,
  parent text,
  kind text not null check (kind in ('published', 'redeemed', 'removed')),
  block_ms bigint not null,
  primary key (child, height, tx_index, event_index)
);

-- Children into which an account puts own money: a function of the acts, and of whom the child paid.
create table chain_own_child (
  address text not null,
  child text not null,
  primary key (address, child)
);
create index chain_own_child_child on chain_own_child (child);

-- Stakes and children whose earlier transfers have not all become own, or ordinary, yet.
create table chain_own_flip (
  place text not null check (place in ('staking', 'child')),
  -- The stake, or the child.
  subject text not null,
  -- The parent of a child; empty for a stake.
  address text not null,
  is_own boolean not null,
  primary key (place, subject, address)
);
