import type { NetworkReader } from '@app/server/flow-access/read-contract.ts'
import {
  type PublishedRecord,
  readLiveRecords,
  readPublishedHistory,
} from '@app/server/flow-access/read-published.ts'
import type { Address } from '@app/values/address.ts'

/** The contract's records of a published address. */
export interface PublishedRecords {
  /** All kept ones, newest first, also those of dismissed publishers. */
  records: PublishedRecord[]
  /** Those of `records` that are the latest of a live publisher, lowest score first: the first one counts. */
  live: PublishedRecord[]
}

/** Reads the records at the latest sealed block, or returns why there are none. */
export async function readPublication(
  reader: NetworkReader,
  address: Address,
): Promise<PublishedRecords | 'not deployed' | 'never published'> {
  const records = await readPublishedHistory(reader, address)
  if (records === null) return 'not deployed'
  if (records.length === 0) return 'never published'
  const publishers = (await readLiveRecords(reader, address)).map(({ publisher }) => publisher)
  const live = publishers.flatMap((one) => records.find(({ publisher }) => publisher === one) ?? [])
  return { records, live: live.sort((a, b) => a.score - b.score) }
}
