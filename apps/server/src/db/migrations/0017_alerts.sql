-- Written by the room `alerts`. Columns `…_ms` are block times in Unix milliseconds; the others are of the wall clock.

create table alert_watch (
  owner text not null,
  address text not null,
  since_ms bigint not null,
  primary key (owner, address)
);
create index alert_watch_by_address on alert_watch (address);

create table alert_webhook (
  owner text not null,
  id bigint generated always as identity,
  url text not null,
  -- Signs what is sent; stands in the answer that creates the webhook and in no other.
  secret text not null,
  -- A part of the watch list of the owner; null: all of it.
  addresses text[],
  since_ms bigint not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (owner, id)
);

-- What subscribers are told, once for each cause.
create table alert_event (
  -- Empty where the event is about no account.
  address text not null,
  id bigint generated always as identity,
  cause text not null,
  type text not null,
  at_ms bigint not null,
  case_id text,
  primary key (address, id),
  unique (address, cause)
);

-- One event for one subscriber; a digest or a test has no event.
create table alert_delivery (
  owner text not null,
  id bigint generated always as identity,
  -- Header webhook-id, the same in every attempt.
  message_id text not null,
  channel text not null check (channel in ('inbox', 'webhook')),
  webhook_id bigint,
  event_id bigint,
  type text not null,
  address text,
  case_id text,
  at_ms bigint not null,
  -- JSON, byte for byte as it is sent.
  body text not null,
  -- held: waits for the next digest. digested: a part of the delivery `digest_id`. requested: by hand, not queued
  -- yet. waiting: queued. withdrawn: overtaken by a clearance. dead: every attempt failed. not_reached: a clearance
  -- that nobody acknowledged in time.
  status text not null check (status in
    ('held', 'digested', 'requested', 'waiting', 'delivered', 'withdrawn', 'dead', 'not_reached')),
  digest_id bigint,
  -- An attempt has begun: the receiver may have got it.
  is_sent boolean not null default false,
  attempts integer not null default 0,
  response_status integer,
  error text,
  created_at timestamptz not null default now(),
  attempted_at timestamptz,
  -- A 2xx answer, or 'Seen'.
  acknowledged_at timestamptz,
  primary key (owner, id),
  check ((channel = 'webhook') = (webhook_id is not null))
);
create unique index alert_delivery_once on alert_delivery (owner, channel, coalesce(webhook_id, 0), event_id)
  where event_id is not null;
create index alert_delivery_by_case on alert_delivery (address, case_id) where case_id is not null;
create index alert_delivery_by_digest on alert_delivery (owner, digest_id) where digest_id is not null;
create index alert_delivery_by_time on alert_delivery (owner, type, created_at);
create index alert_delivery_by_webhook on alert_delivery (owner, webhook_id, id) where webhook_id is not null;
create index alert_delivery_requested on alert_delivery (id) where status = 'requested';
create index alert_delivery_held on alert_delivery (owner, type) where status = 'held';
create index alert_delivery_unacknowledged on alert_delivery (at_ms)
  where type = 'wallet.cleared' and acknowledged_at is null and status <> 'not_reached';

-- When a watched account was last active, as subscribers know it.
create table alert_activity (
  address text primary key,
  last_ms bigint not null
);

-- The last block that the indexer was seen to add, and the delay that subscribers were told of.
create table alert_pipeline (
  is_only boolean primary key default true check (is_only),
  height bigint not null,
  height_at timestamptz not null,
  in_step_at timestamptz not null,
  delayed_since timestamptz
);
