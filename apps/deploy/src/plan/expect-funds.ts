import { getStorage } from '@app/contracts/scripts.generated.ts'
import { formatUfix64, parseUfix64, UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { FatalError } from '@app/values/errors.ts'
import { DAO_FLOW_UNITS } from '../dao-rules.ts'
import { ask, type Site } from '../site/site.ts'
import type { Plan } from './make-plan.ts'
import { POWERS } from './plan-powers.ts'

/** Storage that a FLOW pays for, in bytes. Source: FlowStorageFees `storageMegaBytesPerReservedFLOW`, 100. */
const BYTES_PER_FLOW = 100_000_000n

/** What remains in every account. Source: FlowStorageFees `minimumStorageReservation`, with room. */
const RESERVE_UNITS = parseUfix64('0.01')

/** More than any of the transactions costs. */
const FEE_UNITS = parseUfix64('0.01')

export interface Need {
  storageUnits: bigint
  feeUnits: bigint
  daoUnits: bigint
}

/** What carrying out the plan takes at most from the account of the contracts, in units of FLOW. */
export function needOf({ contracts, dao, agent }: Plan): Need {
  const changed = contracts.filter(({ change }) => change.kind !== 'unchanged')
  const bytes = changed.reduce((sum, { source }) => sum + Buffer.byteLength(source.code), 0)
  const powers = POWERS.filter((power) => agent !== null && agent.powers[power] !== 'held')
  const daoSteps = dao.kind === 'open' || dao.kind === 'hand over' ? 1 : 0
  const transactions = BigInt(changed.length + daoSteps + 2 * powers.length)
  return {
    storageUnits: (BigInt(bytes) * UNITS_PER_TOKEN) / BYTES_PER_FLOW,
    feeUnits: transactions * FEE_UNITS,
    daoUnits: dao.kind === 'open' ? DAO_FLOW_UNITS : 0n,
  }
}

/** One line on balance and need. Throws `FatalError` when the balance is too small. */
export async function expectFunds(
  { network, reader, places, account }: Site,
  plan: Plan,
): Promise<string> {
  const { address, balanceUnits } = account
  const { storageUnits, feeUnits, daoUnits } = needOf(plan)
  const needUnits = storageUnits + feeUnits + daoUnits
  const used = await ask({ network, reader, places }, getStorage({ address }))
  const [usedBytes] = used as [bigint]
  const keptUnits = (usedBytes * UNITS_PER_TOKEN) / BYTES_PER_FLOW + RESERVE_UNITS
  const parts = `${flow(storageUnits)} for storage, ${flow(feeUnits)} for fees, ${flow(daoUnits)} for the DAO`
  const sentence = `${address} has ${flow(balanceUnits)} FLOW; this takes at most ${flow(needUnits)}: ${parts}`
  if (needUnits === 0n || balanceUnits >= needUnits + keptUnits) return sentence
  throw new FatalError(
    `${sentence}. Send it ${flow(needUnits + keptUnits - balanceUnits)} FLOW more${network === 'testnet' ? ', such as from https://faucet.flow.com' : ''}.`,
  )
}

const flow = (units: bigint): string => formatUfix64(units).replace(/(\.\d\d\d?\d?)\d*$/, '$1')
