/** Adds the fresh NFT moves to the collections they belong to. */
export const ADD_COLLECTIONS = `
insert into chain_collection as kept (address, contract, moves_in, moves_out, first_in_ms)
select address, contract,
  count(*) filter (where side = 'in'),
  count(*) filter (where side = 'out'),
  min(seconds) filter (where side = 'in') * 1000
from fresh_move
where contract is not null
group by address, contract
on conflict (address, contract) do update set
  moves_in = kept.moves_in + excluded.moves_in,
  moves_out = kept.moves_out + excluded.moves_out,
  first_in_ms = least(kept.first_in_ms, excluded.first_in_ms)`

/** Adds what accounts did themselves. */
export const ADD_ACCOUNT_ACTIVITY = `
insert into chain_account_activity as kept (
  address, proposed, sponsored, keys_added, keys_removed, contracts_deployed, contracts_updated,
  contracts_removed, last_height, last_ms
)
select address, sum(proposed), sum(sponsored), sum(keys_added), sum(keys_removed),
  sum(contracts_deployed), sum(contracts_updated), sum(contracts_removed), max(height), max(ms)
from fresh_act
group by address
on conflict (address) do update set
  proposed = kept.proposed + excluded.proposed,
  sponsored = kept.sponsored + excluded.sponsored,
  keys_added = kept.keys_added + excluded.keys_added,
  keys_removed = kept.keys_removed + excluded.keys_removed,
  contracts_deployed = kept.contracts_deployed + excluded.contracts_deployed,
  contracts_updated = kept.contracts_updated + excluded.contracts_updated,
  contracts_removed = kept.contracts_removed + excluded.contracts_removed,
  last_height = greatest(kept.last_height, excluded.last_height),
  last_ms = greatest(kept.last_ms, excluded.last_ms)`

/** Widens the days on which the accounts of `fresh_act` were created; saying it twice changes nothing. */
export const ADD_ACCOUNT_DAYS = `
insert into chain_account_day as kept (day, first_index, last_index)
select created_ms / 86400000, min(creation_index), max(creation_index)
from chain_account join (select distinct address from fresh_act) acted using (address)
group by 1
on conflict (day) do update set
  first_index = least(kept.first_index, excluded.first_index),
  last_index = greatest(kept.last_index, excluded.last_index)`
