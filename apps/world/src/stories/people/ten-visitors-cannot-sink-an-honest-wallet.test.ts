import { flagWallet, listActions, withdrawFlag } from '@app/api/routes/actions.ts'
import { checkWallet } from '@app/api/routes/agent.ts'
import { getProtection } from '@app/api/routes/governance.ts'
import type { ScoreResult } from '@app/api/schemas/score.ts'
import { beforeAll, expect, test } from 'vitest'
import { createVisitor, HAS_MANY_VISITORS } from '../../testing/clients/create-visitor.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { readHistory } from '../../testing/wait-for-entry.ts'

const world = connectToWorld()
const { people, api, urls, fetchScore } = world
const { alice } = people
const { address } = alice

const VISITORS = HAS_MANY_VISITORS ? 10 : 1
const REASON = 'She is lucky too often: this cannot be honest.'

const visitors = Array.from({ length: VISITORS }, (_, index) => createVisitor(urls.api, 41 + index))

let before: ScoreResult

beforeAll(async () => {
  before = await fetchScore(alice)
})

test('ten visitors report alice, each once, with little weight', async () => {
  const body = { targetAddress: address, reason: REASON }
  const flags = await Promise.all(visitors.map((visitor) => visitor.call(flagWallet, { body })))
  expect(new Set(flags.map(({ id }) => id)).size).toBe(VISITORS)
  expect(flags.map(({ weight }) => weight)).toEqual(flags.map(() => 0.05))
  const [again] = await Promise.all(visitors.map((visitor) => visitor.call(flagWallet, { body })))
  expect(again?.id).toBe(flags[0]?.id)
})

test('her score falls by less than a point, and her level stays', async () => {
  const { score, metadata, breakdown } = await fetchScore(alice)
  expect(breakdown.communitySignals).toBeLessThan(before.breakdown.communitySignals)
  expect(before.score - score).toBeGreaterThanOrEqual(0)
  expect(before.score - score).toBeLessThan(1)
  expect(metadata.riskLevel).toBe(before.metadata.riskLevel)
})

test('the agent reviews her, and accuses her of nothing', async () => {
  const { actions } = await api.call(checkWallet, { body: { address } })
  expect(actions).toEqual([])
  const { flag } = await api.call(getProtection, { params: { address } })
  expect(flag).toBeNull()
  const entries = await readHistory(world, alice)
  expect(entries.map(({ action }) => action)).not.toContain('warn')
  const kinds = (await api.call(listActions, { query: { address } })).map(({ kind }) => kind)
  expect(kinds).not.toContain('flag')
  expect(kinds).not.toContain('propose_freeze')
})

test('when they withdraw, her score is what it was', async () => {
  const body = { targetAddress: address }
  await Promise.all(visitors.map((visitor) => visitor.call(withdrawFlag, { body })))
  const { score, evidenceHash } = await fetchScore(alice)
  expect([score, evidenceHash]).toEqual([before.score, before.evidenceHash])
  const entries = await readHistory(world, alice)
  const withdrawn = entries.filter(({ action }) => action === 'withdraw_flag')
  expect(withdrawn).toHaveLength(VISITORS)
})
