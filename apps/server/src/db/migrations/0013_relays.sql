-- Signed messages that the agent relays, and settlements: what to send stands in the action itself.
alter table agent_action drop constraint agent_action_kind_check;
alter table agent_action add constraint agent_action_kind_check check (kind in (
  'flag', 'warn', 'propose_freeze', 'schedule_recheck', 'recheck', 'unflag', 'publish',
  'relay_proposal', 'relay_vote', 'relay_appeal', 'relay_report', 'settle'));
-- A relay has the signed message (idempotency key: series:sequence:hash of the content); a settlement has ids and addresses.
alter table agent_action add column payload jsonb;
alter table agent_action add constraint agent_action_payload_check check (
  (payload is not null) = (kind in ('relay_proposal', 'relay_vote', 'relay_appeal', 'relay_report', 'settle')));
