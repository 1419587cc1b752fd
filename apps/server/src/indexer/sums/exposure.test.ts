import type { Party } from '@app/values/evm-address.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TransferRow } from '../../db/tables/chain-tables.ts'
import { removeLabel, upsertLabel } from '../../labels/change-labels.ts'
import { runUntilIdle } from '../../runtime/stage.ts'
import { openFileContext } from '../../testing/create-test-context.ts'
import { clearChainTables, dumpSums } from '../../testing/dump-sums.ts'
import { HISTORIES } from '../../testing/histories.ts'
import {
  buildTransferRows,
  DOLLAR,
  FLOW,
  labelAccount,
  type Payment,
  propagateLabelTaint,
  toTestAddress,
  writeIndexedRows,
} from '../../testing/ledger.ts'
import { createExposureStage } from '../stages/create-exposure-stage.ts'
import { rebuildSums } from './rebuild-sums.ts'

const context = await openFileContext()

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

it('for any history of transfers and labels, levels and exposure are those of the final state and of a rebuild', async () => {
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

const THIEF = toTestAddress(1)
const BANK = toTestAddress(2)
const ALICE = toTestAddress(3)

async function readLevel(address: Party): Promise<number | undefined> {
  return new Map(await readTaintLevels()).get(address)
}

it('an account with many senders and recipients is a service, at which taint stops', async () => {
  await clearChainTables(context.pool)
  await labelAccount(context, THIEF)
  const indexPayments = (payments: Payment[]) =>
    writeIndexedRows(context, { transfers: buildTransferRows(payments) })
  await indexPayments([
    { height: 1, from: THIEF, to: BANK },
    { height: 1, from: BANK, to: ALICE },
  ])
  expect([await readLevel(BANK), await readLevel(ALICE)]).toEqual([1, 2])
  const crowd = Array.from({ length: 20 }, (_, number) => toTestAddress(100 + number))
  await indexPayments(
    crowd.flatMap((someone) => [
      { height: 2, from: someone, to: BANK, units: 1n },
      { height: 2, from: BANK, to: someone, units: 1n },
    ]),
  )
  expect([await readLevel(BANK), await readLevel(ALICE)]).toEqual([undefined, undefined])
})

it('a label takes several steps, between which blocks are written; only the last one completes it', async () => {
  await clearChainTables(context.pool)
  const pay = (number: number) => {
    return { height: 1, from: THIEF, to: toTestAddress(10 + number), token: DOLLAR }
  }
  await writeIndexedRows(context, { transfers: buildTransferRows([1, 2, 3].map(pay)) })
  const label = { kind: 'scam', source: 'test', confidence: 1, reason: 'stole' } as const
  await upsertLabel(context, { ...label, address: THIEF })
  const read = async () => {
    const { rows } = await context.pool.query(`
      select count(*) as exposed, (select seq from chain_label_cursor) as applied
      from chain_exposure where hop = 0 and token = '${DOLLAR}'`)
    return [rows[0].exposed, rows[0].applied]
  }
  const stage = createExposureStage(context, 1)
  expect(await stage.step()).toBe('more')
  expect(await read()).toEqual([1, 0])
  await writeIndexedRows(context, { transfers: buildTransferRows([{ ...pay(4), height: 2 }]) })
  expect(await read()).toEqual([2, 0])
  await runUntilIdle([stage])
  expect(await read()).toEqual([4, 1])
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
