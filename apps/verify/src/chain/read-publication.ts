import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { getAppointment } from '@app/contracts/scripts.generated.ts'
import { type NetworkReader, readContract } from '@app/server/flow-access/read-contract.ts'
import {
  type PublishedRecord,
  readPublishedHistory,
} from '@app/server/flow-access/read-published.ts'
import { type Address, toAddress } from '@app/values/address.ts'

/** What the contract keeps of an address that was published. */
export interface Publication {
  latest: PublishedRecord
  /** All of them, newest first. */
  records: PublishedRecord[]
  /** Who published the latest one may publish now. */
  isAppointed: boolean
}

/** At the last sealed block; in words why there is none to check. */
export async function readPublication(
  place: NetworkReader,
  address: Address,
): Promise<Publication | 'not deployed' | 'never published'> {
  const records = await readPublishedHistory(place, address)
  if (records === null) return 'not deployed'
  const [latest] = records
  if (latest === undefined) return 'never published'
  return { latest, records, isAppointed: await isPublisher(place, latest.publisher) }
}

async function isPublisher(place: NetworkReader, publisher: Address): Promise<boolean> {
  const provider = toAddress(getContractAddress('DharmaScore', place.network))
  const call = getAppointment({ publisher, provider })
  return (await readContract(place, { contract: 'DharmaScore', call }))?.value === true
}
