-- What makes an action one of its kind: the evidence it rests on, the run of a recheck, the time a run is late since.
alter table agent_action add column occasion text;
update agent_action set occasion = evidence_hash;
alter table agent_action alter column occasion set not null;
alter table agent_action drop constraint agent_action_address_kind_evidence_hash_key;
alter table agent_action add unique (address, kind, occasion);

-- Up to which block the announced rechecks were taken over.
create table agent_recheck_cursor (
  is_only boolean primary key default true check (is_only),
  height bigint not null
);
