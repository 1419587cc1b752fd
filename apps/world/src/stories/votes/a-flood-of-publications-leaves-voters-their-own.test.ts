import { createClient } from '@app/api/client/client.ts'
import { listActions } from '@app/api/routes/actions.ts'
import { getProposal } from '@app/api/routes/governance.ts'
import { publishScore } from '@app/api/routes/score.ts'
import { readConfig } from '@app/server/config.ts'
import { startServer } from '@app/server/server.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import { beforeAll, expect, test } from 'vitest'
import { createPerson, type Person } from '../../people/create-person.ts'
import { readVerdict, VERDICTS } from '../../testing/advance-one-day.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { createDecisions, DAY_MS, HOUR_MS } from '../../testing/decide.ts'
import { openNewAccounts } from '../../testing/open-new-accounts.ts'
import { readEventsSince } from '../../testing/read-events-since.ts'

const world = connectToWorld()
const { people, chain, clock, roles, emulator, databaseUrl } = world
const { alice, bob, carol, lars } = people

const REASON = 'Lars asks members for their recovery phrases, in three chats already.'

/** Publications that visitors may have on a day of the chain, and accounts for which they try. */
const BUDGET = 40
const FLOOD = 60
const BATCH = 20

/** More than any transaction of the agent costs. */
const MAX_FEE = parseUfix64('0.01')

const agent = createPerson(chain, 'the agent', roles.agent)

let api: ReturnType<typeof createClient>
const strangers: Person[] = []
let heightBefore: number
let balanceBefore: bigint

beforeAll(async () => {
  const server = await startServer(
    readConfig({
      FLOW_NETWORK: 'local',
      FLOW_ACCESS_NODE: emulator.rest,
      DATABASE_URL: databaseUrl,
      API_PORT: '0',
      API_MAX_LOOP_DELAY_MS: '60000',
      LOG_LEVEL: 'error',
      PUBLISHES_PER_VISITOR: String(BUDGET),
      PUBLISHES_PER_DAY: String(BUDGET),
    }),
    ['api'],
  )
  api = createClient({ baseUrl: server.url })
  // More in one transaction exceed its computation.
  for (let opened = 0; opened < FLOOD; opened += BATCH)
    strangers.push(...(await openNewAccounts(chain, BATCH)))
  await clock.advance(DAY_MS)
  await world.waitUntilIndexed()
  heightBefore = (await chain.flow.getLatestBlock()).height
  balanceBefore = await agent.readBalance('FLOW')
  return () => server.stop()
})

/** Has a visitor ask for the publication of every stranger at once. */
const flood = () =>
  Promise.allSettled(
    strangers.map(({ address }) => api.call(publishScore, { params: { address } })),
  )

let id: number

test('members propose and vote, with records as old as they get, while a visitor floods', async () => {
  const decisions = createDecisions({ ...world, api })
  const flooding = flood()
  expect(await readVerdict(chain, alice)).toBe(VERDICTS.stale)
  id = await decisions.propose({ by: alice, action: 'freeze', target: lars, reason: REASON })
  await decisions.vote(id, { for: [alice, bob], against: [carol] })
  expect(await readVerdict(chain, alice)).toBe(VERDICTS.pass)
  const answers = await flooding
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? answer.reason : []))
  expect(answers.length - refused.length).toBe(BUDGET)
  for (const failure of refused) expect(failure).toMatchObject({ code: 'budget_exhausted' })
})

test('with nothing left for visitors, members change their votes', async () => {
  const other = { params: { address: people.ines.address } }
  await expect(api.call(publishScore, other)).rejects.toMatchObject({ code: 'budget_exhausted' })
  await createDecisions({ ...world, api }).vote(id, { for: [carol] })
  const { votesFor, votesAgainst } = await api.call(getProposal, { params: { id: String(id) } })
  expect([votesFor, votesAgainst]).toEqual([3, 0])
})

test('the agent paid for the budget, for voters and for rechecks, and for nothing else', async () => {
  const published = await readEventsSince(chain, 'DharmaScore.ScorePublished', heightBefore)
  const isStranger = new Set(strangers.map(({ address }) => String(address)))
  const forVisitors = published.filter(({ fields }) => isStranger.has(String(fields.address)))
  expect(forVisitors).toHaveLength(BUDGET)
  const actions = await api.call(listActions, { query: { limit: 500 } })
  const others = actions.filter(({ address }) => !isStranger.has(address))
  const spent = balanceBefore - (await agent.readBalance('FLOW'))
  expect(spent).toBeLessThan(BigInt(BUDGET + others.length) * MAX_FEE)
})

test('the end of the voting is recorded, and the next day visitors publish again', async () => {
  await clock.advance(DAY_MS + HOUR_MS)
  const decisions = createDecisions({ ...world, api })
  await decisions.expectStatus(id, 'executed')
  const settled = await readEventsSince(chain, 'DharmaProposals.StatusChanged', heightBefore)
  const own = settled.filter(({ fields }) => fields.id === BigInt(id))
  expect(own.map(({ fields }) => fields.after)).toEqual(['active', 'approved', 'executed'])
  await world.waitUntilIndexed()
  const { address } = people.ines
  expect(await api.call(publishScore, { params: { address } })).toMatchObject({ address })
})
