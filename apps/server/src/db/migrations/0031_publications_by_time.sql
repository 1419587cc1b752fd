-- The publications of the last day, of which two publishers may contradict each other.
create index chain_contract_event_publication_time
  on chain_contract_event (block_ms) where type = 'DharmaScore.ScorePublished';
