import type { ChainEvent } from '@app/flow/read/chain.ts'
import {
  ACCOUNT_EVENT_FACTS,
  ACCOUNT_EVENTS,
  type AccountEventKind,
  type AccountEventSource,
} from '@app/values/account-event.ts'
import { expect, it } from 'vitest'
import { openFileContext } from '../../testing/create-test-context.ts'
import { toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
import { loadTestFacts } from '../../testing/load-one.ts'
import { rebuildSums } from '../sums/rebuild-sums.ts'
import { decodeTransaction } from './decode-transaction.ts'
import { findAccountEventByKind, getEventKindByType } from './event-kinds.ts'

const ALICE = toTestAddress(1)
const BOB = toTestAddress(2)
const ENTITLED_TYPE = 'auth(A.0000000000000001.Vaults.Withdraw)&A.0000000000000001.Vaults.Vault'

const DETAILS = { integer: 7n, text: ENTITLED_TYPE, capability: { borrowType: ENTITLED_TYPE } }

/** Builds one event of each type in `ACCOUNT_EVENTS`, with the fields listed there. */
function buildEvents(address: string, weight: bigint): ChainEvent[] {
  return [...getEventKindByType('local')].flatMap(([type, kind], eventIndex) => {
    const source: AccountEventSource | undefined = findAccountEventByKind(kind)?.source
    if (source === undefined) return []
    const detail = source.detail && { [source.detail.field]: DETAILS[source.detail.type] }
    const fields = { weight, fees: 0n, ...detail, [source.account]: address }
    const place = { txId: 'ab'.repeat(32), height: 1, txIndex: 0, blockTimeMs: 0, blockId: '' }
    return [{ ...place, type, eventIndex, fields }]
  })
}

const context = await openFileContext()

it('every kind of account event is decoded from the events of the chain', () => {
  const created = buildEvents(ALICE, 1n)
  const acted = buildEvents(BOB, 1n).filter(({ type }) => type !== 'flow.AccountCreated')
  const fullKeys = buildEvents(BOB, 1000_00000000n).filter(({ fields }) => 'keyIndex' in fields)
  const events = [...created, ...acted, ...fullKeys] as [ChainEvent, ...ChainEvent[]]
  const kinds = decodeTransaction(events, 'local').rows.accountEvents.map(({ kind }) => kind)
  expect(new Set(kinds)).toEqual(new Set(ACCOUNT_EVENTS.map(({ kind }) => kind)))
})

it('every kind is counted by the facts that the table names, and again when the sums are rebuilt', async () => {
  const times = new Map<AccountEventKind, number>()
  for (const { kind } of ACCOUNT_EVENTS) times.set(kind, times.size + 1)
  const place = { address: ALICE, height: 1, tx_index: 0, tx_id: 'ab'.repeat(32), block_ms: 0 }
  const kinds = [...times].flatMap(([kind, count]) => Array<AccountEventKind>(count).fill(kind))
  const toRow = (kind: AccountEventKind, event_index: number) => {
    return { ...place, event_index, kind, detail: null }
  }
  await writeIndexedRows(context, { accountEvents: kinds.map(toRow) })
  const expected = ACCOUNT_EVENT_FACTS.map((fact) => [
    fact,
    kinds.filter((kind) => countsIn(kind, fact)).length,
  ])
  const loadCounts = async () => {
    const { account } = await loadTestFacts(context, ALICE)
    return ACCOUNT_EVENT_FACTS.map((fact) => [fact, account?.[fact]])
  }
  expect(await loadCounts()).toEqual(expected)
  await rebuildSums(context.pool, 'local')
  expect(await loadCounts()).toEqual(expected)
})

function countsIn(counted: AccountEventKind, fact: string): boolean {
  return ACCOUNT_EVENTS.some(
    ({ kind, facts }) => kind === counted && facts.some((name) => name === fact),
  )
}
