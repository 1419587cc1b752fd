-- The newest score of an account as the API answers it, so that an answer is read and not built.
create table score_answer (
  address text primary key,
  -- Number of the score in score_result; a row of an older one is not used.
  seq bigint not null,
  -- Version of the engine, and what the shape of the answer was when it was written.
  format text not null,
  data text not null
);

-- The newest published score of an address.
create index chain_contract_event_publication
  on chain_contract_event ((fields ->> 'address'), height desc, tx_index desc, event_index desc)
  where type = 'DharmaScore.ScorePublished';

-- Published scores are indexed from now on: the blocks that are already indexed are read again for them.
delete from chain_contract_cursor;
