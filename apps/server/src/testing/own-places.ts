import type { Address } from '@app/values/address.ts'
import type { Party } from '@app/values/evm-address.ts'
import type { ChildActRow, StakeActRow, TransferRow } from '../db/tables/chain-tables.ts'
import type { RangeRows } from '../indexer/decode/build-rows.ts'
import { buildTransferRows } from './ledger.ts'

/** A move of a stake; omitted fields have ordinary values. */
export interface StakeMove {
  height: number
  stake: string
  address: Address
  isPut?: boolean
  isSole?: boolean
  units?: bigint
}

/** Builds the rows of moves of stakes, each a transaction of its own. */
export function buildStakeRows(
  moves: readonly StakeMove[],
): Pick<RangeRows, 'transfers' | 'stakeActs'> {
  const transfers: TransferRow[] = []
  const stakeActs: StakeActRow[] = []
  for (const [index, move] of moves.entries()) {
    const { height, stake, address, isPut = true, isSole = true, units = 50n } = move
    const sides = isPut ? { from: address, to: null } : { from: null, to: address }
    const [row] = buildTransferRows([{ height, units, seconds: toBlockSeconds(height), ...sides }])
    if (row === undefined) continue
    const position = { tx_index: 500 + index, split_index: -1 }
    const moved: TransferRow = { ...row, ...position, own_place: isSole ? 'staking' : null }
    transfers.push(moved)
    const { event_index, block_ms } = moved
    stakeActs.push({ stake, address, height, event_index, block_ms, ...position, is_sole: isSole })
  }
  return { transfers, stakeActs }
}

/** The time of a block in Unix seconds: three blocks per day. */
export const toBlockSeconds = (height: number): number => 1_700_000_000 + height * 28_800

/** Builds the rows of steps that link accounts, each a transaction of its own. */
export const buildChildActs = (
  acts: readonly Pick<ChildActRow, 'height' | 'child' | 'parent' | 'kind'>[],
): ChildActRow[] =>
  acts.map((act, index) => ({
    ...act,
    tx_index: 800 + index,
    event_index: 0,
    block_ms: toBlockSeconds(act.height) * 1000,
  }))

/** Builds the steps by which an account becomes a child. */
export const linkChild = (height: number, parent: Address, child: Address) =>
  buildChildActs([
    { height, parent, child, kind: 'published' },
    { height, parent, child, kind: 'redeemed' },
  ])

type OwnRows = Pick<RangeRows, 'transfers' | 'stakeActs' | 'childActs'>

/** Marks the transfers by the rules in plain words, without any sum. */
export function markOwnPlaces({ transfers, stakeActs, childActs }: OwnRows): TransferRow[] {
  const movers = Map.groupBy(stakeActs, ({ stake }) => stake)
  const shared = [...movers.values()].filter(
    (acts) => new Set(acts.map(({ address }) => address)).size > 1,
  )
  const sharedKeys = new Set(
    shared.flat().map((act) => `${act.address} ${act.height} ${act.tx_index}`),
  )
  const parents = findParents(childActs)
  const hasPaidOthers = (child: Party) =>
    transfers.some((row) => {
      const isStaked =
        row.own_place === 'staking' &&
        !sharedKeys.has(`${row.address} ${row.height} ${row.tx_index}`)
      return (
        row.address === child &&
        row.side === 'out' &&
        !isStaked &&
        row.counterparty !== parents.get(child)
      )
    })
  return transfers.map((row) => {
    if (row.own_place === 'staking') {
      const isShared = sharedKeys.has(`${row.address} ${row.height} ${row.tx_index}`)
      return { ...row, own_place: isShared ? null : 'staking' }
    }
    const { side, counterparty } = row
    const isOwn =
      side === 'out' &&
      counterparty !== null &&
      parents.get(counterparty) === row.address &&
      !hasPaidOthers(counterparty)
    return isOwn ? { ...row, own_place: 'child' } : row
  })
}

function findParents(acts: readonly ChildActRow[]): Map<Party, Party> {
  const parents = new Map<Party, Party>()
  for (const [child, own] of Map.groupBy(acts, (act) => act.child)) {
    const taken = new Set(own.filter(({ kind }) => kind === 'redeemed').map(({ parent }) => parent))
    const [parent] = taken
    const isOffered = own.some((act) => act.kind === 'published' && act.parent === parent)
    const isRemoved = own.some(({ kind }) => kind === 'removed')
    if (taken.size === 1 && parent && parent !== child && isOffered && !isRemoved)
      parents.set(child, parent)
  }
  return parents
}
