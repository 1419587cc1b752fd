import type { AccountEventKind } from '../../db/chain-tables.ts'

/** Adds the new NFT moves to the collections they belong to. */
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

/** The sums of what accounts did themselves, by the acts that each of them counts. */
const ACTIVITY_KINDS: Readonly<Record<string, readonly ActivityKind[]>> = {
  proposed: ['proposed'],
  sponsored: ['sponsored'],
  keys_added: ['key_added', 'full_key_added'],
  full_keys_added: ['full_key_added'],
  keys_removed: ['key_removed'],
  contracts_deployed: ['contract_added'],
  contracts_updated: ['contract_updated'],
  contracts_removed: ['contract_removed'],
  capabilities_published: ['capability_published'],
  capabilities_offered: ['capability_offered'],
  transactions_scheduled: ['transaction_scheduled'],
}

type ActivityKind = AccountEventKind | 'proposed' | 'sponsored'

const SUM_COLUMNS = Object.keys(ACTIVITY_KINDS)
const COUNT_EXPRESSIONS = Object.values(ACTIVITY_KINDS).map(
  (acts) => `count(*) filter (where kind in (${acts.map((kind) => `'${kind}'`).join(', ')}))`,
)

/** Adds what accounts did themselves. */
export const ADD_ACCOUNT_ACTIVITY = `
insert into chain_account_activity as kept (address, last_height, last_ms, ${SUM_COLUMNS.join(', ')})
select address, max(height), max(ms), ${COUNT_EXPRESSIONS.join(', ')}
from delta_account_activity
group by address
on conflict (address) do update set
  last_height = greatest(kept.last_height, excluded.last_height),
  last_ms = greatest(kept.last_ms, excluded.last_ms),
  ${SUM_COLUMNS.map((sum) => `${sum} = kept.${sum} + excluded.${sum}`).join(', ')}`

/** Widens the days on which the accounts of `delta_account_activity` were created; saying it twice changes nothing. */
export const ADD_ACCOUNT_DAYS = `
insert into chain_account_day as kept (day, first_index, last_index)
select created_ms / 86400000, min(creation_index), max(creation_index)
from chain_account join (select distinct address from delta_account_activity) acted using (address)
group by 1
on conflict (day) do update set
  first_index = least(kept.first_index, excluded.first_index),
  last_index = greatest(kept.last_index, excluded.last_index)`
