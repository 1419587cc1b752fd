import type { PublishedScore } from '@app/api/schemas/score.ts'
import { CONTRACT_ADDRESSES } from '@app/contracts/addresses.ts'
import type { Address } from '@app/values/address.ts'
import { FACTOR_UNIT, mapFactors } from '@app/values/factor.ts'
import type { Network } from '@app/values/network.ts'
import type { RiskLevel } from '@app/values/risk-level.ts'
import { type RawBuilder, sql } from 'kysely'
import type { PublishedRecord } from '../../flow-access/read-published.ts'
import { PUBLICATION_EVENT } from '../../governance/mirror/write-event.ts'

/** The fields of an event ScorePublished, as they are stored: numbers as decimal text. */
interface PublicationFields {
  address: Address
  scoreTenths: string
  level: RiskLevel
  factors: string[]
  version: string
  evidenceHash: string
  blockHeight: string
}

/** The indexed publication that counts for an address; its fields are `null` when there is none. */
export interface PublicationColumns {
  publication: PublicationFields | null
  publishTxId: string | null
  publishMs: number | null
  /** Whether the events of all indexed blocks are read: no newer publication is then missing. */
  areEventsRead: boolean
  /** Whether the deployment of the contract is indexed, and so every block since then. */
  isDeploymentIndexed: boolean
}

/** Selects the columns of `PublicationColumns`, from a lateral join with `joinPublication`. */
export const selectPublication = (network: Network): RawBuilder<PublicationColumns> => sql`
  published.fields as publication, published.tx_id as "publishTxId", published.block_ms as "publishMs",
  coalesce(
    (select height from chain_contract_cursor)
      >= (select to_height from chain_cursor where direction = 'live'), false) as "areEventsRead",
  exists (
    select from chain_account_event
    where address = ${CONTRACT_ADDRESSES[network].DharmaScore ?? null}
      and kind = 'contract_added' and detail = 'DharmaScore') as "isDeploymentIndexed"`

/**
 * Joins the publication that counts for an address: of the newest ones of all publishers that are not dismissed, the
 * one with the lowest score, as `DharmaScore.lowest` answers. The type is a literal, as in the index
 * `chain_contract_event_publication`: a prepared query could not use the index otherwise.
 */
export const joinPublication = (address: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  left join lateral (
    select newest.fields, newest.tx_id, newest.block_ms from chain_publisher
    cross join lateral (
      select fields, tx_id, block_ms, height from chain_contract_event
      where type = ${sql.lit(PUBLICATION_EVENT)}
        and fields ->> 'address' = ${address}
        and fields ->> 'publisher' = chain_publisher.publisher
      order by height desc, tx_index desc, event_index desc limit 1
    ) newest
    where not chain_publisher.is_dismissed
    order by (newest.fields ->> 'scoreTenths')::integer, newest.height limit 1
  ) published on true`

/** Converts the columns to the record; `undefined` when only the chain can tell. */
export function toPublication(columns: PublicationColumns): PublishedScore | null | undefined {
  const { publication, publishTxId, publishMs, areEventsRead, isDeploymentIndexed } = columns
  // Blocks that are read again for events are read upwards: there may be a newer publication.
  if (!areEventsRead) return undefined
  if (publication === null) return isDeploymentIndexed ? null : undefined
  const { address, scoreTenths, level, factors, version, evidenceHash, blockHeight } = publication
  const record = {
    score: Number(scoreTenths) / 10,
    level,
    factors: mapFactors((_, index) => Number(factors[index])),
    version,
    evidenceHash,
    blockHeight: Number(blockHeight),
    // The time of a block is whole seconds in a contract.
    publishedAtMs: Math.floor(Number(publishMs) / 1000) * 1000,
  }
  return buildPublishedScore(record, { address, txId: publishTxId })
}

/** Converts a record of the contract to its API form. */
export function buildPublishedScore(
  {
    score,
    level,
    factors,
    version,
    evidenceHash,
    blockHeight,
    publishedAtMs,
  }: Omit<PublishedRecord, 'publisher'>,
  { address, txId }: { address: Address; txId: string | null },
): PublishedScore {
  return {
    address,
    score,
    level,
    breakdown: mapFactors((factor) => factors[factor] / FACTOR_UNIT),
    version,
    evidenceHash,
    blockHeight,
    publishedAt: new Date(publishedAtMs).toISOString(),
    ...(txId !== null && { txId }),
  }
}
