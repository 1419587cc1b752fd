-- The few reports without a signature, found among all entries of the agent.
create index agent_entry_reports on agent_entry (id desc)
  where action in ('flag', 'withdraw_flag') and evidence_hash is null and action_id is null;
