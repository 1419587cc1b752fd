import { type EvmAddress, isEvmAddress, type Party } from '@app/values/evm-address.ts'
import type { CoaMoveRow, EvmBalanceRow, TransferRow } from '../../db/tables/chain-tables.ts'

interface EvmRows {
  transfers: readonly TransferRow[]
  coaMoves: readonly CoaMoveRow[]
}

/** What one event of the EVM changed, and what the address has after it at least. */
interface Step {
  address: EvmAddress
  height: number
  tx_index: number
  event_index: number
  change: bigint
  floor: bigint | null
}

/**
 * Adds up the transfers of FLOW of each address in the EVM, in their order: what it got less what it paid, and the most
 * by which a balance that is known, or no balance that is below 0, exceeds that.
 */
export function sumEvmBalances(rows: EvmRows, flowToken: string): EvmBalanceRow[] {
  const steps = [...listOwnSteps(rows, flowToken), ...listCoaSteps(rows, flowToken)]
  return [...Map.groupBy(steps, ({ address }) => address)].map(([address, own]) =>
    sumSteps(address, own),
  )
}

function listOwnSteps({ transfers }: EvmRows, flowToken: string): Step[] {
  return transfers.flatMap(({ address, height, tx_index, event_index, side, units, token }) => {
    if (token !== flowToken || !isEvmAddress(address)) return []
    return [toStep({ height, tx_index, event_index }, address, side === 'in' ? units : -units)]
  })
}

type Place = Pick<Step, 'height' | 'tx_index' | 'event_index'>

const toStep = (place: Place, address: EvmAddress, change: bigint): Step => ({
  ...{ address, change, floor: change < 0n ? 0n : null },
  ...place,
})

function listCoaSteps({ coaMoves }: EvmRows, flowToken: string): Step[] {
  // The balance is that of the payer or the payee, not of who only started it.
  const byPosition = new Map(
    [...coaMoves]
      .sort((a, b) => Number(isEnd(a)) - Number(isEnd(b)))
      .map((move) => [
        [move.height, move.tx_index, move.event_index, move.split_index].join(' '),
        move,
      ]),
  )
  return [...byPosition.values()].flatMap((move) => {
    if (move.token !== flowToken) return []
    const { address, height, tx_index, event_index, sender, recipient, units } = move
    const place = { height, tx_index, event_index }
    return [
      ...[sender].filter(isInEvm).map((party) => toStep(place, party, -units)),
      ...[recipient].filter(isInEvm).map((party) => toStep(place, party, units)),
    ].map((step) => ({
      ...step,
      floor: (step.address === address ? move.balance_after : null) ?? step.floor,
    }))
  })
}

const isEnd = ({ address, sender, recipient }: CoaMoveRow): boolean =>
  address === sender || address === recipient

const isInEvm = (party: Party | null): party is EvmAddress => party !== null && isEvmAddress(party)

function sumSteps(address: EvmAddress, steps: Step[]): EvmBalanceRow {
  const ordered = steps.toSorted(comparePlaces)
  let net = 0n
  let gap: bigint | null = null
  let floor: bigint | null = null
  for (const [index, step] of ordered.entries()) {
    net += step.change
    floor = findLarger(floor, step.floor)
    const next = ordered[index + 1]
    if (next !== undefined && comparePlaces(step, next) === 0) continue
    if (floor !== null) gap = findLarger(gap, floor - net)
    floor = null
  }
  const [from_height, to_height] = [ordered[0]?.height ?? 0, ordered.at(-1)?.height ?? 0]
  return { address, from_height, to_height, net, gap }
}

const findLarger = (a: bigint | null, b: bigint | null): bigint | null =>
  a === null || (b !== null && b > a) ? b : a

const comparePlaces = (a: Place, b: Place): number =>
  a.height - b.height || a.tx_index - b.tx_index || a.event_index - b.event_index
