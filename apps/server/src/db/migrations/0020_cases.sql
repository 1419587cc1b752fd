-- Written by the room cases: cases, whose entries are linked by hashes and never edited. Columns ..._ms are Unix
-- milliseconds of block time.

create table case_file (
  address text not null,
  case_id text not null,
  -- freeze: a freeze by vote without an accusation.
  kind text not null check (kind in ('accusation', 'freeze')),
  reason_code text,
  is_automated boolean not null,
  opened_ms bigint not null,
  changed_ms bigint not null,
  is_open boolean not null,
  outcome text not null check (outcome in ('open', 'cleared', 'upheld', 'denied', 'undecided', 'lapsed')),
  -- When block time alone changes something next; null: never.
  due_ms bigint,
  -- Grows with every change of any case.
  change_seq bigint not null,
  entry_count integer not null,
  head_hash text not null,
  primary key (address, case_id)
);
create sequence case_file_seq;
create unique index case_file_newest on case_file (change_seq desc);
create index case_file_due on case_file (due_ms) where due_ms is not null;

create table case_entry (
  address text not null,
  case_id text not null,
  number integer not null,
  kind text not null,
  at_ms bigint not null,
  by_address text,
  details jsonb not null,
  -- What it records, such as 'vote 8 0x… 3': once in each case.
  source text not null,
  -- SHA-256 of the text, which lies in case_text.
  text_hash text,
  tx_id text,
  previous_hash text not null,
  hash text not null,
  primary key (address, case_id, number),
  unique (address, case_id, source)
);
create function case_entry_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'case_entry is append-only: % refused for % % number %', tg_op, old.address, old.case_id, old.number;
end $$;
create trigger case_entry_append_only before update or delete on case_entry
  for each row execute function case_entry_is_append_only();

-- Texts of entries, which can be withheld without breaking the chain of hashes.
create table case_text (
  address text not null,
  case_id text not null,
  number integer not null,
  text text not null,
  primary key (address, case_id, number)
);

-- Texts that are not shown anywhere any more, by their SHA-256.
create table case_withheld_text (
  text_hash text primary key,
  at_ms bigint not null,
  reason text not null
);

-- What owners of accused wallets say; the one with the highest sequence counts.
create table case_owner_statement (
  address text not null,
  case_id text not null,
  sequence integer not null,
  text text not null,
  text_hash text not null,
  at_ms bigint not null,
  -- Signed text, end of validity and signatures, as in dao_signature.
  message jsonb not null,
  primary key (address, case_id, sequence)
);

-- Addresses whose cases may have to grow; whoever processes one removes it.
create sequence case_change_seq;
create table case_change (
  address text primary key,
  seq bigint not null
);
create index case_change_by_seq on case_change (seq);

-- The last event of the contracts that was looked at.
create table case_cursor (
  is_only boolean primary key default true check (is_only),
  seq bigint not null
);
insert into case_cursor (seq) values (0);

-- How to reach whoever keeps a scam list, and the appeal by which an entry was removed: then the list cannot add it again.
alter table label_entry add column contact text;
alter table label_entry add column removed_by_appeal bigint;
