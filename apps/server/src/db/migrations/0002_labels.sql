-- Written by the labels room alone. An entry is never deleted: it is removed, and can be put back.

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
  primary key (address, id)
);
create unique index label_entry_current on label_entry (address, kind, source)
  where removed_at is null;

-- Every change in the order of commits.
create table label_change (
  seq bigint primary key,
  address text not null,
  label_id bigint not null,
  action text not null check (action in ('added', 'changed', 'removed', 'restored')),
  reason text not null,
  at timestamptz not null default now()
);

create table label_state (
  is_only boolean primary key default true check (is_only),
  seq bigint not null,
  -- Distinct addresses with a current entry of kind scam.
  listed_count bigint not null
);
insert into label_state (seq, listed_count) values (0, 0);
