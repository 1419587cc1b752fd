import { createNodeClient } from '@app/flow/http/node-client.ts'
import { createFlowReaderFromClient } from '@app/flow/read/create-flow-reader.ts'
import { createFakeClock } from '@app/flow/testing/fake-clock.ts'
import {
  type LoopbackRequest,
  type LoopbackResponse,
  startLoopbackServer,
} from '@app/flow/testing/loopback-server.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Context } from '../../runtime/context.ts'
import { runUntilIdle } from '../../runtime/stage.ts'
import { createTestContext } from '../../testing/create-test-context.ts'
import { NO_ROWS, writeIndexedRows } from '../../testing/ledger.ts'
import { createWatchdogStage, selectRoundRobin } from './create-watchdog-stage.ts'

const MINUTE_MS = 60_000

/** Unix seconds at which every run was due. */
const DUE_AT = 1_700_000_000

/** Sorted by address, which is not the order of their numbers. */
const WALLETS = Array.from({ length: 26 }, (_, number) =>
  computeAddressAtIndex(1000 + number, 'local'),
).sort()

/** As many tokens as a collection can say that it has, but PostgreSQL cannot store. */
const UNSTORABLE = String(10n ** 30n)

/**
 * Creates a context whose node reports every wallet as overdue; only the addresses in `scorable`
 * can be scored.
 */
async function createContextWithOverdue(scorable: readonly Address[]): Promise<Context> {
  const node = await startLoopbackServer()
  onTestFinished(() => node.stop())
  node.respondTo = (request) => answerScript(request, scorable)
  const context = await createTestContext()
  await writeIndexedRows(context, NO_ROWS, 5)
  const client = createNodeClient({ accessNodeUrl: node.url }, createFakeClock())
  return { ...context, flow: createFlowReaderFromClient(client) }
}

function answerScript({ body }: LoopbackRequest, scorable: readonly Address[]): LoopbackResponse {
  const { script, arguments: args } = JSON.parse(body) as { script: string; arguments: string[] }
  const source = Buffer.from(script, 'base64').toString('utf8')
  if (source.includes('DharmaRecheck.overdue()')) return toCadenceAnswer(toAddressArray(WALLETS))
  if (source.includes('struct Page'))
    return toCadenceAnswer(buildHoldingsPage(scorable.includes(parseFirstAddress(args))))
  return toCadenceAnswer({
    type: 'Optional',
    value: { type: 'UFix64', value: `${DUE_AT}.00000000` },
  })
}

const parseFirstAddress = ([first = '']: readonly string[]): Address =>
  JSON.parse(Buffer.from(first, 'base64').toString('utf8')).value

const toCadenceAnswer = (value: object): LoopbackResponse => ({
  json: Buffer.from(JSON.stringify(value)).toString('base64'),
})

const toAddressArray = (addresses: readonly Address[]) => ({
  type: 'Array',
  value: addresses.map((value) => ({ type: 'Address', value })),
})

function buildHoldingsPage(isStorable: boolean) {
  const int = (value: string) => ({ type: 'Int', value })
  const trap = { key: { type: 'String', value: 'A.01.Trap.Collection' }, value: int(UNSTORABLE) }
  const fields = [
    { name: 'total', value: int('1') },
    { name: 'counts', value: { type: 'Dictionary', value: isStorable ? [] : [trap] } },
  ]
  return { type: 'Struct', value: { id: 's.00.Page', fields } }
}

async function runAndListQueued(context: Context, minutes: number): Promise<Address[]> {
  let nowMs = 0
  const stage = createWatchdogStage(context, () => nowMs)
  for (; nowMs < minutes * MINUTE_MS; nowMs += MINUTE_MS) await runUntilIdle([stage])
  const rows = await context.db.selectFrom('agent_action').selectAll().orderBy('address').execute()
  expect(
    rows.every(
      ({ kind, idempotency_key }) =>
        kind === 'schedule_recheck' && idempotency_key === `overdue since ${DUE_AT}`,
    ),
  ).toBe(true)
  return rows.map(({ address }) => address)
}

it('25 wallets that cannot be scored do not block the 26th', async () => {
  const last = WALLETS.slice(25)
  const context = await createContextWithOverdue(last)
  expect(await runAndListQueued(context, 1)).toEqual([])
  expect(await runAndListQueued(context, 2)).toEqual(last)
})

it('every overdue wallet is queued once, twenty per minute', async () => {
  const context = await createContextWithOverdue(WALLETS)
  expect(await runAndListQueued(context, 1)).toEqual(WALLETS.slice(0, 20))
  expect(await runAndListQueued(context, 2)).toEqual(WALLETS)
})

it('a clock that was set back delays no check', async () => {
  const context = await createContextWithOverdue(WALLETS)
  let nowMs = 100 * MINUTE_MS
  const stage = createWatchdogStage(context, () => nowMs)
  await runUntilIdle([stage])
  nowMs = 10 * MINUTE_MS
  await runUntilIdle([stage])
  const rows = await context.db.selectFrom('agent_action').select('address').execute()
  expect(rows).toHaveLength(WALLETS.length)
})

const toAddresses = (numbers: readonly number[]) =>
  numbers.map((number) => computeAddressAtIndex(1000 + number, 'local'))

describe('addresses taken in turn', () => {
  it('begin with the lowest, continue after the last one, and wrap around', () => {
    const ordered = toAddresses([1, 2, 3, 4, 5]).sort()
    expect(selectRoundRobin(ordered, null, 2)).toEqual(ordered.slice(0, 2))
    expect(selectRoundRobin(ordered, ordered[1] ?? null, 2)).toEqual(ordered.slice(2, 4))
    expect(selectRoundRobin(ordered, ordered[3] ?? null, 2)).toEqual([ordered[4], ordered[0]])
    expect(selectRoundRobin(ordered, ordered[4] ?? null, 2)).toEqual(ordered.slice(0, 2))
  })

  it('need no order, and come once each', () => {
    const unordered = toAddresses([5, 1, 4, 2, 3])
    const ordered = unordered.toSorted()
    expect(selectRoundRobin(unordered, null, 5)).toEqual(ordered)
    expect(selectRoundRobin(unordered, ordered[1] ?? null, 9)).toEqual([
      ...ordered.slice(2),
      ...ordered.slice(0, 2),
    ])
  })

  it('are all of them, once each, when there are at most as many as requested', () => {
    const few = toAddresses([3, 1, 2])
    expect(selectRoundRobin(few, few[0] ?? null, 20).sort()).toEqual([...few].sort())
    expect(selectRoundRobin([], null, 20)).toEqual([])
  })

  it('reach every address that remains, whichever others are added or removed', () => {
    const rounds = fc.array(fc.uniqueArray(fc.integer({ min: 2, max: 60 })), { minLength: 61 })
    fc.assert(
      fc.property(rounds, fc.integer({ min: 1, max: 20 }), (coming, count) => {
        const [stays = null] = toAddresses([1])
        const seen = new Set<Address>()
        let last: Address | null = null
        for (const others of coming) {
          const taken = selectRoundRobin(toAddresses([1, ...others]), last, count)
          for (const address of taken) seen.add(address)
          last = taken.at(-1) ?? last
        }
        expect(stays !== null && seen.has(stays)).toBe(true)
      }),
      { numRuns: 100 },
    )
  })
})
