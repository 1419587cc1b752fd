-- The publications of the last day, of which two publishers may contradict each other.
create index chain_contract_event_publication_time
  on chain_contract_event (block_ms) where type = 'DharmaScore.ScorePublished';

-- Who has published. What a dismissed publisher published counts for nothing, and it never returns.
create table chain_publisher (
  publisher text primary key,
  is_dismissed boolean not null default false
);

-- The newest published score of an address by each publisher.
drop index chain_contract_event_publication;
create index chain_contract_event_publication
  on chain_contract_event (
    (fields ->> 'address'), (fields ->> 'publisher'), height desc, tx_index desc, event_index desc)
  where type = 'DharmaScore.ScorePublished';
