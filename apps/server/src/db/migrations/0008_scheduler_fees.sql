-- Fees of scheduled transactions, and what returns of them, are no transfers; what was indexed before has
-- them among its rows: every block is read again.
truncate chain_cursor, chain_transaction, chain_transfer, chain_nft_move, chain_account_event,
  chain_account, chain_account_day, chain_activity_bucket, chain_activity, chain_counterparty,
  chain_collection, chain_account_activity, chain_taint, chain_exposure, chain_change;
update chain_label_cursor set seq = 0;
