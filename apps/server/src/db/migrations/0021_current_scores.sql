-- The newest score of each account that has one, in one narrow row: what can be counted and drawn without reading
-- score_result. Written by the scorer.
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

insert into score_current (address, seq, score, risk_level, confidence)
select distinct on (address) address, seq, score, risk_level, confidence
from score_result
order by address, seq desc;
