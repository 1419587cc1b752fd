import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { getAppointment } from '@app/contracts/scripts.generated.ts'
import { type NetworkReader, readContract } from '@app/server/flow-access/read-contract.ts'
import {
  type PublishedRecord,
  readPublishedHistory,
} from '@app/server/flow-access/read-published.ts'
import { type Address, toAddress } from '@app/values/address.ts'

/** The contract's records of a published address. */
export interface PublishedRecords {
  latest: PublishedRecord
  /** All records, newest first. */
  records: PublishedRecord[]
  /** Whether the publisher of the latest record is appointed now. */
  isAppointed: boolean
}

/** Reads the records at the latest sealed block, or returns why there are none. */
export async function readPublication(
  reader: NetworkReader,
  address: Address,
): Promise<PublishedRecords | 'not deployed' | 'never published'> {
  const records = await readPublishedHistory(reader, address)
  if (records === null) return 'not deployed'
  const [latest] = records
  if (latest === undefined) return 'never published'
  return { latest, records, isAppointed: await isPublisher(reader, latest.publisher) }
}

async function isPublisher(reader: NetworkReader, publisher: Address): Promise<boolean> {
  const provider = toAddress(getContractAddress('DharmaScore', reader.network))
  const call = getAppointment({ publisher, provider })
  return (await readContract(reader, { contract: 'DharmaScore', call }))?.value === true
}
