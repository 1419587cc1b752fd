import { getStorage } from '@app/contracts/scripts.generated.ts'
import { formatUfix64, parseUfix64, UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { FatalError } from '@app/values/errors.ts'
import { DAO_FLOW_UNITS } from '../dao-rules.ts'
import { ask, type Site } from '../site/site.ts'
import type { Plan } from './make-plan.ts'
import { lacksOf } from './plan-funds.ts'

/** Storage that a FLOW pays for, in bytes. Source: FlowStorageFees `storageMegaBytesPerReservedFLOW`, 100. */
const BYTES_PER_FLOW = 100_000_000n

/** What remains in every account. Source: FlowStorageFees `minimumStorageReservation`, with room. */
const RESERVE_UNITS = parseUfix64('0.01')

/** Set aside for each transaction: an emulator takes 0.00001, public networks raise their price with the load. */
const FEE_UNITS = parseUfix64('0.01')

/** Parts of what carrying out a plan takes at most from the account of the contracts, in units of FLOW. */
export type Needs = Readonly<Record<'storage' | 'fees' | 'the DAO' | 'the funds', bigint>>

/** `steps` is the number of transactions. */
export function needsOf(
  { contracts, offices }: Plan,
  wanted: { steps: number; fundUnits: bigint },
): Needs {
  const changed = contracts.filter(({ change }) => change.kind !== 'unchanged')
  const bytes = changed.reduce((sum, { source }) => sum + Buffer.byteLength(source.code), 0)
  const lacks = offices === null ? [] : [...lacksOf(offices.funds, wanted.fundUnits).values()]
  return {
    storage: (BigInt(bytes) * UNITS_PER_TOKEN) / BYTES_PER_FLOW,
    fees: BigInt(wanted.steps) * FEE_UNITS,
    'the DAO': offices?.dao.kind === 'open' ? DAO_FLOW_UNITS : 0n,
    'the funds': sumOf(lacks),
  }
}

/** A sentence on balance and needs. Throws `FatalError` when the balance is too small. */
export async function expectBalance(site: Site, needs: Needs): Promise<string> {
  const { address, balanceUnits } = site.account
  const [usedBytes = 0n] = (await ask(site, getStorage({ address }))) as bigint[]
  const keptUnits = (usedBytes * UNITS_PER_TOKEN) / BYTES_PER_FLOW + RESERVE_UNITS
  const needUnits = sumOf(Object.values(needs))
  const parts = Object.entries(needs).filter(([, units]) => units > 0n)
  const list = parts.map(([what, units]) => `${flow(units)} for ${what}`).join(', ')
  const sentence = `${address} has ${flow(balanceUnits)} FLOW; this takes about ${flow(needUnits)}: ${list}.`
  const lackUnits = needUnits + keptUnits - balanceUnits
  if (needUnits === 0n || lackUnits <= 0n) return sentence
  const where = site.network === 'testnet' ? ', as from https://faucet.flow.com' : ''
  throw new FatalError(`${sentence} Send it ${flow(lackUnits)} FLOW more${where}.`)
}

const sumOf = (units: readonly bigint[]): bigint => units.reduce((sum, each) => sum + each, 0n)

const flow = (units: bigint): string => formatUfix64(units).replace(/(\.\d\d\d?\d?)\d*$/, '$1')
