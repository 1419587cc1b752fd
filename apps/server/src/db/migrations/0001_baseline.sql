-- The prefix of a table names the one room that writes it. Every table that grows with use starts its primary key with
-- `address`, so that it can be partitioned or distributed by it. Amounts are whole units of 10^-8. Columns `…_ms` are
-- block times in Unix milliseconds, `…_seconds` in Unix seconds, and `timestamptz` is the wall clock. `is_only` is the key
-- of a table with one row.


-- chain: written by the indexer. First the rows of what blocks say.

create table chain_cursor (
  direction text primary key check (direction in ('live', 'backfill')),
  from_height bigint not null,
  to_height bigint not null,
  -- The block at the moving end: the highest of the live range, the lowest of the back-fill range.
  block_id text,
  parent_id text,
  block_ms bigint,
  node_height bigint not null,
  check (from_height <= to_height + 1)
);

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
  split_index integer not null,
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
  -- Where money lies that the account put away and that is its own still: staked, in its guarded vault, in a child
  -- account, or on the EVM side. Such a transfer is no activity of the account; null for one with somebody else.
  own_place text check (own_place in ('evm', 'staking', 'vault', 'child')),
  -- A COA of the address, in which own money lies, received or paid it.
  is_in_evm boolean not null default false,
  primary key (address, height, tx_index, event_index, split_index)
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
  -- `ACCOUNT_EVENTS` lists the kinds; a check here would need a migration for each new one.
  kind text not null,
  -- Key index, contract name, type of the capability or of the handler.
  detail text,
  tx_id text not null,
  block_ms bigint not null,
  primary key (address, height, tx_index, event_index)
);
create index chain_account_event_kind
  on chain_account_event (address, kind, height desc, tx_index desc, event_index desc);

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

-- Money in Flow's EVM, of which addresses are parties of transfers like accounts. `address` is `0x` and 40 hex digits
-- there; a Cadence-owned account (COA) stands for the account that holds it, as far as that is known.

-- Who acted with a COA, and where first and last. An act of several authorizers is one of each of them, and of none of
-- them alone.
create table chain_coa_act (
  address text not null,
  authorizer text not null,
  -- Whether it was the only authorizer in each of them.
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

-- Transfers from or to COAs before these are replaced by whom they stand for, once for each COA that pays, is paid, or
-- started the transaction. One below split index 0 was never made: it is what a COA had when its owner ended.
create table chain_coa_move (
  address text not null,
  height bigint not null,
  tx_index integer not null,
  event_index integer not null,
  split_index integer not null,
  sender text,
  recipient text,
  -- Null where Cadence alone moved them: then the flags are those of the sender.
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

-- COAs that stand for somebody else since a part of their transfers was written: those after this position, and up to
-- where their owner ends now or ended before, are still to be rewritten.
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

-- What contracts in the EVM say that are on no list, as each of the two addresses sees it: any contract can say anything.
-- It is shown, and counts for nothing. Units are those of the token's last decimal, up to 256 bits.
create table chain_unverified_transfer (
  address text not null,
  height bigint not null,
  tx_index integer not null,
  event_index integer not null,
  split_index integer not null,
  side text not null check (side in ('in', 'out')),
  counterparty text,
  token text not null,
  units numeric(78) not null check (units > 0),
  tx_id text not null,
  evm_hash text not null,
  block_ms bigint not null,
  primary key (address, height, tx_index, event_index, split_index, side)
);

-- Contracts pay in FLOW without any event. What an address had or paid beyond what it was seen to receive came from an
-- unseen source: `gap`, of all its transfers of FLOW between two heights, which add up to `net`, received less paid.
-- Without a payment or a known balance it is null.
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

-- Sums: a function of the set of the rows above, whatever their order.

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
  -- Of what went out: taken rather than sent. A wallet emptied once is a victim's; one that empties itself into the same
  -- hands again and again is not.
  taken_count bigint generated always as
    (swept_count + case when out_count - swept_count = 1 and emptied_count = 1 then 1 else 0 end) stored,
  taken_units numeric generated always as
    (swept_units + case when out_count - swept_count = 1 and emptied_count = 1 then emptied_units else 0 end) stored,
  -- Of what went out: into a child account of the address. The pair stays, because no path ends at a child.
  own_count bigint not null default 0,
  -- Keeps the rows of both sides in existence where one side saw nothing but dust.
  dust_count bigint not null,
  -- Transfers to the counterparty that were dust where they landed: the receiver's `dust_count`, seen from here.
  dust_sent_count bigint not null default 0,
  first_seconds bigint not null,
  last_seconds bigint not null,
  -- Taint level of the counterparty, null when it carries none.
  hop smallint,
  primary key (address, counterparty, token)
) with (fillfactor = 80);
create index chain_counterparty_contact on chain_counterparty (address, hop, counterparty) where hop is not null;
-- Leaves out what changes with every payment, or no payment could be a HOT update.
create index chain_counterparty_dusted on chain_counterparty (address, counterparty)
  where token = '*' and dust_sent_count > 0;

-- Sums of the transfers with an own place, and of those of COAs.
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
  last_height bigint not null,
  last_ms bigint not null
) with (fillfactor = 70);

-- A row for each kind, so that a new kind needs no column.
create table chain_account_event_count (
  address text not null,
  kind text not null,
  count bigint not null,
  primary key (address, kind)
) with (fillfactor = 85);

-- Level 0: listed; 1: carries a listed wallet's money; 2: one hop further; 3: what came before is not followed further.
-- A function of labels and sums alone.
create table chain_taint (
  address text primary key,
  level smallint not null check (level between 0 and 3),
  -- How many addresses in the EVM are between a listed account and one that passes on what it got, beside the hops.
  steps smallint not null default 0
);

-- Accounts whose new taint level has not reached the pairs of all their counterparties yet: up to which counterparty, in
-- order of address, it has.
create table chain_taint_move (
  address text primary key,
  reached text not null
);

create table chain_exposure (
  address text not null,
  token text not null,
  hop smallint not null check (hop between 0 and 3),
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

-- Up to which label change the levels are computed; `seq`: up to which they have also reached all pairs.
create table chain_label_cursor (
  is_only boolean primary key default true check (is_only),
  seq bigint not null,
  levels_seq bigint not null default 0
);
insert into chain_label_cursor (seq) values (0);

-- Events of the Dharma contracts in indexed blocks. `seq` grows with each write; writes are serialized, so a reader that
-- has seen a number has seen all before it.
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
-- The newest published score of an address by each publisher.
create index chain_contract_event_publication
  on chain_contract_event (
    (fields ->> 'address'), (fields ->> 'publisher'), height desc, tx_index desc, event_index desc)
  where type = 'DharmaScore.ScorePublished';
-- The publications of the last day, of which two publishers may contradict each other.
create index chain_contract_event_publication_time
  on chain_contract_event (block_ms) where type = 'DharmaScore.ScorePublished';
-- Announced rechecks are read from here: those about which there is no action are due.
create index chain_contract_event_recheck on chain_contract_event (height) where type = 'DharmaRecheck.RecheckDue';

-- Up to which of the indexed blocks these events are stored: blocks that were indexed before the contracts were known are
-- read again for them.
create table chain_contract_cursor (
  is_only boolean primary key default true check (is_only),
  height bigint not null
);

-- Who has published. What a dismissed publisher published counts for nothing, and it never returns.
create table chain_publisher (
  publisher text primary key,
  is_dismissed boolean not null default false
);


-- label: written by the room `labels`. An entry is never deleted: it is removed, and can be put back.

create table label_entry (
  address text not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('scam', 'service')),
  source text not null check (source <> ''),
  -- In units of 1/10,000.
  confidence integer not null check (confidence between 0 and 10000),
  reason text not null,
  added_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_reason text,
  -- How to reach whoever keeps the list.
  contact text,
  -- The appeal by which it was removed: then the list cannot add it again.
  removed_by_appeal bigint,
  primary key (address, id)
);
create unique index label_entry_current on label_entry (address, kind, source) where removed_at is null;

-- Every change in the order of commits.
create table label_change (
  seq bigint primary key,
  address text not null,
  label_id bigint not null,
  action text not null check (action in ('added', 'changed', 'removed', 'restored')),
  reason text not null,
  at timestamptz not null default now(),
  -- Of the lists after this change, in the last change of each transaction: by it the lists that a score was computed with
  -- are found again, whatever clock said when.
  list_hash text
);
create index label_change_list_hash on label_change (list_hash);
create index label_change_entry on label_change (address, label_id, seq);

create table label_state (
  is_only boolean primary key default true check (is_only),
  seq bigint not null,
  -- Distinct addresses with a current entry of kind scam.
  listed_count bigint not null,
  -- SHA-256 in hex over the canonical JSON of all accounts on current lists: what a score says it was judged by.
  list_hash text not null,
  report_seq bigint not null default 0,
  -- Makes the hashes of visitors useless outside of this database.
  visitor_salt text not null
    default encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex')
);
insert into label_state (seq, listed_count, list_hash)
values (0, 0, encode(sha256(convert_to('{"scam":[],"service":[]}', 'UTF8')), 'hex'));

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


-- score: written by the scorer.

create table score_tracked_account (
  address text primary key,
  requested_by text not null,
  requested_at timestamptz not null default now(),
  -- The changes of each source that the newest score has seen.
  chain_seq bigint not null default -1,
  label_seq bigint not null default -1,
  dao_seq bigint not null default -1,
  report_seq bigint not null default -1,
  -- How many indexed blocks an earlier decoding had read when the newest score was computed: it is computed again when at
  -- most half of them are left.
  outdated_blocks bigint not null default 0
);
create index score_tracked_account_by_label_seq on score_tracked_account (label_seq);
create index score_tracked_account_outdated on score_tracked_account (outdated_blocks) where outdated_blocks > 0;

-- How far the rescoring has looked through the changes of each source.
create table score_cursor (
  source text primary key check (source in ('chain', 'dao', 'reports')),
  seq bigint not null,
  address text not null
);
insert into score_cursor (source, seq, address) values ('chain', 0, ''), ('dao', 0, ''), ('reports', 0, '');

create table score_holding (
  address text not null,
  collection text not null,
  count bigint not null,
  primary key (address, collection)
);

create table score_holding_read (
  address text primary key,
  read_height bigint not null,
  -- Storage paths that could not be looked into.
  skipped_paths integer not null
);

create table score_result (
  address text not null,
  seq bigint not null,
  version text not null,
  score double precision not null,
  risk_level text not null,
  factors jsonb not null,
  confidence double precision not null,
  data_points bigint not null,
  flags jsonb not null,
  reasons jsonb not null,
  improve jsonb not null,
  -- The judgement in words; `findings` by factor.
  verdict text not null,
  findings jsonb not null,
  -- What the rules of the version before say of the account at the same time: {"version", "score", "riskLevel",
  -- "completeness"}; null where they are not known.
  earlier jsonb,
  inputs jsonb not null,
  evidence_hash text not null,
  from_height bigint not null,
  to_height bigint not null,
  -- In units of 1/10,000.
  completeness integer not null,
  computed_ms bigint not null,
  created_at timestamptz not null default now(),
  primary key (address, seq)
);
create function score_result_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'score_result is append-only: % refused for % seq %', tg_op, old.address, old.seq;
end $$;
create trigger score_result_append_only before update or delete on score_result
  for each row execute function score_result_is_append_only();

-- Scores that the agent has not considered yet: the newest of each account. Whoever considers one removes it in the same
-- transaction (scorer/take-score-changes.ts).
create table score_change (
  address text primary key,
  seq bigint not null
);

-- The newest score of each account that has one, in one narrow row: what can be counted and drawn without reading
-- score_result.
create table score_current (
  address text primary key,
  -- Number of the stored score; 0 for an estimate of the agent, which no stored score replaced yet.
  seq bigint not null,
  score double precision not null,
  risk_level text not null,
  confidence double precision not null,
  -- A fixed order that has nothing to do with the score: its first rows are a fair sample, and stay the same.
  sample_key bigint not null generated always as (hashtextextended(address, 0)) stored
);
create index score_current_sample on score_current (sample_key);
create index score_current_sample_of_level on score_current (risk_level, sample_key);


-- case: written by the room `cases`. Entries are linked by hashes and never edited.

create sequence case_file_seq;
create table case_file (
  address text not null,
  case_id text not null,
  -- freeze: a freeze by vote without an accusation.
  kind text not null check (kind in ('accusation', 'freeze')),
  reason_code text,
  is_automated boolean not null,
  opened_ms bigint not null,
  changed_ms bigint not null,
  is_open boolean not null,
  outcome text not null check (outcome in ('open', 'cleared', 'upheld', 'denied', 'undecided', 'lapsed')),
  -- When block time alone changes something next; null: never.
  due_ms bigint,
  -- Grows with every change of any case.
  change_seq bigint not null,
  entry_count integer not null,
  head_hash text not null,
  primary key (address, case_id)
);
create unique index case_file_newest on case_file (change_seq desc);
create index case_file_due on case_file (due_ms) where due_ms is not null;

create table case_entry (
  address text not null,
  case_id text not null,
  number integer not null,
  kind text not null,
  at_ms bigint not null,
  by_address text,
  -- What it records, in plain values: by kind, `CASE_ENTRY_DETAILS` of packages/api.
  details jsonb not null,
  -- What it records, such as 'vote 8 0x… 3': once in each case.
  source text not null,
  -- SHA-256 of the text, which lies in case_text.
  text_hash text,
  tx_id text,
  previous_hash text not null,
  hash text not null,
  primary key (address, case_id, number),
  unique (address, case_id, source)
);
-- Votes that decided something, for the list of cases that people decided.
create index case_entry_decided_vote on case_entry (address, case_id)
  where kind = 'voting_end' and details ->> 'result' in ('approved', 'rejected');
create function case_entry_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'case_entry is append-only: % refused for % % number %', tg_op, old.address, old.case_id, old.number;
end $$;
create trigger case_entry_append_only before update or delete on case_entry
  for each row execute function case_entry_is_append_only();

-- Texts of entries, which can be withheld without breaking the chain of hashes.
create table case_text (
  address text not null,
  case_id text not null,
  number integer not null,
  text text not null,
  primary key (address, case_id, number)
);

-- Texts that are not shown anywhere any more, by their SHA-256.
create table case_withheld_text (
  text_hash text primary key,
  at_ms bigint not null,
  reason text not null
);

-- What owners of accused wallets say; the one with the highest sequence counts.
create table case_owner_statement (
  address text not null,
  case_id text not null,
  sequence integer not null,
  text text not null,
  text_hash text not null,
  at_ms bigint not null,
  -- Signed text, end of validity and signatures, as in dao_signature.
  message jsonb not null,
  primary key (address, case_id, sequence)
);

-- Addresses whose cases may have to grow; whoever processes one removes it.
create sequence case_change_seq;
create table case_change (
  address text primary key,
  seq bigint not null
);
create index case_change_by_seq on case_change (seq);

-- The last event of the contracts that was looked at.
create table case_cursor (
  is_only boolean primary key default true check (is_only),
  seq bigint not null
);
insert into case_cursor (seq) values (0);


-- agent: written by the agent.

-- What the agent last found about an account.
create table agent_account (
  address text primary key,
  judged_ms bigint not null,
  -- The judgement before the last one that was more than a day earlier: how many accounts were judged the day before.
  previous_ms bigint,
  -- Transfers of the account when it was judged.
  transfers bigint not null,
  score double precision not null,
  risk_level text not null,
  -- Conformal p-value of its behaviour alone.
  p_value double precision not null,
  -- Number of the stored score that the agent considered last; null while none was stored.
  score_seq bigint,
  -- By which version it was judged, and to which score a new version alone has moved it, for which nobody is accused.
  version text not null,
  excused_score double precision
);
create index agent_account_by_time on agent_account (judged_ms);
create index agent_account_by_previous_time on agent_account (previous_ms) where previous_ms is not null;
-- Only small p-values take part in the correction for many judgements.
create index agent_account_by_p_value on agent_account (judged_ms, p_value) where p_value <= 0.1;

-- The level of an account that subscribers know, and since when its score has been on another one, which they are told
-- when it lasts.
create table agent_told_level (
  address text primary key,
  risk_level text not null,
  -- The last score on this level, and its version.
  score double precision not null,
  version text not null,
  other_level text,
  other_since_ms bigint,
  check ((other_level is null) = (other_since_ms is null))
);
create index agent_told_level_waiting on agent_told_level (other_since_ms) where other_since_ms is not null;

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
  -- listed: an entry of the account itself; contact: its contact with listed accounts.
  reason_code text not null check (reason_code in ('listed', 'contact', 'behaviour', 'community', 'keys')),
  opened_ms bigint not null,
  evidence_hash text not null,
  -- What was said: score, range, reasons, comparison with ordinary wallets.
  statement jsonb not null,
  -- Since when the score of the account is good enough again; null while it is not.
  recovered_ms bigint,
  -- When the agent considers the account again without a new score: a flag that the contracts would refuse now, or that
  -- must not be lifted yet.
  revisit_ms bigint,
  cleared_ms bigint,
  cleared_cause text check (cleared_cause in ('recheck', 'appeal', 'unfreeze', 'label_removed')),
  -- Text, key and signature of the clearance.
  clearance jsonb,
  primary key (address, case_id),
  check ((cleared_ms is null) = (cleared_cause is null))
);
create index agent_case_open on agent_case (address) where cleared_ms is null;
create index agent_case_recovered on agent_case (recovered_ms) where cleared_ms is null and recovered_ms is not null;
create index agent_case_revisits on agent_case (revisit_ms) where revisit_ms is not null;

-- The history: what was done about an account, never edited.
create table agent_entry (
  address text not null,
  -- Order of the history of all accounts.
  id bigint generated always as identity,
  number bigint not null,
  -- Unique per account; the next millisecond where two fall together.
  at_ms bigint not null,
  action text not null,
  success boolean not null,
  -- A routine check or publication that changed nothing.
  is_unchanged boolean not null default false,
  reason text not null,
  -- SHA-256 of the reason: says whether it is withheld.
  reason_hash text not null,
  case_id text,
  evidence_hash text,
  action_id bigint,
  tx_id text,
  primary key (address, number),
  unique (address, at_ms)
);
create unique index agent_entry_newest on agent_entry (id desc);
-- The few reports without a signature, found among all entries of the agent.
create index agent_entry_reports on agent_entry (id desc)
  where action in ('flag', 'withdraw_flag') and evidence_hash is null and action_id is null;
create function agent_entry_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'agent_entry is append-only: % refused for % number %', tg_op, old.address, old.number;
end $$;
create trigger agent_entry_append_only before update or delete on agent_entry
  for each row execute function agent_entry_is_append_only();

-- What others must hear of; the room alerts takes each once (agent/take-notices.ts).
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

-- What is to happen on the chain: at most one row for each kind of action on the same occasion.
create table agent_action (
  address text not null,
  id bigint generated always as identity,
  kind text not null check (kind in (
    'flag', 'warn', 'propose_freeze', 'schedule_recheck', 'recheck', 'unflag', 'publish',
    'relay_proposal', 'relay_vote', 'relay_appeal', 'relay_report', 'settle')),
  evidence_hash text not null,
  -- The evidence it rests on, the run of a recheck, the time a run is late since, or of a message
  -- series:sequence:hash of the content.
  idempotency_key text not null,
  case_id text not null,
  reason text not null,
  -- Of a message: what was signed; of a settlement: ids; of a flag: its code; of an end of rechecks: that it is one.
  payload jsonb,
  -- Who comes first where many actions wait: signed messages of people, settlements and what voters need; what the agent
  -- does by itself; rechecks; publications that visitors asked for.
  priority text not null default 'visitor' check (priority in ('person', 'agent', 'recheck', 'visitor')),
  status text not null default 'queued' check (status in ('queued', 'sent', 'sealed', 'failed')),
  -- It failed because there was nothing to do, or because the contracts refused what a person had signed.
  is_moot boolean not null default false,
  -- Transactions signed since it was queued last.
  attempts integer not null default 0,
  -- The newest transaction that a node has taken.
  tx_id text,
  -- A height at which its seal was seen: its own, or a little above.
  sealed_height bigint,
  -- Why it failed, or what keeps it from being sent.
  problem text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (address, id),
  unique (address, kind, idempotency_key),
  constraint agent_action_payload_check check (kind = 'schedule_recheck' or (payload is not null) =
    (kind in ('relay_proposal', 'relay_vote', 'relay_appeal', 'relay_report', 'settle', 'flag'))),
  constraint agent_action_moot_check check (status = 'failed' or not is_moot)
);
create index agent_action_newest on agent_action (id desc);
create index agent_action_open on agent_action (id) where status in ('queued', 'sent');

-- Every transaction that was ever signed for an action. One without an outcome is alive: it may run.
create table agent_transaction (
  address text not null,
  tx_id text not null,
  action_id bigint not null,
  key_address text not null,
  key_index integer not null,
  sequence_number bigint not null,
  -- It can run in the 600 blocks after this one.
  reference_height bigint not null,
  -- With its signatures, as it goes to a node: sent again, it is the same transaction.
  signed jsonb not null,
  -- Times that it was about to go to a node, counted before it went.
  submissions integer not null default 0,
  -- Height of the chain at the last one.
  last_submission_height bigint,
  -- A node took it, or refused it after a submission whose end is not known.
  is_answered boolean not null default false,
  -- Ran well; ran and failed; never ran and never will.
  outcome text check (outcome in ('sealed', 'reverted', 'dropped')),
  problem text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (address, tx_id),
  foreign key (address, action_id) references agent_action (address, id),
  check ((outcome is null) = (ended_at is null))
);
-- Never two that may both run for one address, nor two with the same key.
create unique index agent_transaction_live on agent_transaction (address) where outcome is null;
create unique index agent_transaction_lease on agent_transaction (key_address, key_index) where outcome is null;
create index agent_transaction_by_key on agent_transaction (key_address, key_index, ended_at desc)
  where outcome is not null;

-- Who may change what the outbox stores: a step takes the next number, and every write of the step checks it. A process
-- that was slow, and lost the lock of the outbox to another, then completes nothing.
create table agent_outbox_lease (
  is_only boolean primary key default true check (is_only),
  token bigint not null
);

-- What visitors have used of each day's budgets.
create table agent_budget (
  day date not null,
  kind text not null,
  -- Hash of a visitor of that day; empty for all of them together.
  client_hash text not null,
  used integer not null default 0,
  primary key (day, kind, client_hash)
);

-- The last sign of life of an agent.
create table agent_heartbeat (
  is_only boolean primary key default true check (is_only),
  key_address text not null,
  recorded_at timestamptz not null
);


-- dao: written by the room `governance` from the events of the contracts, in any order of blocks; null: no event reported
-- it. Times are Unix seconds of block time.

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
  rank text not null check (rank in ('other', 'voter', 'appointed')),
  -- What it touches: an unfreeze the flag and the freeze, a recovery the freeze it is under.
  flag_number bigint,
  freeze_number bigint,
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
  -- How the voting ended, whatever became of the proposal later.
  stored_outcome text check (stored_outcome in ('approved', 'rejected', 'expired'))
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
  -- The votes of one message are counted, and signed, in the order of their events.
  event_index integer not null,
  tx_id text not null,
  primary key (proposal_id, voter, sequence)
);
create index dao_vote_by_voter on dao_vote (voter);

-- Every message that the contracts accepted, with the signatures from the arguments of its transaction, and the standing
-- of the signer when they were looked up.
create table dao_signature (
  address text not null,
  series text not null,
  sequence bigint not null,
  valid_until bigint not null,
  height bigint not null,
  tx_id text not null,
  -- The signed text and, for each signature, key index, public key, algorithms, weight and signature in hex; null until
  -- they were looked up.
  text text,
  signatures jsonb,
  -- Why no signatures were found.
  problem text,
  -- Since when the signer's records stood without a break when it was looked up.
  standing_since bigint,
  -- Numbers of a signer start again after they were forgotten (DharmaConsent.forget).
  primary key (address, series, sequence, tx_id)
);
create index dao_signature_open on dao_signature (height) where signatures is null and problem is null;

-- Flags and freezes have numbers that the contracts never use again.
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
  -- Score of the author's published record when it was made, in tenths; null where the event did not have it.
  score_tenths integer,
  primary key (address, person, kind)
);

-- Guarded vaults by owner. Open while closed_at is null or opened_at >= closed_at: a vault that is opened again in the
-- second of its closing counts as open.
create table dao_vault (
  owner text primary key,
  opened_at bigint,
  closed_at bigint
);

-- The last change of what is mirrored about an address. Numbers grow in the order of commits.
create sequence dao_change_seq;
create table dao_change (
  address text primary key,
  seq bigint not null
);
create index dao_change_by_seq on dao_change (seq, address);


-- cosigner: written by the signers of the DAO.

-- Where they meet: in the main database, one PostgreSQL role for each signer, with rights to this table only
-- (docs/run/deploy.md). A signer reads every row and writes its own; the owner of the table may do anything, and readers
-- trust nothing that is written here.
create table cosigner_mailbox (
  -- Role that wrote the row.
  writer text not null default current_user,
  topic text not null check (topic ~ '^(status|proposal [1-9][0-9]{0,15})$'),
  body jsonb not null check (length(body::text) <= 16000),
  written_at timestamptz not null default now(),
  primary key (writer, topic)
);
alter table cosigner_mailbox enable row level security;
create policy read_every_row on cosigner_mailbox for select using (true);
create policy write_own_rows on cosigner_mailbox using (writer = current_user) with check (writer = current_user);

-- Writers choose neither the time nor more rows than a signer needs.
create function limit_cosigner_mailbox() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  new.written_at := clock_timestamp();
  if tg_op = 'INSERT' and (select count(*) from cosigner_mailbox where writer = new.writer) >= 200 then
    raise exception 'a writer has at most 200 rows';
  end if;
  return new;
end $$;
create trigger limit_cosigner_mailbox before insert or update on cosigner_mailbox
  for each row execute function limit_cosigner_mailbox();

-- The next two are in a signer's own database. Executions that failed on the chain, and when the next attempt may be
-- signed.
create table cosigner_failure (
  proposal_id bigint primary key,
  failures integer not null,
  -- Reference block of the last failed attempt: each counts once.
  reference_height bigint not null,
  -- Unix seconds of block time.
  retry_at bigint not null
);

-- By which version of the score a signer judges votes, and whether some are open: then neither the version changes, nor is
-- a block read again.
create table cosigner_version (
  is_only boolean primary key default true check (is_only),
  version text not null,
  is_busy boolean not null
);


-- user: written by the room `api`.

-- Nonces issued for a log-in and not used yet.
create table user_nonce (
  -- SHA-256 in hex: a reader of the table cannot log in.
  nonce_hash text primary key,
  expires_at timestamptz not null
);
create index user_nonce_by_end on user_nonce (expires_at);

create table user_session (
  -- SHA-256 in hex of the token in the cookie.
  token_hash text primary key,
  address text not null,
  expires_at timestamptz not null
);
create index user_session_by_end on user_session (expires_at);


-- alert: written by the room `alerts`.

create table alert_watch (
  owner text not null,
  address text not null,
  since_ms bigint not null,
  primary key (owner, address)
);
create index alert_watch_by_address on alert_watch (address);

-- Where an owner is told besides the inbox.
create table alert_subscription (
  owner text not null,
  id bigint generated always as identity,
  channel text not null,
  url text not null,
  -- Signs what is sent; stands in the answer that creates the subscription and in no other.
  secret text not null,
  -- A part of the watch list of the owner; null: all of it.
  addresses text[],
  since_ms bigint not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  -- When its receiver answered a challenge: it gets alerts from then on.
  confirmed_at timestamptz,
  -- When its receiver answered 410 (Gone), which ended it until it is confirmed again.
  gone_at timestamptz,
  primary key (owner, id)
);

-- A secret that was replaced signs beside the new one until then.
create table alert_replaced_secret (
  owner text not null,
  subscription_id bigint not null,
  secret text not null,
  valid_until timestamptz not null,
  primary key (owner, subscription_id, secret)
);

-- Confirms a subscription to a chat: posted there, and typed back by its owner within its time and tries.
create table alert_code (
  owner text not null,
  subscription_id bigint not null,
  code text not null,
  tries integer not null,
  valid_until timestamptz not null,
  primary key (owner, subscription_id)
);

-- Identifies this server to push services (VAPID); subscriptions of browsers are bound to the public key.
create table alert_push_key (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  private_key text not null
);

-- How many calls of a URL people asked for, in the minute that began at `since`.
create table alert_request_count (
  key text primary key,
  since timestamptz not null,
  requests integer not null
);

-- What one subscriber is told; a digest or a test is about no address.
create table alert_delivery (
  owner text not null,
  id bigint generated always as identity,
  -- Header webhook-id, the same in every attempt.
  message_id text not null,
  channel text not null,
  -- With its channel, where it goes: the number of a subscription, null for the inbox.
  target_id bigint,
  type text not null,
  address text,
  case_id text,
  at_ms bigint not null,
  -- JSON, byte for byte as it is sent.
  body text not null,
  -- held: waits for the next digest. digested: a part of the delivery `digest_id`. waiting: is sent at `due_at`. withdrawn: overtaken by a clearance. dead: every attempt failed. not_reached: a clearance that nobody
  -- acknowledged in time.
  status text not null check (status in
    ('held', 'digested', 'waiting', 'delivered', 'withdrawn', 'dead', 'not_reached')),
  digest_id bigint,
  -- An attempt has begun: the receiver may have got it.
  is_sent boolean not null default false,
  attempts integer not null default 0,
  -- Attempts since it was asked for, after which the pauses grow.
  tries integer not null default 0,
  -- When the next attempt begins; while one runs, when its process counts as ended.
  due_at timestamptz not null default now(),
  response_status integer,
  error text,
  created_at timestamptz not null default now(),
  attempted_at timestamptz,
  -- A 2xx answer, or 'Seen'.
  acknowledged_at timestamptz,
  primary key (owner, id),
  constraint alert_delivery_target check ((channel = 'inbox') = (target_id is null))
);
create index alert_delivery_by_case on alert_delivery (address, case_id) where case_id is not null;
create index alert_delivery_by_digest on alert_delivery (owner, digest_id) where digest_id is not null;
create index alert_delivery_by_time on alert_delivery (owner, type, created_at);
create index alert_delivery_by_target on alert_delivery (owner, target_id, id) where target_id is not null;
create index alert_delivery_due on alert_delivery (due_at) where status = 'waiting';
create index alert_delivery_held on alert_delivery (owner, type) where status = 'held';
create index alert_delivery_unacknowledged on alert_delivery (at_ms)
  where type = 'wallet.cleared' and acknowledged_at is null and status <> 'not_reached';
-- For the metrics, which ask every few seconds what is on its way and what was given up.
create index alert_delivery_on_its_way on alert_delivery (created_at) where status = 'waiting';
create index alert_delivery_dead on alert_delivery (attempted_at) where status = 'dead';

-- When a watched account was last active, as subscribers know it.
create table alert_activity (
  address text primary key,
  last_ms bigint not null
);


-- runtime: written by the stages of every room.

-- What failed in a stage, such as an account that cannot be judged: it waits, so that it blocks nothing else.
create table runtime_pause (
  stage text not null,
  -- An address, or the key of what the stage works on.
  item text not null,
  failures integer not null,
  retry_at timestamptz not null,
  primary key (stage, item)
);
