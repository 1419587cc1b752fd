-- Written by the scorer alone.

create table score_subject (
  address text primary key,
  asked_by text not null,
  asked_at timestamptz not null default now(),
  -- The chain change and the label change that the newest score has seen.
  chain_seq bigint not null default -1,
  label_seq bigint not null default -1
);
create index score_subject_by_label_seq on score_subject (label_seq);

-- How far the rescoring has looked through the changes of the chain.
create table score_cursor (
  is_only boolean primary key default true check (is_only),
  seq bigint not null,
  address text not null
);
insert into score_cursor (seq, address) values (0, '');

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
  inputs jsonb not null,
  evidence_hash text not null,
  from_height bigint not null,
  to_height bigint not null,
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
