import { listActions } from '@app/api/routes/actions.ts'
import { getAgentStatus } from '@app/api/routes/agent.ts'
import { getProtection } from '@app/api/routes/governance.ts'
import { getScore } from '@app/api/routes/score.ts'
import { getProtectionStatus } from '@app/contracts/calls.ts'
import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../people/create-person.ts'
import { buildBatchPaymentRequest } from '../../people/transactions.ts'
import { openScamList } from '../../snapshot/scam-list.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { openNewAccounts } from '../../testing/open-new-accounts.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { readHistory, waitForEntry } from '../../testing/wait-for-entry.ts'

const world = connectToWorld()
const { people, chain, api, roles, databaseUrl } = world

const VICTIMS = 12
/** Payments by which the thief forwards what it took, each of this share of what is left. */
const FORWARDS = 8
const SHARE = 0.7

const resources = new AsyncDisposableStack()
let thief: Person

beforeAll(async () => {
  const [first, accomplice, ...victims] = await openNewAccounts(chain, VICTIMS + 2)
  if (first === undefined || accomplice === undefined) throw new Error('no accounts were opened')
  thief = first
  const wages = new Map(victims.map(({ address }, index) => [address, `${20 + index}.50`]))
  await chain.submitUntilSealed(buildBatchPaymentRequest(people.acme.address, wages, 'TUSD'))
  for (const victim of victims) await thief.sweep(victim)
  for (let sent = 0; sent < FORWARDS; sent += 1) {
    const dollars = Number(await thief.readBalance()) / 1e8
    await thief.pay(accomplice, (dollars * SHARE).toFixed(2))
  }
})

afterAll(() => resources.disposeAsync())

const readFlag = async () =>
  (await api.call(getProtection, { params: { address: thief.address } })).flag

test('the agent finds an account that nobody looked up, and warns about it', async () => {
  const { success, reason } = await waitForEntry(world, thief, { action: 'warn' })
  expect(success).toBe(true)
  expect(reason).toMatch(
    /Of [\d,]+ ordinary Ethereum wallets, .+ this bad by (its|their) behaviour/,
  )
  const { processedAddresses } = await api.call(getAgentStatus)
  expect(processedAddresses).toBeGreaterThan(0)
  await waitFor('no account to wait', async () => {
    const { waitingAddresses } = await api.call(getAgentStatus)
    return waitingAddresses === 0
  })
})

test('what it did makes it SUSPICIOUS, which alone is not enough for a flag', async () => {
  const { score, reasons } = await api.call(getScore, { params: { address: thief.address } })
  expect(score).toBeLessThan(SUSPECTED_BELOW)
  expect(reasons.map(({ code }) => code)).not.toContain('listed')
  expect(await readFlag()).toBeNull()
})

test('once it is listed, it is flagged on the chain under the case of the warning', async () => {
  const scamList = await openScamList(databaseUrl, resources)
  const [entry] = await readHistory(world, thief)
  const listing = { source: 'imported list', reason: 'Took the savings of a dozen wallets.' }
  await scamList.add({ address: thief.address, ...listing })
  await waitFor('the thief to be flagged', async () => (await readFlag()) !== null)
  const flag = await readFlag()
  expect(flag).toMatchObject({ reasonCode: 'listed', flagger: roles.agent })
  const answer = await chain.runScript(getProtectionStatus({ address: thief.address }))
  expect(answer).toMatchObject({ isFlagged: true })
  const readFlagging = async () => {
    const actions = await api.call(listActions, { query: { address: thief.address } })
    return actions.find(({ kind }) => kind === 'flag')
  }
  // The index may have the flag before the agent has asked what became of its transaction.
  await expect.poll(readFlagging).toMatchObject({ status: 'sealed', caseId: flag?.caseId })
  expect(entry?.action).toBe('warn')
  const since = entry?.timestamp ?? ''
  const flagged = await waitForEntry(world, thief, { action: 'flag', since })
  expect(flagged).toMatchObject({ success: true, txId: (await readFlagging())?.txId })
})
