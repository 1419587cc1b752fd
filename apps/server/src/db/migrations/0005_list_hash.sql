-- SHA-256 in hex over the canonical JSON of all accounts on current lists: what a score says it was judged by.
alter table label_state add column list_hash text;

update label_state set list_hash = encode(sha256(convert_to(format('{"scam":[%s],"service":[%s]}',
  (select string_agg('"' || address || '"', ',' order by address collate "C") from (
    select distinct address from label_entry where kind = 'scam' and removed_at is null) listed),
  (select string_agg('"' || address || '"', ',' order by address collate "C") from (
    select distinct address from label_entry where kind = 'service' and removed_at is null) listed)
), 'UTF8')), 'hex');

alter table label_state alter column list_hash set not null;
