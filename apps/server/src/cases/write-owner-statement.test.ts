import { beforeEach, expect, it } from 'vitest'
import { insertTestCase } from '../api/testing/insert-governance.ts'
import { createNotifications } from '../db/notifications.ts'
import type { Context } from '../runtime/context.ts'
import { createTestContext } from '../testing/create-test-context.ts'
import { toTestAddress } from '../testing/ledger.ts'
import { type NewStatement, writeOwnerStatement } from './write-owner-statement.ts'

const DAY_MS = 86_400_000
const NOW_MS = 1_800_000_000_000

let context: Context

beforeEach(async () => {
  context = await createTestContext()
})

const build = (sequence: number, changes: Partial<NewStatement> = {}): NewStatement => ({
  address: toTestAddress(1),
  caseId: 'case-1',
  text: `Statement ${sequence}`,
  textHash: 'a'.repeat(64),
  atMs: NOW_MS,
  message: { text: `signed ${sequence}`, sequence, validUntil: 60, signatures: [] },
  ...changes,
})

const write = (sequence: number, changes: Partial<NewStatement> = {}) =>
  writeOwnerStatement(context, build(sequence, changes))

it('a statement is written once, also when it arrives again within the day or after it', async () => {
  expect(await write(1)).toEqual({ kind: 'written' })
  expect(await write(1)).toEqual({ kind: 'repeated' })
  expect(await write(1, { atMs: NOW_MS + 2 * DAY_MS })).toEqual({ kind: 'repeated' })
})

it('another one follows in order, a day of block time later, in each case on its own', async () => {
  await write(1)
  const fromMs = NOW_MS + DAY_MS
  expect(await write(3, { atMs: fromMs })).toEqual({ kind: 'sequence_refused', expected: 2 })
  expect(await write(2, { atMs: fromMs - 1 })).toEqual({ kind: 'too_soon', fromMs })
  expect(await write(1, { caseId: 'case-2' })).toEqual({ kind: 'written' })
  expect(await write(1, { address: toTestAddress(2) })).toEqual({ kind: 'written' })
  expect(await write(2, { atMs: fromMs })).toEqual({ kind: 'written' })
})

it('many that arrive together are one, and nobody else is told of those that are refused', async () => {
  const { log, config } = context
  const notifications = await createNotifications(String(config.databaseUrl), log)
  const heard: string[] = []
  notifications.on('cases_changed', (subject) => heard.push(subject))
  await insertTestCase(context, { address: toTestAddress(1), caseId: 'case-1' })
  const others = [1, 2, 3, 4].map((number) =>
    write(1, { message: { ...build(1).message, text: `signed otherwise ${number}` } }),
  )
  const kinds = (await Promise.all(others)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'written')).toHaveLength(1)
  expect(kinds.filter((kind) => kind === 'sequence_refused')).toHaveLength(3)
  await context.pool.query(`select pg_notify('cases_changed', 'last')`)
  await expect.poll(() => heard).toEqual(['', 'last'])
  await notifications.close()
})
