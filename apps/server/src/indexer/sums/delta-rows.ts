import { ALL_TOKENS, NFTS } from '@app/score/facts.ts'

/** Builds SQL that inserts the transfers of `source` into `delta_move`. */
export function buildTransferDeltaInsert(source: string): string {
  return `
    insert into delta_move
    select address, counterparty, counted.token, null, side, counted.units, block_ms / 1000, height,
      is_swept, is_emptied, is_dust
    from ${source}
    cross join lateral (values (${source}.token, ${source}.units), ('${ALL_TOKENS}', 0))
      as counted (token, units)`
}

/** Builds SQL that inserts the NFT moves of `source` into `delta_move`, one unit each. */
export function buildNftMoveDeltaInsert(source: string): string {
  return `
    insert into delta_move
    select address, counterparty, '${NFTS}', regexp_replace(nft_type, '\\.[^.]*$', ''), side, 1,
      block_ms / 1000, height, is_swept, false, false
    from ${source}`
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
