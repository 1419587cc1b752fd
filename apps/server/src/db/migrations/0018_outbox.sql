-- Who comes first where many actions wait: signed messages of people, settlements and what voters need; what the agent
-- does by itself; rechecks; publications that visitors asked for.
alter table agent_action add column priority text not null default 'visitor'
  check (priority in ('person', 'agent', 'recheck', 'visitor'));
update agent_action set priority = case
  when kind in ('relay_proposal', 'relay_vote', 'relay_appeal', 'relay_report', 'settle') then 'person'
  when kind = 'publish' and idempotency_key like 'voter:%' then 'person'
  when kind in ('flag', 'unflag', 'warn', 'propose_freeze') then 'agent'
  when kind in ('recheck', 'schedule_recheck') then 'recheck'
  else 'visitor' end;

-- It failed because the chain is as it was to become already: there was nothing to do.
alter table agent_action add column is_moot boolean not null default false;
alter table agent_action add constraint agent_action_moot_check check (status = 'failed' or not is_moot);

-- An end of rechecks says so.
alter table agent_action drop constraint agent_action_payload_check;
alter table agent_action add constraint agent_action_payload_check check (
  kind = 'schedule_recheck' or
  (payload is not null) = (kind in ('relay_proposal', 'relay_vote', 'relay_appeal', 'relay_report', 'settle', 'flag')));

-- A request has a result once it has a status.
alter table user_idempotency_key drop column state;
alter table user_idempotency_key add check ((status is null) = (response is null));
