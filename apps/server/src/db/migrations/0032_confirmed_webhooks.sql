-- A webhook gets alerts once its receiver has answered a challenge. Those that existed before have 30 days for it.
alter table alert_webhook add column confirmed_at timestamptz;
-- Until when it gets alerts without; null for those that were never without a challenge.
alter table alert_webhook add column confirm_by timestamptz;
update alert_webhook set confirm_by = now() + interval '30 days' where removed_at is null;

-- A secret that was replaced signs beside the new one until then.
create table alert_replaced_secret (
  owner text not null,
  webhook_id bigint not null,
  secret text not null,
  valid_until timestamptz not null,
  primary key (owner, webhook_id, secret)
);

-- How many calls of a URL people asked for, in the minute that began at `since`.
create table alert_request_count (
  key text primary key,
  since timestamptz not null,
  requests integer not null
);
