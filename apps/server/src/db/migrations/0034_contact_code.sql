-- Contact with listed accounts has a code of its own: `listed` is only an entry of the account itself.
alter table agent_case drop constraint agent_case_reason_code_check;
alter table agent_case add constraint agent_case_reason_code_check
  check (reason_code in ('listed', 'contact', 'behaviour', 'community', 'keys'));

-- An accusation whose reasons do not say that the account is listed rests on contact. What was said under a hash, and the
-- codes of flags on the chain, stay as they are.
with corrected as (
  update agent_case set reason_code = 'contact'
  where reason_code = 'listed' and jsonb_array_length(statement -> 'reasons') > 0
    and not jsonb_path_exists(statement, '$.reasons[*] ? (@.code == "listed")')
  returning address, case_id
), listed as (
  update case_file set reason_code = 'contact'
  from corrected
  where case_file.address = corrected.address and case_file.case_id = corrected.case_id
    and case_file.reason_code = 'listed'
)
update agent_action set payload = '{"reasonCode": "contact"}'
from corrected
where agent_action.address = corrected.address and agent_action.case_id = corrected.case_id
  and agent_action.kind = 'flag' and agent_action.status = 'queued'
  and not exists (
    select from agent_transaction live
    where live.address = agent_action.address and live.action_id = agent_action.id and live.outcome is null);
