import type { Network } from '@app/values/network.ts'
import type { ContractEvents } from './events.generated.ts'
import { getContractAddress } from './resolve-imports.ts'

/** An event of a Dharma contract, such as 'DharmaRecheck.RecheckDue'. */
export type EventName = keyof ContractEvents

/**
 * Builds the type id of an event on a network, as nodes use it. Throws `FatalError` when its
 * contract has no address there.
 */
export function buildEventTypeId(name: EventName, network: Network): string {
  const [contract = ''] = name.split('.')
  return `A.${getContractAddress(contract, network).slice(2)}.${name}`
}
