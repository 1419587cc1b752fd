import type { Signer } from '@app/flow/keys/create-signer.ts'
import type { Address } from '@app/values/address.ts'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import {
  type FaultProxy,
  isPost,
  isResultLookup,
  type ProxiedRequest,
  type RequestMatcher,
  startFaultProxy,
} from './agent/testing/fault-proxy.ts'
import { type GovernanceChain, openFlaggerChain } from './agent/testing/open-governance-chain.ts'
import { writeWatch } from './alerts/subscriptions/write-watch.ts'
import { addWebhook } from './alerts/testing/add-webhook.ts'
import { type Receiver, startReceiver } from './alerts/testing/start-receiver.ts'
import { upsertLabel } from './labels/change-labels.ts'
import type { Context } from './runtime/context.ts'
import { countOnChain } from './testing/count-on-chain.ts'
import { openTestContext } from './testing/create-test-context.ts'
import { toTestAddress } from './testing/ledger.ts'
import { type ServerProcess, startServerProcess } from './testing/processes/start-server-process.ts'

const PAYERS = 12
/** Payments by which a thief forwards what it got, each of this share of what is left. */
const FORWARDS = 8
const PER_MILLE = 700n
const SUBSCRIBER = toTestAddress(1)

let chain: GovernanceChain
let proxy: FaultProxy
/** Between the agent and its database. */
let databaseProxy: FaultProxy
let context: Context
let finish: () => Promise<void>
let worker: ServerProcess
let payers: Signer[]
let stash: Signer

beforeAll(async () => {
  chain = await openFlaggerChain()
  proxy = await startFaultProxy(chain.emulator.accessNodeUrl)
  ;({ context, finish } = await openTestContext({ accessNodeUrl: proxy.url }))
  databaseProxy = await startFaultProxy(context.config.databaseUrl ?? '')
  worker = start(['indexer', 'scorer'], {
    node: chain.emulator.accessNodeUrl,
    database: context.config.databaseUrl ?? '',
  })
  stash = await chain.createAccount()
  payers = []
  for (let opened = 0; opened < PAYERS; opened += 1) payers.push(await openPayer())
})

afterAll(async () => {
  await worker.kill()
  await databaseProxy.stop()
  await finish()
  await proxy.stop()
  await chain.emulator.stop()
})

async function openPayer(): Promise<Signer> {
  const payer = await chain.createAccount()
  await chain.transfer(chain.service, payer.address, 20_00000000n)
  return payer
}

function start(
  roles: Parameters<typeof startServerProcess>[0]['roles'],
  urls: { node: string; database: string },
) {
  const { agent } = chain
  return startServerProcess({
    roles,
    env: {
      FLOW_NETWORK: 'local',
      FLOW_ACCESS_NODE: urls.node,
      FLOW_POLL_MS: '50',
      LOG_LEVEL: 'warn',
      DATABASE_URL: urls.database,
      DHARMA_AGENT_ADDRESS: agent.address,
      DHARMA_AGENT_KEY: agent.privateKeyHex,
    },
  })
}

/** Starts the process that decides, acts and alerts. */
function startAgent(): ServerProcess {
  const agent = start(['agent', 'alerts'], { node: proxy.url, database: databaseProxy.url })
  onTestFinished(() => agent.kill())
  return agent
}

/** Starts the agent, and kills it once `met` has resolved. */
async function killOnce(met: Promise<unknown>): Promise<void> {
  const agent = startAgent()
  await met
  await agent.kill()
}

/** A listed account that looks like a thief, before the agent has seen it. */
interface Scene {
  thief: Address
  /** What its subscriber gets. */
  receiver: Receiver
}

async function openScene(): Promise<Scene> {
  const thief = await chain.createAccount()
  const { address } = thief
  const receiver = await startReceiver()
  await writeWatch(context, { owner: SUBSCRIBER, address, sinceMs: 0 })
  await addWebhook(context, { owner: SUBSCRIBER, url: receiver.url, addresses: [address] })
  const reason = 'Emptied a dozen wallets.'
  await upsertLabel(context, { address, kind: 'scam', source: 'test', confidence: 0.95, reason })
  await raid(thief)
  const { height } = await chain.reader.getLatestBlock()
  await expect.poll(readIndexedHeight).toBeGreaterThanOrEqual(height)
  return { thief: address, receiver }
}

async function raid(thief: Signer): Promise<void> {
  let units = 0n
  for (const [index, payer] of payers.entries()) {
    const stolen = 2_00000000n + BigInt(index) * 10_000_000n
    await chain.transfer(payer, thief.address, stolen)
    units += stolen
  }
  for (let sent = 0; sent < FORWARDS; sent += 1) {
    const part = (units * PER_MILLE) / 1000n
    await chain.transfer(thief, stash.address, part)
    units -= part
  }
}

async function readIndexedHeight(): Promise<number> {
  const { rows } = await context.pool.query<{ to_height: number }>(
    `select to_height from chain_cursor where direction = 'live'`,
  )
  return rows[0]?.to_height ?? -1
}

/** Returns whether a request sends a transaction about an account, whose code contains `call`. */
function isPostAbout(request: ProxiedRequest, address: Address, call: string): boolean {
  if (!isPost(request)) return false
  const sent: { script: string; arguments: string[] } = JSON.parse(request.body)
  const [code = '', ...args] = [sent.script, ...sent.arguments].map((part) =>
    Buffer.from(part, 'base64').toString('utf8'),
  )
  return code.includes(call) && args.some((argument) => argument.includes(address))
}

const CALLS = { flag: '.flag(', propose_freeze: 'DharmaGovernance.propose(' } as const

/** Makes the transaction about an account meet a fault; resolves when it has. */
const faultPost = (address: Address, kind: keyof typeof CALLS, fault: 'hold' | 'hold answer') =>
  proxy.injectFault((request) => isPostAbout(request, address, CALLS[kind]), fault)

/** Kills the agent while it is about to write a row about the thief into a table. */
function killBeforeWriting(table: string, thief: Address): Promise<void> {
  const insert = new RegExp(`^insert into "?${table}"? `)
  const isWriting: RequestMatcher = ({ path, body }) => insert.test(path) && body.includes(thief)
  return killOnce(databaseProxy.injectFault(isWriting, 'hold'))
}

async function listEntries(address: Address): Promise<string[]> {
  const rows = await context.db
    .selectFrom('agent_entry')
    .select('action')
    .where('address', '=', address)
    .where('action', 'in', [...STEPS])
    .orderBy('number')
    .execute()
  return rows.map(({ action }) => action)
}

/** What the agent does about such an account, each once. */
const STEPS = ['warn', 'flag', 'propose_freeze'] as const

async function listKinds(address: Address): Promise<string[]> {
  const rows = await context.db
    .selectFrom('agent_action')
    .select('kind')
    .where('address', '=', address)
    .where('kind', 'in', ['flag', 'propose_freeze'])
    .orderBy('kind')
    .execute()
  return rows.map(({ kind }) => kind)
}

/** Lists the accusing steps that the subscriber heard of, each message once, however often it came. */
function listHeard({ posts }: Receiver): string[] {
  const messages = posts.map(({ headers, body }) => {
    const { type, data } = JSON.parse(body)
    return { id: headers['webhook-id'], type, action: String(data.action) }
  })
  const accusing = messages.filter(({ type }) => type === 'wallet.accused')
  const byId = new Map(accusing.map(({ id, action }) => [id, action]))
  return [...byId.values()].sort()
}

/** Starts the agent for good, and expects one of everything. */
async function expectEverythingOnce({ thief, receiver }: Scene): Promise<void> {
  const agent = startAgent()
  const all = [...STEPS].sort()
  const readProgress = async () => [(await listEntries(thief)).sort(), listHeard(receiver)]
  await expect.poll(readProgress).toEqual([all, all])
  await expect.poll(countOpen).toBe(0)
  expect(await readProgress()).toEqual([all, all])
  expect(await countOnChain(chain.reader, thief)).toEqual({ flags: 1, proposals: 1 })
  expect(await listKinds(thief)).toEqual(['flag', 'propose_freeze'])
  const cases = await context.db
    .selectFrom('agent_case')
    .select('case_id')
    .where('address', '=', thief)
    .execute()
  expect(cases).toHaveLength(1)
  await agent.kill()
}

/** Counts actions and deliveries that are under way. */
async function countOpen(): Promise<number> {
  const { rows } = await context.pool.query<{ open: number }>(
    `select ((select count(*) from agent_action where status in ('queued', 'sent'))
      + (select count(*) from alert_delivery where status = 'waiting'))::int as open`,
  )
  return rows[0]?.open ?? 0
}

it('killed while it decides, and again before it signs, the agent warns and acts once', async () => {
  const scene = await openScene()
  const { thief } = scene
  await killBeforeWriting('agent_action', thief)
  expect([await listEntries(thief), await listKinds(thief)]).toEqual([[], []])
  await killBeforeWriting('agent_transaction', thief)
  expect(await listEntries(thief)).toEqual(['warn'])
  expect(await listKinds(thief)).toEqual(['flag', 'propose_freeze'])
  expect(await countOnChain(chain.reader, thief)).toEqual({ flags: 0, proposals: 0 })
  await expectEverythingOnce(scene)
})

it('killed after sending, while it tells, and at the result, it does nothing twice', async () => {
  const scene = await openScene()
  const { thief, receiver } = scene
  const isTelling = holdNextDelivery(receiver)
  await killOnce(Promise.all([faultPost(thief, 'flag', 'hold answer'), isTelling]))
  expect([await countOnChain(chain.reader, thief), await listEntries(thief)]).toEqual([
    { flags: 1, proposals: 0 },
    ['warn'],
  ])
  await killOnce(proxy.injectFault(isResultLookup, 'hold answer'))
  await killOnce(faultPost(thief, 'propose_freeze', 'hold answer'))
  expect(await countOnChain(chain.reader, thief)).toEqual({ flags: 1, proposals: 1 })
  await expectEverythingOnce(scene)
})

/** Makes a receiver answer nothing until it has got a message; resolves then. */
function holdNextDelivery(receiver: Receiver): Promise<void> {
  const { respond } = receiver
  return new Promise((resolve) => {
    receiver.respond = () => {
      receiver.respond = respond
      resolve()
    }
  })
}
