import { ACCOUNT_EVENTS } from '@app/values/account-event.ts'

/** Adds the new NFT moves to the collections of their accounts. */
export const ADD_COLLECTIONS = `
insert into chain_collection as kept (address, contract, moves_in, moves_out, first_in_ms)
select address, contract,
  count(*) filter (where side = 'in'),
  count(*) filter (where side = 'out'),
  min(seconds) filter (where side = 'in') * 1000
from delta_move
where contract is not null
group by address, contract
on conflict (address, contract) do update set
  moves_in = kept.moves_in + excluded.moves_in,
  moves_out = kept.moves_out + excluded.moves_out,
  first_in_ms = least(kept.first_in_ms, excluded.first_in_ms)`

const PROPOSED = `count(*) filter (where kind = 'proposed')`
const SPONSORED = `count(*) filter (where kind = 'sponsored')`

/** Adds the transaction roles of accounts and the time of their last activity. */
export const ADD_ACCOUNT_ACTIVITY = `
insert into chain_account_activity as kept (address, last_height, last_ms, proposed, sponsored)
select address, max(height), max(ms), ${PROPOSED}, ${SPONSORED}
from delta_account_activity
group by address
on conflict (address) do update set
  last_height = greatest(kept.last_height, excluded.last_height),
  last_ms = greatest(kept.last_ms, excluded.last_ms),
  proposed = kept.proposed + excluded.proposed,
  sponsored = kept.sponsored + excluded.sponsored`

const COUNTED_KINDS = ACCOUNT_EVENTS.filter(({ facts }) => facts.length > 0)
  .map(({ kind }) => `'${kind}'`)
  .join(', ')

/** Adds the account events that are counted in facts. */
export const ADD_ACCOUNT_EVENT_COUNTS = `
insert into chain_account_event_count as kept (address, kind, count)
select address, kind, count(*)
from delta_account_activity
where kind in (${COUNTED_KINDS})
group by address, kind
on conflict (address, kind) do update set count = kept.count + excluded.count`

/** Extends the range of account indexes created on each day. Idempotent. */
export const ADD_ACCOUNT_DAYS = `
insert into chain_account_day as kept (day, first_index, last_index)
select created_ms / 86400000, min(creation_index), max(creation_index)
from chain_account join (select distinct address from delta_account_activity) acted using (address)
group by 1
on conflict (day) do update set
  first_index = least(kept.first_index, excluded.first_index),
  last_index = greatest(kept.last_index, excluded.last_index)`
