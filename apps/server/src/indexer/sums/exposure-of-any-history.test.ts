import type { Party } from '@app/values/evm-address.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TransferRow } from '../../db/tables/chain-tables.ts'
import { removeLabel, upsertLabel } from '../../labels/change-labels.ts'
import type { Context } from '../../runtime/context.ts'
import { runUntilIdle } from '../../runtime/stage.ts'
import { openTestContext } from '../../testing/create-test-context.ts'
import { clearChainTables, dumpSums } from '../../testing/dump-sums.ts'
import { HISTORIES } from '../../testing/histories.ts'
import {
  buildTransferRows,
  DOLLAR,
  FLOW,
  propagateLabelTaint,
  toTestAddress,
  writeIndexedRows,
} from '../../testing/ledger.ts'
import { createExposureStage } from '../stages/create-exposure-stage.ts'
import { rebuildSums } from './rebuild-sums.ts'

let context: Context
let finish: () => Promise<void>

beforeAll(async () => {
  ;({ context, finish } = await openTestContext())
})
afterAll(() => finish())

/** How the labels reach the sums between the writing of two blocks. */
const PROPAGATIONS = {
  later: async () => {},
  partly: async () => {
    await createExposureStage(context, 1).step()
  },
  fully: () => propagateLabelTaint(context),
}

const ACCOUNT_COUNT = 7

const payments = fc.array(
  fc.record({
    height: fc.integer({ min: 0, max: 9 }),
    from: fc.nat(ACCOUNT_COUNT - 1).map(toTestAddress),
    to: fc.nat(ACCOUNT_COUNT - 1).map(toTestAddress),
    units: fc.bigInt({ min: 1n, max: 400n }),
    token: fc.constantFrom(FLOW, DOLLAR),
    isSwept: fc.boolean(),
    isEmptied: fc.boolean(),
    isDust: fc.boolean(),
  }),
  { minLength: 1, maxLength: 30 },
)

/** When during the writing each of some people is listed, or listed and taken off again. */
const labels = fc.uniqueArray(
  fc.record({
    who: fc.nat(ACCOUNT_COUNT - 1),
    at: fc.nat(10),
    kind: fc.constantFrom('scam' as const, 'scam' as const, 'service' as const),
    isRemoved: fc.boolean(),
  }),
  { selector: ({ who }) => who, maxLength: 4 },
)

const propagations = fc.constantFrom<keyof typeof PROPAGATIONS>('later', 'partly', 'fully')

describe('for any history of transfers and labels', () => {
  it('levels and exposure are those of the final state, and those of a rebuild', async () => {
    await fc.assert(
      fc.asyncProperty(payments, labels, propagations, async (drawn, changes, how) => {
        await clearChainTables(context.pool)
        const rows = buildTransferRows(drawn.filter(({ from, to }) => from !== to))
        await indexInSteps(rows, changes, PROPAGATIONS[how])
        await runUntilIdle([createExposureStage(context, how === 'fully' ? undefined : 1)])
        expect(new Map(await readTaintLevels())).toEqual(computePlainLevels(rows, changes))
        const kept = await dumpSums(context.pool)
        await rebuildSums(context.pool, 'local', [
          { fromHeight: 5, toHeight: 10 },
          { fromHeight: 0, toHeight: 4 },
        ])
        expect(await dumpSums(context.pool)).toEqual(kept)
      }),
      { numRuns: HISTORIES },
    )
  })
})

interface Change {
  who: number
  at: number
  kind: 'scam' | 'service'
  isRemoved: boolean
}

/** Block after block, each after the labels of its height. */
async function indexInSteps(rows: TransferRow[], changes: Change[], follow: () => Promise<void>) {
  for (let height = 0; height <= 10; height++) {
    for (const change of changes) {
      if (change.at === height) await applyLabelChange(change, follow)
    }
    await follow()
    await writeIndexedRows(
      context,
      { transfers: rows.filter((row) => row.height === height) },
      height,
    )
  }
}

async function applyLabelChange({ who, kind, isRemoved }: Change, follow: () => Promise<void>) {
  const address = toTestAddress(who)
  const label = { address, kind, source: 'test', confidence: 1, reason: 'seen stealing' }
  const { id } = await upsertLabel(context, label)
  await follow()
  if (isRemoved) await removeLabel(context, { address, id, reason: 'undo' })
}

async function readTaintLevels(): Promise<[Party, number][]> {
  const rows = await context.db.selectFrom('chain_taint').selectAll().execute()
  return rows.map(({ address, level }) => [address, level])
}

/** The levels by their definition, from all rows at once. */
function computePlainLevels(rows: TransferRow[], changes: Change[]): Map<Party, number> {
  const labelled = (kind: Change['kind']) =>
    changes.flatMap((label) =>
      label.kind === kind && !label.isRemoved ? [toTestAddress(label.who)] : [],
    )
  const scams = labelled('scam')
  const services = new Set(labelled('service'))
  const found = new Map<Party, number>(scams.map((address) => [address, 0]))
  for (const level of [1, 2]) {
    const sources = new Set([...found].flatMap(([who, at]) => (at === level - 1 ? [who] : [])))
    for (let number = 0; number < ACCOUNT_COUNT; number++) {
      const address = toTestAddress(number)
      if (found.has(address) || services.has(address)) continue
      const own = rows.filter((row) => row.address === address && !row.is_dust)
      if ([FLOW, DOLLAR].some((token) => carriesTaint(own, token, sources)))
        found.set(address, level)
    }
  }
  return found
}

function carriesTaint(own: TransferRow[], token: string, sources: Set<Party>): boolean {
  const rows = own.filter((row) => row.token === token)
  const ins = rows.filter(({ side }) => side === 'in')
  const outs = rows.filter(({ side }) => side === 'out')
  const tainted = (row: TransferRow) => row.counterparty !== null && sources.has(row.counterparty)
  const isOwnWill = (row: TransferRow) => {
    if (row.is_swept) return false
    const same = outs.filter(
      ({ counterparty, is_swept }) => counterparty === row.counterparty && !is_swept,
    )
    return !(row.is_emptied && same.length === 1)
  }
  const received = sumUnits(ins.filter(tainted))
  const sent = sumUnits(outs.filter(tainted).filter(isOwnWill))
  const isPassedOn = outs.length > 0 || token === FLOW
  return (
    (received > 0n && isPassedOn && received * 10n >= sumUnits(ins)) ||
    (sent > 0n && sent * 10n >= sumUnits(outs))
  )
}

function sumUnits(rows: TransferRow[]): bigint {
  return rows.reduce((sum, row) => sum + row.units, 0n)
}
