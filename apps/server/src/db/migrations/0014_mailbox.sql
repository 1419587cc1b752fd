-- Where the signers of the DAO meet: in the main database, one PostgreSQL role for each signer, with rights to this
-- table only (docs/operations.md). A signer reads every row and writes its own; the owner of the table may do anything,
-- and readers trust nothing that is written here.
create table cosigner_mailbox (
  writer text not null default current_user,
  topic text not null check (topic ~ '^(status|proposal [1-9][0-9]{0,15})$'),
  body jsonb not null check (length(body::text) <= 16000),
  written_at timestamptz not null default now(),
  primary key (writer, topic)
);
alter table cosigner_mailbox enable row level security;
create policy read_every_row on cosigner_mailbox for select using (true);
create policy write_own_rows on cosigner_mailbox using (writer = current_user) with check (writer = current_user);

-- Writers choose neither the time nor more rows than a signer needs.
create function limit_cosigner_mailbox() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  new.written_at := clock_timestamp();
  if tg_op = 'INSERT' and (select count(*) from cosigner_mailbox where writer = new.writer) >= 200 then
    raise exception 'a writer has at most 200 rows';
  end if;
  return new;
end $$;
create trigger limit_cosigner_mailbox before insert or update on cosigner_mailbox
  for each row execute function limit_cosigner_mailbox();

-- In a signer's own database: executions that failed on the chain, and when the next attempt may be signed.
create table cosigner_failure (
  proposal_id bigint primary key,
  failures integer not null,
  -- Reference block of the last failed attempt: each counts once.
  reference_height bigint not null,
  -- Unix seconds of block time.
  retry_at bigint not null
);
