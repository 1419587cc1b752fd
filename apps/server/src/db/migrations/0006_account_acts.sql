-- What else accounts do to themselves: keys that sign alone, rights given away, transactions scheduled.
alter table chain_account_event
  drop constraint chain_account_event_kind_check,
  add check (kind in ('account_created', 'key_initial', 'key_added', 'full_key_added', 'key_removed',
                      'contract_added', 'contract_updated', 'contract_removed',
                      'capability_published', 'capability_offered', 'transaction_scheduled'));
create index chain_account_event_kind
  on chain_account_event (address, kind, height desc, tx_index desc, event_index desc);

-- `keys_added` counts those of full weight, too.
alter table chain_account_activity
  add column full_keys_added bigint not null default 0,
  add column capabilities_published bigint not null default 0,
  add column capabilities_offered bigint not null default 0,
  add column transactions_scheduled bigint not null default 0;

-- Transfers to the counterparty that were dust where they landed: the receiver's `dust_count`, seen from
-- here. The index leaves out what changes with every payment, or no payment could be a HOT update.
alter table chain_counterparty add column dust_sent_count bigint not null default 0;
create index chain_counterparty_dusted on chain_counterparty (address, counterparty)
  where token = '*' and dust_sent_count > 0;

-- What was indexed before lacks all this: every block is read again.
truncate chain_cursor, chain_transaction, chain_transfer, chain_nft_move, chain_account_event,
  chain_account, chain_account_day, chain_activity_bucket, chain_activity, chain_counterparty,
  chain_collection, chain_account_activity, chain_taint, chain_exposure, chain_change;
update chain_label_cursor set seq = 0;
