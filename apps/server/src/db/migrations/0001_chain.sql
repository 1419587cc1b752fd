-- Written by the indexer alone. Every table that grows with use starts its primary key with `address`,
-- so that it can be partitioned or distributed by it. Amounts are whole units of 10^-8; times are Unix milliseconds.

create table chain_cursor (
  lane text primary key check (lane in ('live', 'backfill')),
  from_height bigint not null,
  to_height bigint not null,
  -- The block at the moving end: the highest of the live range, the lowest of the back-fill range.
  block_id text,
  parent_id text,
  block_ms bigint,
  node_height bigint not null,
  check (from_height <= to_height + 1)
);

-- What an address was in a transaction that moved something.
create table chain_transaction (
  address text not null,
  height bigint not null,
  tx_index integer not null,
  tx_id text not null,
  block_ms bigint not null,
  is_proposer boolean not null,
  is_payer boolean not null,
  is_authorizer boolean not null,
  primary key (address, height, tx_index)
);

-- One row for each side of a fungible transfer.
create table chain_transfer (
  address text not null,
  height bigint not null,
  tx_index integer not null,
  event_index integer not null,
  part integer not null,
  side text not null check (side in ('in', 'out')),
  counterparty text,
  token text not null,
  units numeric(20) not null check (units > 0),
  tx_id text not null,
  block_ms bigint not null,
  is_initiated boolean not null,
  is_swept boolean not null,
  is_emptied boolean not null,
  is_dust boolean not null,
  primary key (address, height, tx_index, event_index, part)
);
create index chain_transfer_largest on chain_transfer (address, token, units desc) where side = 'out';
create index chain_transfer_counterparty on chain_transfer (address, counterparty, height desc);

-- One row for each side of a move of an NFT.
create table chain_nft_move (
  address text not null,
  height bigint not null,
  tx_index integer not null,
  event_index integer not null,
  side text not null check (side in ('in', 'out')),
  counterparty text,
  nft_type text not null,
  nft_id numeric(20) not null,
  tx_id text not null,
  block_ms bigint not null,
  is_initiated boolean not null,
  is_swept boolean not null,
  primary key (address, height, tx_index, event_index)
);
create index chain_nft_move_counterparty on chain_nft_move (address, counterparty, height desc);

create table chain_account_event (
  address text not null,
  height bigint not null,
  tx_index integer not null,
  event_index integer not null,
  kind text not null check (kind in ('account_created', 'key_initial', 'key_added', 'key_removed',
                                     'contract_added', 'contract_updated', 'contract_removed')),
  -- Key index or contract name.
  subject text,
  tx_id text not null,
  block_ms bigint not null,
  primary key (address, height, tx_index, event_index)
);

create table chain_account (
  address text primary key,
  creation_index bigint not null,
  created_height bigint not null,
  created_ms bigint not null
);

-- First and last creation index seen on each UTC day: how many accounts there were at a time.
create table chain_account_day (
  day integer primary key,
  first_index bigint not null,
  last_index bigint not null
);

-- Sums: a function of the set of raw rows, whatever their order.

create table chain_activity_bucket (
  address text not null,
  token text not null,
  width text not null check (width in ('hour', 'day')),
  bucket integer not null,
  in_count bigint not null,
  out_count bigint not null,
  in_units numeric not null,
  out_units numeric not null,
  primary key (address, token, width, bucket)
) with (fillfactor = 85);

create table chain_activity (
  address text not null,
  token text not null,
  transfers_in bigint not null,
  transfers_out bigint not null,
  dust_in bigint not null,
  senders bigint not null,
  recipients bigint not null,
  mutual bigint not null,
  repeat_senders bigint not null,
  repeat_recipients bigint not null,
  -- Null while there is nothing but dust.
  first_seconds bigint,
  last_seconds bigint,
  last_height bigint,
  active_days bigint not null,
  active_hours bigint not null,
  days_in bigint not null,
  days_out bigint not null,
  days_both bigint not null,
  busiest_day bigint not null,
  received numeric not null,
  sent numeric not null,
  largest_received numeric not null,
  largest_sent numeric not null,
  swept_same_hour numeric not null,
  swept_same_day numeric not null,
  received_moment numeric not null,
  sent_moment numeric not null,
  primary key (address, token)
) with (fillfactor = 70);

create table chain_counterparty (
  address text not null,
  counterparty text not null,
  token text not null,
  in_count bigint not null,
  in_units numeric not null,
  out_count bigint not null,
  out_units numeric not null,
  -- Of what went out: in a transaction that somebody else proposed.
  swept_count bigint not null,
  swept_units numeric not null,
  -- Of what went out by the address's own proposal: left at most a hundredth behind.
  emptied_count bigint not null,
  emptied_units numeric not null,
  -- Of what went out: taken rather than sent. A wallet emptied once is a victim's; one that empties itself
  -- into the same hands again and again is not.
  taken_count bigint generated always as
    (swept_count + case when out_count - swept_count = 1 and emptied_count = 1 then 1 else 0 end) stored,
  taken_units numeric generated always as
    (swept_units + case when out_count - swept_count = 1 and emptied_count = 1 then emptied_units else 0 end) stored,
  -- Keeps the rows of both sides in existence where one side saw nothing but dust.
  dust_count bigint not null,
  first_seconds bigint not null,
  last_seconds bigint not null,
  -- Taint level of the counterparty, null when it carries none.
  hop smallint,
  primary key (address, counterparty, token)
) with (fillfactor = 80);
create index chain_counterparty_contact on chain_counterparty (address, hop, counterparty)
  where hop is not null;

create table chain_collection (
  address text not null,
  -- A.<address>.<name> of the contract that defines the NFT.
  contract text not null,
  moves_in bigint not null,
  moves_out bigint not null,
  first_in_ms bigint,
  primary key (address, contract)
) with (fillfactor = 85);

create table chain_account_activity (
  address text primary key,
  proposed bigint not null,
  sponsored bigint not null,
  keys_added bigint not null,
  keys_removed bigint not null,
  contracts_deployed bigint not null,
  contracts_updated bigint not null,
  contracts_removed bigint not null,
  last_height bigint not null,
  last_ms bigint not null
) with (fillfactor = 70);

-- Level 0: listed; 1: carries a listed wallet's money; 2: one hop further. A function of labels and sums alone.
create table chain_taint (
  address text primary key,
  level smallint not null check (level between 0 and 2)
);

create table chain_exposure (
  address text not null,
  token text not null,
  hop smallint not null check (hop between 0 and 2),
  counterparties bigint not null,
  in_count bigint not null,
  in_units numeric not null,
  -- Of the address's own will; what was taken from it is in swept_*.
  out_count bigint not null,
  out_units numeric not null,
  swept_count bigint not null,
  swept_units numeric not null,
  primary key (address, token, hop)
) with (fillfactor = 80);

-- Which addresses' inputs changed, in the order of commits.
create sequence chain_change_seq;
create table chain_change (
  address text primary key,
  seq bigint not null
);
create index chain_change_by_seq on chain_change (seq, address);

-- The newest label change that the taint levels reflect.
create table chain_label_cursor (
  is_only boolean primary key default true check (is_only),
  seq bigint not null
);
insert into chain_label_cursor (seq) values (0);
