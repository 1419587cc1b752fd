-- Counts of account events as rows, one for each kind, so that a new kind needs no column.
create table chain_account_event_count (
  address text not null,
  kind text not null,
  count bigint not null,
  primary key (address, kind)
) with (fillfactor = 85);

insert into chain_account_event_count (address, kind, count)
select address, counted.kind, counted.count
from chain_account_activity
cross join lateral (values
  -- `keys_added` counted the keys of full weight, too.
  ('key_added', keys_added - full_keys_added),
  ('full_key_added', full_keys_added),
  ('key_removed', keys_removed),
  ('contract_added', contracts_deployed),
  ('contract_updated', contracts_updated),
  ('contract_removed', contracts_removed),
  ('capability_published', capabilities_published),
  ('capability_offered', capabilities_offered),
  ('transaction_scheduled', transactions_scheduled)
) as counted (kind, count)
where counted.count > 0;

alter table chain_account_activity
  drop column keys_added,
  drop column full_keys_added,
  drop column keys_removed,
  drop column contracts_deployed,
  drop column contracts_updated,
  drop column contracts_removed,
  drop column capabilities_published,
  drop column capabilities_offered,
  drop column transactions_scheduled;

-- `ACCOUNT_EVENTS` lists the kinds; a check here would need a migration for each new one.
alter table chain_account_event drop constraint chain_account_event_kind_check;
