-- What failed in a stage, such as an account that cannot be judged: it waits, so that it blocks nothing else.
create table runtime_pause (
  stage text not null,
  -- An address, or the key of what the stage works on.
  item text not null,
  failures integer not null,
  retry_at timestamptz not null,
  primary key (stage, item)
);
