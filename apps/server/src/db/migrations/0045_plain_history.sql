-- The history is plain rows, never edited: only cases are linked by hashes. The SHA-256 of a reason says whether it is withheld.
alter table agent_entry disable trigger agent_entry_append_only;
alter table agent_entry add column reason text;
update agent_entry set reason = coalesce(
  (select text.reason from agent_entry_text text
   where text.address = agent_entry.address and text.number = agent_entry.number), '');
alter table agent_entry alter column reason set not null;
alter table agent_entry drop column hash, drop column previous_hash;
alter table agent_entry enable trigger agent_entry_append_only;
drop table agent_entry_text;
