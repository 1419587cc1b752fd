-- Written by the room governance: cases, whose entries are linked by hashes and never edited. Columns ..._ms are Unix
-- milliseconds of block time.

create table dao_case (
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
  entry_count integer not null,
  head_hash text not null,
  primary key (address, case_id)
);
create index dao_case_newest on dao_case (changed_ms desc, address, case_id);
create index dao_case_due on dao_case (due_ms) where due_ms is not null;

create table dao_case_entry (
  address text not null,
  case_id text not null,
  number integer not null,
  kind text not null,
  at_ms bigint not null,
  by_address text,
  details jsonb not null,
  -- What it records, such as 'vote 8 0x… 3': once in each case.
  source text not null,
  -- SHA-256 of the text, which lies in dao_case_text.
  text_hash text,
  tx_id text,
  previous_hash text not null,
  hash text not null,
  primary key (address, case_id, number),
  unique (address, case_id, source)
);
create function dao_case_entry_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'dao_case_entry is append-only: % refused for % % number %', tg_op, old.address, old.case_id, old.number;
end $$;
create trigger dao_case_entry_append_only before update or delete on dao_case_entry
  for each row execute function dao_case_entry_is_append_only();

-- Texts of entries, which can be withheld without breaking the chain of hashes.
create table dao_case_text (
  address text not null,
  case_id text not null,
  number integer not null,
  text text not null,
  primary key (address, case_id, number)
);

-- Texts that are not shown anywhere any more, by their SHA-256.
create table dao_withheld_text (
  text_hash text primary key check (text_hash ~ '^[0-9a-f]{64}$'),
  at_ms bigint not null,
  reason text not null
);

-- What owners of accused wallets say; the one with the highest sequence counts.
create table dao_owner_statement (
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

-- Addresses whose cases may have to grow.
create sequence dao_case_change_seq;
create table dao_case_change (
  address text primary key,
  seq bigint not null
);
create index dao_case_change_by_seq on dao_case_change (seq, address);
insert into dao_case_change (address, seq)
  select address, nextval('dao_case_change_seq') from (
    select target as address from dao_proposal union select address from dao_flag union select address from dao_freeze
    union select address from agent_case) known;
