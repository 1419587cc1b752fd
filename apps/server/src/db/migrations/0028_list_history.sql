-- The hash of the lists after this change, in the last change of each transaction: by it the lists that a score was
-- computed with are found again, whatever clock said when.
alter table label_change add column list_hash text;
create index label_change_list_hash on label_change (list_hash);
create index label_change_entry on label_change (address, label_id, seq);

-- Changes of one transaction have the same time.
update label_change set list_hash = past.list_hash
from (
  select ending.seq, encode(sha256(convert_to(format('{"scam":[%s],"service":[%s]}',
    string_agg('"' || address || '"', ',' order by address collate "C") filter (where kind = 'scam'),
    string_agg('"' || address || '"', ',' order by address collate "C") filter (where kind = 'service')
  ), 'UTF8')), 'hex') as list_hash
  from (select max(seq) as seq from label_change group by at) ending
  left join lateral (
    select distinct entry.address, entry.kind
    from label_entry entry
    where (
      select action from label_change change
      where change.address = entry.address and change.label_id = entry.id
        and change.seq <= ending.seq and change.action <> 'changed'
      order by change.seq desc
      limit 1
    ) <> 'removed'
  ) listed on true
  group by ending.seq
) past
where label_change.seq = past.seq;
