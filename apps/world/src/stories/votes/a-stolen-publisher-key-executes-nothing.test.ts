import { publishScore } from '@app/contracts/calls.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import { createPool } from '@app/server/db/create-pool.ts'
import { createLog } from '@app/server/runtime/log.ts'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../people/create-person.ts'
import { readProposalFromChain } from '../../people/signed-messages.ts'
import { AGENT_KEY_COUNT } from '../../seed/assign-roles.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { createDecisions, DAY_MS, HOUR_MS } from '../../testing/decide.ts'
import { openNewAccounts } from '../../testing/open-new-accounts.ts'
import { readEventsSince } from '../../testing/read-events-since.ts'
import { waitFor } from '../../testing/wait-for.ts'

const world = connectToWorld()
const decisions = createDecisions(world)
const { people, chain, clock, agent } = world
const { alice, acme } = people

const REASON = 'Alice is in the way of those who stole the key of the publisher.'

let puppets: Person[]
let id: bigint
let height: number

/** The thief has the agent's key and gives every puppet a perfect score. */
async function publishFalseScores(round: number): Promise<void> {
  const signer = createSigner({ ...agent, keyIndex: AGENT_KEY_COUNT - 1 })
  const blockHeight = (await chain.flow.getLatestBlock()).height
  for (const [index, { address }] of puppets.entries()) {
    const evidenceHash = String(round * 10 + index).padStart(64, '0')
    const factors = Array.from({ length: 6 }, () => 10_000)
    const record = { address, factors, version: '1.0.0', evidenceHash, blockHeight }
    await chain.submitUntilSealed({ call: publishScore(record), signers: [signer] })
  }
}

beforeAll(async () => {
  height = (await chain.flow.getLatestBlock()).height
  puppets = await openNewAccounts(chain, 3)
  await publishFalseScores(1)
  await clock.advance(7 * DAY_MS + HOUR_MS)
  await publishFalseScores(2)
  const [first] = puppets
  if (first === undefined) throw new Error('no account was opened')
  id = await first.propose({ action: 'freeze', target: alice.address, reason: REASON }, acme)
  for (const puppet of puppets) await puppet.vote({ id, support: true }, acme)
  await clock.advance(DAY_MS)
})

test('the contract, which believes its publisher, approves', async () => {
  expect(await readProposalFromChain(chain, id)).toMatchObject({ status: 'approved', votesFor: 3n })
})

test('both signers compute the scores themselves, and dispute all three votes', async () => {
  await waitFor('both signers to report it', async () => (await readDoubts()).length >= 2, 60_000)
  for (const doubt of await readDoubts()) expect(doubt).toContain(`"proposalId": ${id}`)
})

test('so nothing is executed, until the proposal expires', async () => {
  await clock.advance(7 * DAY_MS)
  await decisions.expectStatus(Number(id), 'expired')
  expect((await decisions.readProtection(alice)).freeze).toBeNull()
  const executed = await readEventsSince(chain, 'DharmaGovernance.ProposalExecuted', height)
  expect(executed.map(({ fields }) => fields.id)).not.toContain(id)
})

/** Reads the signers' states that mention the proposal. */
async function readDoubts(): Promise<string[]> {
  const pool = createPool(world.databaseUrl, createLog('error'))
  try {
    const { rows } = await pool.query<{ body: string }>(
      `select body::text as body from cosigner_mailbox where topic = 'status'`,
    )
    return rows.map(({ body }) => body).filter((body) => body.includes(`"proposalId": ${id}`))
  } finally {
    await pool.end()
  }
}
