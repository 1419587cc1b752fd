import { buildEventTypeId } from '@app/contracts/resolve-imports.ts'
import { decodeEvent } from '@app/flow/decode/decode-cadence.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFailingPool } from '../../testing/create-failing-pool.ts'
import { openFileContext } from '../../testing/create-test-context.ts'
import { clearChainTables, dumpSums, readActivity } from '../../testing/dump-sums.ts'
import {
  buildLiveCursor,
  buildTransferRows,
  FLOW,
  NO_ROWS,
  toTestAddress,
  writeIndexedRows,
} from '../../testing/ledger.ts'
import { buildContractEventRow } from '../decode/contract-events.ts'
import { DECODING } from '../decode/decoding.ts'
import { findNewestOutdatedRange } from '../stages/cursors.ts'
import { writeRange } from './write-range.ts'
import { writeReread } from './write-reread.ts'

const context = await openFileContext()

const ALICE = toTestAddress(1)
const BOB = toTestAddress(2)

describe('writing', () => {
  const rows = { transfers: buildTransferRows([{ height: 1, from: ALICE, to: BOB }]) }

  it('the same rows again changes no sum', async () => {
    await clearChainTables(context.pool)
    await writeIndexedRows(context, rows)
    const once = await dumpSums(context.pool)
    await writeIndexedRows(context, rows)
    expect(await dumpSums(context.pool)).toEqual(once)
    expect(once.chain_activity).toHaveLength(4)
  })

  it('notes who publishes scores, and who was dismissed for good, in any order of blocks', async () => {
    await clearChainTables(context.pool)
    const toEvent = (height: number, type: string, publisher: string) => ({
      height,
      tx_index: 0,
      event_index: 0,
      tx_id: 'a',
      block_ms: 0,
      type: `DharmaScore.${type}`,
      fields: JSON.stringify({ publisher }),
    })
    await writeIndexedRows(context, {
      contractEvents: [
        toEvent(1, 'ScorePublished', ALICE),
        toEvent(2, 'ScorePublished', ALICE),
        toEvent(3, 'PublisherDismissed', BOB),
      ],
    })
    await writeIndexedRows(context, { contractEvents: [toEvent(4, 'ScorePublished', BOB)] })
    const { rows: publishers } = await context.pool.query(
      'select publisher, is_dismissed from chain_publisher order by is_dismissed',
    )
    expect(publishers).toEqual([
      { publisher: ALICE, is_dismissed: false },
      { publisher: BOB, is_dismissed: true },
    ])
  })

  it('blocks again that are read by a later decoding counts what cannot be read in the EVM once', async () => {
    await clearChainTables(context.pool)
    const evmSkips = [{ height: 1, count: 3 }]
    await writeIndexedRows(context, { evmSkips })
    const decoding = DECODING + 1
    const outdated = await findNewestOutdatedRange(context.db, decoding)
    const again = { network: 'local', rows: { ...NO_ROWS, evmSkips }, decoding } as const
    const from = { outdated: outdated!, fromHeight: 0, parentId: 'below' }
    expect(await writeReread(context.pool, { ...again, ...from })).toBe(true)
    const { rows } = await context.pool.query('select count::int from chain_evm_skipped')
    expect(rows).toEqual([{ count: 3 }])
  })

  it('from a cursor that another process has moved writes nothing', async () => {
    await clearChainTables(context.pool)
    await writeIndexedRows(context, {}, 5)
    await writeIndexedRows(context, {}, 9)
    const late = buildTransferRows([{ height: 6, from: ALICE, to: BOB }])
    const wrote = await writeRange(context.pool, {
      network: 'local',
      rows: { ...NO_ROWS, transfers: late },
      hasContractEvents: true,
      before: buildLiveCursor(0, 5),
      after: buildLiveCursor(0, 7),
    })
    expect(wrote).toBe(false)
    expect(await readActivity(context, BOB, FLOW)).toBeUndefined()
  })
})

describe('a crash', () => {
  it('at any statement of a write leaves the range to be written whole by the next try', async () => {
    const first = { transfers: buildTransferRows([{ height: 1, from: ALICE, to: BOB }]) }
    const second = {
      ...NO_ROWS,
      transfers: buildTransferRows([{ height: 2, from: BOB, to: ALICE }]),
    }
    await clearChainTables(context.pool)
    await writeIndexedRows(context, first)
    await writeIndexedRows(context, second)
    const whole = await dumpSums(context.pool)

    let crashes = 0
    for (let dyingAt = 1; crashes === dyingAt - 1; dyingAt++) {
      await clearChainTables(context.pool)
      await writeIndexedRows(context, first)
      const write = {
        network: 'local' as const,
        rows: second,
        hasContractEvents: true,
        before: buildLiveCursor(0, 1),
        after: buildLiveCursor(0, 2),
      }
      const dying = createFailingPool(context.pool, dyingAt)
      await writeRange(dying.pool, write).catch(() => {})
      if (dying.hasFailed()) crashes += 1
      await writeRange(context.pool, write)
      expect(await dumpSums(context.pool)).toEqual(whole)
    }
    expect(crashes).toBeGreaterThan(15)
  })
})

describe('a text of the chain', () => {
  /** A row of a proposal with such a reason, as a node sends it. */
  function decodeProposal(reason: string, height: number) {
    const fields = [{ name: 'reason', value: { type: 'String', value: reason } }]
    const json = JSON.stringify({ type: 'Event', value: { id: 'A.01.Test', fields } })
    const position = { height, blockId: 'b', blockTimeMs: 0, txId: 'a', txIndex: 0, eventIndex: 0 }
    const type = buildEventTypeId('DharmaGovernance.ProposalCreated', 'local')
    const decoded = decodeEvent(Buffer.from(json).toString('base64'))
    return buildContractEventRow({ ...position, type, fields: decoded }, 'local')
  }

  it('is stored, whatever it is', async () => {
    const anyUnits = fc.array(fc.integer({ min: 0, max: 0xff_ff }), { maxLength: 9 })
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      anyUnits.map((units) => String.fromCharCode(...units)),
      fc.constantFrom('\0', 'a\0b', '\ud800', '\udfff\ud83d', '\uffff'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 40 }), async (texts) => {
        await clearChainTables(context.pool)
        const contractEvents = texts.map((text, height) => decodeProposal(text, height))
        await writeIndexedRows(context, { contractEvents })
        const { rows } = await context.pool.query(
          "select fields ->> 'reason' as reason from chain_contract_event order by height",
        )
        const stored = texts.map((text) => text.toWellFormed().replaceAll('\0', '\ufffd'))
        expect(rows.map(({ reason }) => reason)).toEqual(stored)
      }),
    )
  })
})
