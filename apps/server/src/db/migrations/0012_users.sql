-- Written by the room `api`. Times here are of the wall clock.

-- Nonces issued for a log-in and not used yet.
create table user_nonce (
  -- SHA-256 in hex: a reader of the table cannot log in.
  nonce_hash text primary key,
  expires_at timestamptz not null
);
create index user_nonce_by_end on user_nonce (expires_at);

create table user_session (
  -- SHA-256 in hex of the token in the cookie.
  token_hash text primary key,
  address text not null,
  expires_at timestamptz not null
);
create index user_session_by_end on user_session (expires_at);

-- The first result of each request that named an Idempotency-Key.
create table user_idempotency_key (
  -- SHA-256 in hex of the client and the wallet that asked.
  owner_hash text not null,
  key text not null,
  -- SHA-256 in hex of method, route and body.
  request_hash text not null,
  state text not null check (state in ('running', 'done')),
  status integer,
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (owner_hash, key),
  check ((state = 'done') = (status is not null and response is not null))
);
create index user_idempotency_key_by_creation on user_idempotency_key (created_at);
