-- The field's own names for columns and tables; no row changes.
alter table chain_cursor rename column lane to direction;
alter table chain_transfer rename column part to split_index;
alter table chain_account_event rename column subject to detail;
alter table score_subject rename to score_tracked_account;
alter index score_subject_by_label_seq rename to score_tracked_account_by_label_seq;
alter table score_tracked_account rename column asked_by to requested_by;
alter table score_tracked_account rename column asked_at to requested_at;
alter table agent_action rename column occasion to idempotency_key;
alter table agent_transaction rename column tries to submissions;
alter table agent_transaction rename column tried_height to last_submission_height;
alter index agent_transaction_of_key rename to agent_transaction_by_key;
alter table agent_budget rename column spender to client_hash;
alter table agent_heartbeat rename column beat_at to recorded_at;
