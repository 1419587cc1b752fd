import { ALL_TOKENS, NFTS } from '@app/score/facts.ts'

/**
 * Builds SQL that inserts the transfers of `source` into `delta_move`. What a Cadence-owned account of an account
 * received is put there by that account, and what it paid is taken out again.
 */
export const buildTransferDeltaInsert = (source: string): string => buildSignedInsert(source, 1)

/** Builds SQL that inserts the transfers of `source`, which leave the sums as what they were, into `delta_move`. */
export const buildRemovedTransferInsert = (source: string): string => buildSignedInsert(source, -1)

function buildSignedInsert(source: string, sign: 1 | -1): string {
  return `
    insert into delta_move
    select address, counted.counterparty, counted.token, null, counted.side, counted.units,
      block_ms / 1000, height, is_swept and counted.own_place is null,
      is_emptied and counted.own_place is null, is_dust, counted.own_place, ${sign}
    from ${source} moved
    cross join lateral (
      values (moved.counterparty, moved.side, moved.token, moved.units, moved.own_place),
        (moved.counterparty, moved.side, '${ALL_TOKENS}', 0, moved.own_place)
      union all
      select null, case moved.side when 'in' then 'out' else 'in' end, moved.token, moved.units, 'evm'
      where moved.is_in_evm
    ) counted (counterparty, side, token, units, own_place)`
}

/** Builds SQL that inserts the NFT moves of `source` into `delta_move`, one unit each. */
export function buildNftMoveDeltaInsert(source: string): string {
  return `
    insert into delta_move
    select address, counterparty, '${NFTS}', regexp_replace(nft_type, '\\.[^.]*$', ''), side, 1,
      block_ms / 1000, height, is_swept, false, false, null, 1
    from ${source}`
}

/** Builds SQL that inserts the moves of stakes of `source` into `delta_stake_act`. */
export function buildStakeActDeltaInsert(source: string): string {
  return `
    insert into delta_stake_act
    select stake, address, height, tx_index, event_index, split_index from ${source}`
}

/** Builds SQL that inserts the children of the steps of `source` into `delta_child`. */
export function buildChildActDeltaInsert(source: string): string {
  return `insert into delta_child select child from ${source}`
}

/** Builds SQL that inserts the account events of `source` into `delta_account_activity`. */
export function buildAccountEventDeltaInsert(source: string): string {
  return `insert into delta_account_activity select address, height, block_ms, kind from ${source}`
}

/**
 * Builds SQL that inserts the proposers and sponsors of the transactions of `source` into
 * `delta_account_activity`.
 */
export function buildTransactionDeltaInsert(source: string): string {
  return `
    insert into delta_account_activity
    select address, height, block_ms, case when is_proposer then 'proposed' else 'sponsored' end
    from ${source}
    where is_proposer or (is_payer and not is_authorizer)`
}
