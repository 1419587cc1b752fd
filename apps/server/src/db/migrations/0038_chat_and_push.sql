-- Confirms a subscription to a chat: posted there, and typed back by its owner within its time and tries.
create table alert_code (
  owner text not null,
  subscription_id bigint not null,
  code text not null,
  tries integer not null,
  valid_until timestamptz not null,
  primary key (owner, subscription_id)
);

-- Identifies this server to push services (VAPID); subscriptions of browsers are bound to the public key.
create table alert_push_key (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  private_key text not null
);
