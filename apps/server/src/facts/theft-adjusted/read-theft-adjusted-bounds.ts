import { ALL_TOKENS, NFTS } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { type RawBuilder, sql } from 'kysely'
import { buildIsTakenCondition } from './read-taken-moves.ts'

/**
 * Builds the joins that find the first, last and largest row that was not taken, for each token of
 * `kept` and `lost`. They search an index, starting at the taken row, only where a taken row was
 * the first, last or largest. This relies on block times increasing with height.
 */
export function buildTheftAdjustedBoundsJoins(address: Address): RawBuilder<unknown> {
  return sql`
    left join lateral (${buildNearestMoveQuery(address, FIRST)}) first_left on true
    left join lateral (${buildNearestMoveQuery(address, LAST)}) last_left on true
    left join lateral (${buildLargestSendQuery(address)}) largest_left on true`
}

interface Bound {
  wasTaken: RawBuilder<unknown>
  isWithinBound: RawBuilder<unknown>
  order: RawBuilder<unknown>
}

const FIRST: Bound = {
  wasTaken: sql`lost.first_seconds = kept.first_seconds`,
  isWithinBound: sql`height >= lost.first_height`,
  order: sql`height, seconds`,
}

const LAST: Bound = {
  wasTaken: sql`lost.last_height = kept.last_height`,
  isWithinBound: sql`height <= lost.last_height`,
  order: sql`height desc, seconds desc`,
}

function buildNearestMoveQuery(
  address: Address,
  { wasTaken, isWithinBound, order }: Bound,
): RawBuilder<unknown> {
  const isCandidate = sql`${wasTaken} and ${isWithinBound} and not (${buildIsTakenCondition(address, 'move')})
    and kept.transfers_in + kept.transfers_out > lost.transfers_out`
  return sql`
    (select height, seconds
    from (select *, block_ms / 1000 as seconds from chain_transfer where address = ${address}) move
    where lost.token <> ${NFTS} and (lost.token = ${ALL_TOKENS} or token = lost.token)
      and not is_dust and ${isCandidate}
    order by ${order} limit 1)
    union all
    (select height, seconds
    from (
      select *, block_ms / 1000 as seconds, ${NFTS} as token, false as is_emptied
      from chain_nft_move where address = ${address}
    ) move
    where lost.token = ${NFTS} and ${isCandidate}
    order by ${order} limit 1)`
}

function buildLargestSendQuery(address: Address): RawBuilder<unknown> {
  return sql`
    select units from chain_transfer
    where address = ${address} and token = lost.token and side = 'out'
      and lost.largest_sent = kept.largest_sent and units <= lost.largest_sent
      and kept.transfers_out > lost.transfers_out
      and not (${buildIsTakenCondition(address, 'chain_transfer')})
    order by units desc limit 1`
}
