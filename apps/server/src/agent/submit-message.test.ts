import type { Address } from '@app/values/address.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ActionKind, SubmittedContent } from '../db/tables/agent-tables.ts'
import type { Context } from '../runtime/context.ts'
import { createTestContext } from '../testing/create-test-context.ts'
import { recordAgentHeartbeat } from '../testing/record-agent-heartbeat.ts'
import { buildMessageCall } from './calls/build-action-call.ts'
import { loadSignableActions } from './outbox/load-outbox.ts'
import { requestRefresh } from './request-action.ts'
import { findSubmittedMessage, type SubmittedMessage, submitMessage } from './submit-message.ts'
import { toTestWallet } from './testing/open-agent-fixture.ts'
import { type NewAction, queueAction } from './write-action.ts'

let context: Context

beforeEach(async () => {
  context = await createTestContext()
  await recordAgentHeartbeat(context)
})

const AGAINST: SubmittedContent = { kind: 'vote', votes: [{ proposalId: 1, support: false }] }

const VOTE: SubmittedContent = { kind: 'vote', votes: [{ proposalId: 1, support: true }] }

const APPEAL: SubmittedContent = {
  kind: 'appeal',
  against: { flagNumber: 1 },
  reason: 'a reason',
}

const buildRequest = (changes: Partial<SubmittedMessage> = {}): SubmittedMessage => ({
  address: toTestWallet(1),
  content: VOTE,
  sequence: 1,
  validUntil: 1_800_000_000,
  signatures: [{ keyId: 0, signature: '5a'.repeat(64) }],
  ...changes,
})

const request = (changes: Partial<SubmittedMessage> = {}) =>
  submitMessage(context, buildRequest(changes))

const readActions = () => context.db.selectFrom('agent_action').selectAll().orderBy('id').execute()

describe('a signed message', () => {
  it('is one action, however often and with whatever signature it arrives', async () => {
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => request()))
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1)
    expect(await request({ signatures: [{ keyId: 3, signature: 'ab'.repeat(64) }] })).toEqual(
      outcomes[0],
    )
    expect(await readActions()).toMatchObject([
      {
        kind: 'relay_vote',
        idempotency_key: expect.stringMatching(/^votes:1:[0-9a-f]{64}$/),
        reason: expect.stringContaining('voted for'),
      },
    ])
  })

  it('is found again only with its own content and signatures', async () => {
    await request()
    expect(await findSubmittedMessage(context, buildRequest())).toMatchObject({ status: 'queued' })
    const signatures = [{ keyId: 0, signature: 'ab'.repeat(64) }]
    expect(await findSubmittedMessage(context, buildRequest({ signatures }))).toBeNull()
    expect(await findSubmittedMessage(context, buildRequest({ content: AGAINST }))).toBeNull()
    expect(await findSubmittedMessage(context, buildRequest({ validUntil: 60 }))).toBeNull()
  })

  it('takes its sequence number, unless it failed', async () => {
    await request()
    const other = { content: AGAINST }
    expect(await request(other)).toEqual({ kind: 'sequence_taken' })
    expect(await request({ validUntil: 60 })).toEqual({ kind: 'sequence_taken' })
    await context.pool.query(`update agent_action set status = 'failed', problem = 'why'`)
    expect(await request(other)).toMatchObject({ kind: 'accepted' })
    expect(await readActions()).toMatchObject([
      { status: 'failed' },
      { status: 'queued', problem: null, payload: { content: AGAINST } },
    ])
  })

  it('is compared with what is on its way: older ones are in the number that the caller read', async () => {
    await request()
    await context.pool.query(
      `update agent_action set status = 'sealed', changed_at = now() - interval '1 day'`,
    )
    expect(await request({ validUntil: 86_460 })).toMatchObject({ kind: 'accepted' })
    expect(await readActions()).toMatchObject([{ status: 'sealed' }, { status: 'queued' }])
  })

  it('is refused after one with a higher number, in its own series only', async () => {
    await request({ sequence: 5 })
    expect(await request({ sequence: 4 })).toEqual({ kind: 'sequence_taken' })
    const vouch: SubmittedContent = { kind: 'vouch', target: toTestWallet(2) }
    expect(await request({ sequence: 4, content: vouch })).toMatchObject({ kind: 'accepted' })
    const report: SubmittedContent = { ...vouch, kind: 'report', reason: 'It took my money' }
    expect(await request({ sequence: 4, content: report })).toEqual({ kind: 'sequence_taken' })
    expect(await request({ sequence: 4, address: toTestWallet(2) })).toMatchObject({
      kind: 'accepted',
    })
  })

  it('to appeal is one action for each subject, and found with its own only', async () => {
    const appeal = buildRequest({ content: APPEAL })
    const other = buildRequest({ content: { ...APPEAL, against: { flagNumber: 2 } } })
    expect(await submitMessage(context, appeal)).toEqual(await submitMessage(context, appeal))
    expect(await findSubmittedMessage(context, appeal)).toMatchObject({ status: 'queued' })
    expect(await findSubmittedMessage(context, other)).toBeNull()
    expect(await submitMessage(context, other)).toEqual({ kind: 'sequence_taken' })
    expect(await readActions()).toMatchObject([
      {
        kind: 'relay_appeal',
        priority: 'person',
        reason: `${toTestWallet(1)} appealed against flag 1.`,
      },
    ])
  })
})

describe('of many waiting actions', () => {
  const queue = (kind: ActionKind, number: number, change: Partial<NewAction> = {}) =>
    queueAction(context.db, {
      kind,
      address: toTestWallet(number),
      evidenceHash: 'a'.repeat(64),
      idempotencyKey: String(number),
      reason: 'A reason.',
      ...change,
    })
  const settlement = { payload: { proposalIds: [1] } }
  const flag = { payload: { reasonCode: 'listed' } } as const

  it('what people need is signed first, then the agent’s own, rechecks, visitors’ last', async () => {
    await queue('publish', 1)
    await queue('recheck', 2)
    await queue('flag', 3, flag)
    await queue('settle', 4, settlement)
    await queue('unflag', 5)
    await queue('schedule_recheck', 6)
    const refresh = { evidenceHash: 'b'.repeat(64), lastPublishedMs: 1 }
    await requestRefresh(context, { address: toTestWallet(7), ...refresh })
    await request({ address: toTestWallet(8) })
    expect(await listSignable()).toEqual([4, 7, 8, 3, 5, 2, 6, 1])
  })

  it('an earlier one of the same address goes with the urgent one, in its place', async () => {
    for (const number of [1, 2]) await queue('publish', number)
    await queue('settle', 2, settlement)
    expect(await listSignable()).toEqual([2, 1])
    const [first] = await loadSignableActions(context.db, { tipHeight: 1, limit: 10 })
    expect(first?.kind).toBe('publish')
  })

  it('proposals of the agent go one at a time, for all have its next number', async () => {
    for (const number of [1, 2]) await queue('propose_freeze', number)
    await queue('flag', 3, flag)
    expect(await listSignable()).toEqual([1, 3])
  })

  it('is queued again with the priority that it has now', async () => {
    await queue('publish', 1)
    await queue('flag', 2, flag)
    await queue('publish', 1, { priority: 'person' })
    expect(await listSignable()).toEqual([1, 2])
  })

  async function listSignable() {
    const actions = await loadSignableActions(context.db, { tipHeight: 1, limit: 10 })
    const numbers = new Map([1, 2, 3, 4, 5, 6, 7, 8].map((each) => [toTestWallet(each), each]))
    return actions.map(({ address }) => numbers.get(address))
  }
})

describe('the budgets of relays', () => {
  beforeEach(() => {
    Object.assign(context.config.agent, {
      relayBudget: { perClient: 2, total: 3 },
      publishBudget: { perClient: 0, total: 0 },
      voterPublishBudget: { perClient: 1, total: 9 },
    })
  })

  it('are by signer and in all, apart from those of visitors', async () => {
    const ask = (address: Address, sequence: number) => request({ address, sequence })
    expect(await ask(toTestWallet(1), 1)).toMatchObject({ kind: 'accepted' })
    expect(await ask(toTestWallet(1), 2)).toMatchObject({ kind: 'accepted' })
    expect(await ask(toTestWallet(1), 3)).toMatchObject({ scope: 'client', limit: 2 })
    expect(await ask(toTestWallet(1), 2)).toMatchObject({ kind: 'accepted' })
    expect(await ask(toTestWallet(2), 1)).toMatchObject({ kind: 'accepted' })
    expect(await ask(toTestWallet(3), 1)).toMatchObject({ scope: 'all', limit: 3 })
  })

  it('leave appeals their own, which no other message uses up', async () => {
    const [accused, other] = [toTestWallet(1), toTestWallet(2)]
    for (const sequence of [1, 2]) await request({ address: accused, sequence })
    await request({ address: other })
    expect(await request({ address: accused, sequence: 3 })).toMatchObject({
      kind: 'budget_exhausted',
    })
    const appeal = (sequence: number) => request({ address: accused, sequence, content: APPEAL })
    expect(await appeal(1)).toMatchObject({ kind: 'accepted' })
    expect(await appeal(2)).toMatchObject({ kind: 'accepted' })
    expect(await appeal(3)).toMatchObject({ scope: 'client', limit: 2 })
  })

  it('leave publications for voters their own, one for each outdated record', async () => {
    const evidenceHash = 'a'.repeat(64)
    const refresh = (lastPublishedMs: number | null) =>
      requestRefresh(context, { address: toTestWallet(1), evidenceHash, lastPublishedMs })
    const first = await refresh(1_000)
    expect(first).toMatchObject({ kind: 'accepted' })
    expect(await refresh(1_000)).toEqual(first)
    expect(await refresh(2_000)).toMatchObject({ kind: 'budget_exhausted', scope: 'client' })
  })
})

const FREEZE = { type: 'UInt64', value: '3' }

it.each<[SubmittedContent, string, object[]?]>([
  [VOTE, 'governance/cast_votes'],
  [
    { kind: 'proposal', action: 'freeze', target: toTestWallet(2), reason: 'a reason' },
    'governance/create_proposal',
  ],
  [APPEAL, 'protection/open_appeal', [{ value: { ...FREEZE, value: '1' } }, { value: null }]],
  [
    { ...APPEAL, against: { freezeNumber: 3 } },
    'protection/open_appeal',
    [{ value: null }, { value: FREEZE }],
  ],
  [{ kind: 'report', target: toTestWallet(2), reason: 'a reason' }, 'reports/report_wallet'],
  [{ kind: 'report withdrawal', target: toTestWallet(2) }, 'reports/withdraw_report'],
  [{ kind: 'vouch', target: toTestWallet(2) }, 'reports/vouch_for_wallet'],
  [{ kind: 'vouch withdrawal', target: toTestWallet(2) }, 'reports/withdraw_vouch'],
])('the content %j is relayed by its own transaction', (content, name, subject = []) => {
  const { address, ...payload } = buildRequest({ content })
  const call = buildMessageCall(address, payload)
  expect(call.name).toBe(name)
  expect(call.args.slice(1, 1 + subject.length)).toMatchObject(subject)
})
