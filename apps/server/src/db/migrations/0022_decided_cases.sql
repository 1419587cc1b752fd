-- Votes that decided something, for the list of cases that people decided.
create index case_entry_decided_vote on case_entry (address, case_id)
  where kind = 'voting_end' and details ->> 'result' in ('approved', 'rejected');
