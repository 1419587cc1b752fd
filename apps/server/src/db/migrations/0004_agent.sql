-- Written by the agent's room alone.

-- What is to happen on the chain: at most one row for each kind of action on the same evidence.
create table agent_action (
  address text not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('flag', 'warn', 'propose_freeze', 'schedule_recheck', 'recheck',
                                     'unflag', 'publish')),
  evidence_hash text not null,
  case_id text not null,
  reason text not null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'sealed', 'failed')),
  -- Transactions signed since it was queued last.
  attempts integer not null default 0,
  -- The newest transaction that a node has taken.
  tx_id text,
  -- A height at which its seal was seen: its own, or a little above.
  sealed_height bigint,
  -- Why it failed, or what keeps it from being sent.
  problem text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (address, id),
  unique (address, kind, evidence_hash)
);
create index agent_action_newest on agent_action (id desc);
create index agent_action_open on agent_action (id) where status in ('queued', 'sent');

-- Every transaction that was ever signed for an action. One without an outcome is alive: it may run.
create table agent_transaction (
  address text not null,
  tx_id text not null,
  action_id bigint not null,
  key_address text not null,
  key_index integer not null,
  sequence_number bigint not null,
  -- It can run in the 600 blocks after this one.
  reference_height bigint not null,
  -- With its signatures, as it goes to a node: sent again, it is the same transaction.
  signed jsonb not null,
  -- Times that it was about to go to a node, counted before it went.
  tries integer not null default 0,
  -- Height of the chain at the last try.
  tried_height bigint,
  -- A node took it, or refused it after a try whose end is not known.
  is_answered boolean not null default false,
  -- Ran well; ran and failed; never ran and never will.
  outcome text check (outcome in ('sealed', 'reverted', 'dropped')),
  problem text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (address, tx_id),
  foreign key (address, action_id) references agent_action (address, id),
  check ((outcome is null) = (ended_at is null))
);
-- Never two that may both run for one address, nor two with the same key.
create unique index agent_transaction_live on agent_transaction (address) where outcome is null;
create unique index agent_transaction_lease on agent_transaction (key_address, key_index)
  where outcome is null;
create index agent_transaction_of_key on agent_transaction (key_address, key_index, ended_at desc)
  where outcome is not null;

-- What visitors have used of each day's budgets.
create table agent_budget (
  day date not null,
  kind text not null,
  -- Hash of a visitor of that day; empty for all of them together.
  spender text not null,
  used integer not null default 0,
  primary key (day, kind, spender)
);

-- The last sign of life of an agent.
create table agent_heartbeat (
  is_only boolean primary key default true check (is_only),
  key_address text not null,
  beat_at timestamptz not null
);
