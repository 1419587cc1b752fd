import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPublishTxId } from '../../api/actions/read-actions.ts'
import { setUpWatchedWallet } from '../../testing/set-up-watched-wallet.ts'
import { openRecheckChain, type RecheckChain } from '../testing/open-recheck-chain.ts'

const MINUTE = 60
const HOUR = 3600
const DAY = 24 * HOUR

let chain: RecheckChain

beforeAll(async () => {
  chain = await openRecheckChain()
})
afterAll(() => chain.emulator.stop())

describe('an address that is overdue', () => {
  it('is revived and runs at once, again after an hour when the fund was empty', async () => {
    const { context, clock, address, work, actions } = await setUpWatchedWallet(chain)
    expect(await actions()).toMatchObject([{ kind: 'schedule_recheck', status: 'sealed' }])
    await chain.advanceTime(11 * MINUTE)
    clock.nowMs += 60_000
    await work()
    const since = Number(await chain.nextRun(address)) / 1e8
    expect((await actions()).slice(1)).toMatchObject([
      { kind: 'schedule_recheck', status: 'sealed', idempotency_key: `overdue since ${since}` },
    ])
    await chain.fund(1_000_000_000n)
    clock.nowMs += 60_000
    await work()
    expect(Number(await chain.nextRun(address)) / 1e8).toBe(since)
    await context.pool.query(`update agent_action set changed_at = now() - interval '61 minutes'`)
    clock.nowMs += 60_000
    await work()
    await chain.advanceTime(2)
    expect(await chain.dueRuns(address)).toHaveLength(1)
    expect(Number(await chain.nextRun(address)) / 1e8).toBeGreaterThan(since + DAY)
    expect(await actions()).toHaveLength(2)
  })
})

describe('a recheck that the chain announces', () => {
  beforeAll(() => chain.fund(1_000_000_000n))

  it('is published once for each run, also when nothing changed', async () => {
    const { context, address, work, actions } = await setUpWatchedWallet(chain)
    for (const rounds of [1, 2]) {
      await chain.advanceTime(DAY + 11 * MINUTE)
      expect(await chain.dueRuns(address)).toHaveLength(rounds)
      await work()
      await work()
    }
    const [first, second] = await chain.publications(address)
    const evidenceHash = String(second?.fields.evidenceHash)
    expect(evidenceHash).toBe(first?.fields.evidenceHash)
    expect(await readPublishTxId(context, { address, evidenceHash })).toBe(second?.txId)
    const runs = (await chain.dueRuns(address)).map(({ fields }) => `run ${fields.runId}`)
    const rechecks = (await actions()).filter(({ kind }) => kind === 'recheck')
    expect(rechecks).toMatchObject([
      { idempotency_key: runs[0], status: 'sealed', tx_id: first?.txId },
      { idempotency_key: runs[1], status: 'sealed', tx_id: second?.txId },
    ])
    expect(rechecks[0]?.reason).toMatch(
      /^Scheduled recheck \d+ of 0x[0-9a-f]{16} was due: the score is \d/,
    )
    expect(await chain.publications(address)).toHaveLength(2)
  })
})
