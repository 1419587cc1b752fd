-- The level of an account that subscribers know, and since when its score has been on another one, which they are told
-- when it lasts. Written by the agent; times are block times, in Unix milliseconds.
create table agent_told_level (
  address text primary key,
  risk_level text not null,
  -- The last score on this level.
  score double precision not null,
  other_level text,
  other_since_ms bigint,
  check ((other_level is null) = (other_since_ms is null))
);
create index agent_told_level_waiting on agent_told_level (other_since_ms) where other_since_ms is not null;
