import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { requestAction } from '../../agent/request-action.ts'
import { insertTestScore, toTestHash } from '../../agent/testing/insert-test-score.ts'
import { SUM_TABLES } from '../../indexer/sums/rebuild-sums.ts'
import type { Context } from '../../runtime/context.ts'
import { trackAccount } from '../../scorer/tracked-accounts.ts'
import { startServer } from '../../server.ts'
import { createTestContext } from '../create-test-context.ts'
import { dumpSums } from '../dump-sums.ts'
import { buildSeededChain } from '../faults/seeded-chain/build-seeded-chain.ts'
import { type SeededNode, startSeededNode } from '../faults/seeded-chain/seeded-node.ts'
import { toTestAddress } from '../ledger.ts'
import { findFreePort } from './find-free-port.ts'
import { type RestartableProcess, startRestartableProcess } from './restartable-process.ts'

const AGENT = { address: toTestAddress(7), privateKeyHex: '7'.repeat(64) }
const HISTORY = buildSeededChain(5, 140)
const FIRST_TIP = 15
/** Fewer than the lag at which a process is not ready any more. */
const BLOCKS_PER_ROUND = 10
const ROUNDS = 10
const CLIENTS = 4
const DRAIN_MS = 2_000
const TABLES = [
  ...SUM_TABLES,
  ...['chain_transfer', 'chain_coa', 'chain_coa_act', 'chain_coa_move', 'chain_evm_transaction'],
]

interface Processes {
  workers: RestartableProcess[]
  apis: RestartableProcess[]
  /** Returns the URLs of the APIs that answered `/ready` with 200 at the last look, as a load balancer knows them. */
  listReady: () => string[]
}

it('two processes of each role share the work, whichever is killed, and an update fails no request', async () => {
  const node = await startSeededNode({ seededChain: HISTORY, sender: AGENT, keyCount: 4 })
  onTestFinished(() => node.stop())
  node.setTip(FIRST_TIP)
  const context = await createTestContext({ accessNodeUrl: node.url })
  for (const address of HISTORY.accounts) await trackAccount(context.db, address, 'client')
  const { workers, apis, listReady } = await startProcesses(context, node.url)
  await expect.poll(listReady, { timeout: 120_000 }).toHaveLength(2)
  const load = startLoad(listReady)
  for (let round = 0; round < ROUNDS; round += 1) {
    node.setTip(FIRST_TIP + (round + 1) * BLOCKS_PER_ROUND)
    await requestPublication(context, round)
    await workers[round % workers.length]!.killAndRestart()
    const api = apis[round % apis.length]
    if (round % 3 === 2) await restartGracefully(api!, listReady)
    await waitUntilIndexed(context, FIRST_TIP + (round + 1) * BLOCKS_PER_ROUND)
  }
  await waitUntilSealed(context, node)
  const { answered, failures } = await load.stop()
  expect(failures).toEqual([])
  expect(answered).toBeGreaterThan(CLIENTS * ROUNDS)
  expect(countExecutions(node)).toEqual(Array.from({ length: ROUNDS }, () => 1))
  expect(await dumpSums(context.pool, TABLES)).toEqual(await indexAlone(node.url))
  const outputs = [...workers, ...apis].map((each) => each.output()).join('\n')
  expect(outputs).not.toContain('will not be retried')
}, 600_000)

async function startProcesses(context: Context, accessNodeUrl: string): Promise<Processes> {
  const env = {
    FLOW_NETWORK: 'local',
    FLOW_ACCESS_NODE: accessNodeUrl,
    FLOW_POLL_MS: '50',
    DATABASE_URL: context.config.databaseUrl ?? '',
    LOG_LEVEL: 'warn',
  }
  const agentEnv = {
    ...env,
    DHARMA_AGENT_ADDRESS: AGENT.address,
    DHARMA_AGENT_KEY: AGENT.privateKeyHex,
    DHARMA_AGENT_ENABLED: 'false',
  }
  const start = (options: Parameters<typeof startRestartableProcess>[0]) => {
    const started = startRestartableProcess(options)
    onTestFinished(() => started.kill())
    return started
  }
  const workers = [1, 2].flatMap(() => [
    start({ roles: ['indexer'], env }),
    start({ roles: ['scorer'], env }),
    start({ roles: ['agent'], env: agentEnv }),
  ])
  const ports = [await findFreePort(), await findFreePort()]
  const apis = ports.map((port) =>
    start({
      roles: ['api'],
      env: { ...env, API_PORT: String(port), API_DRAIN_MS: String(DRAIN_MS) },
    }),
  )
  return {
    workers,
    apis,
    listReady: watchReadiness(ports.map((port) => `http://127.0.0.1:${port}`)),
  }
}

const LOOK_INTERVAL_MS = 50

function watchReadiness(urls: readonly string[]): () => string[] {
  const ready = new Set<string>()
  const ending = new AbortController()
  const { signal } = ending
  const watch = async (url: string) => {
    while (!signal.aborted) {
      const answer = await fetch(`${url}/ready`, { signal }).catch(() => null)
      if (answer?.status === 200) ready.add(url)
      else ready.delete(url)
      await answer?.body?.cancel()
      await delay(LOOK_INTERVAL_MS, undefined, { signal }).catch(() => {})
    }
  }
  const watching = Promise.all(urls.map(watch))
  onTestFinished(async () => {
    ending.abort()
    await watching
  })
  return () => [...ready]
}

/** Clients that ask one thing after another, each time a process that is ready, and repeat nothing. */
function startLoad(listReady: () => string[]) {
  const paths = HISTORY.accounts.map((address) => `/v1/score/${address}`)
  let isStopped = false
  let answered = 0
  const failures: string[] = []
  const ask = async (client: number) => {
    for (let number = client; !isStopped; number += 1) {
      const ready = listReady()
      const url = ready[number % Math.max(1, ready.length)]
      if (url !== undefined) {
        const failure = await findFailure(url + paths[number % paths.length])
        if (failure === null) answered += 1
        else failures.push(failure)
      }
      await delay(20)
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, client) => ask(client)))
  return {
    stop: async () => {
      isStopped = true
      await clients
      return { answered, failures }
    },
  }
}

/** A machine that is too busy for eight processes is no failure of the update. */
async function findFailure(url: string): Promise<string | null> {
  try {
    const answer = await fetch(url)
    const text = await answer.text()
    const isFailure = answer.status !== 200 && !text.includes('"overloaded"')
    return isFailure ? `${url}: ${answer.status} ${text}` : null
  } catch (error) {
    return `${url}: ${String(error)}`
  }
}

/** Ends a process by SIGTERM, waits until it has, starts it again, and waits until both are ready. */
async function restartGracefully(
  api: RestartableProcess,
  listReady: Processes['listReady'],
): Promise<void> {
  expect(await api.terminateAndRestart()).toBe(0)
  await expect.poll(listReady, { timeout: 120_000 }).toHaveLength(2)
}

async function requestPublication(context: Context, number: number): Promise<void> {
  const address = toTestAddress(300 + (number % 3))
  const evidenceHash = toTestHash(number)
  await insertTestScore(context, { address, evidenceHash })
  const reason = { reason: 'A visitor asked.', client: '127.0.0.1' }
  await requestAction(context, { kind: 'publish', address, evidenceHash, ...reason })
}

async function waitUntilIndexed({ db }: Context, height: number): Promise<void> {
  const readHeight = async () =>
    (await db.selectFrom('chain_cursor').select('to_height').executeTakeFirst())?.to_height
  await expect.poll(readHeight, { timeout: 120_000 }).toBe(height)
}

/** Moves the chain on, block by block, until every publication is sealed. */
async function waitUntilSealed({ db }: Context, node: SeededNode): Promise<void> {
  let tip = FIRST_TIP + ROUNDS * BLOCKS_PER_ROUND
  const countOpen = async () => {
    tip = Math.min(tip + 1, HISTORY.blocks.length - 1)
    node.setTip(tip)
    const open = db.selectFrom('agent_action').select('id').where('status', '<>', 'sealed')
    return (await open.execute()).length
  }
  await expect.poll(countOpen, { timeout: 120_000, interval: 500 }).toBe(0)
  await waitUntilIndexed({ db } as Context, tip)
}

/** Counts how often each publication was executed. */
function countExecutions({ ledger }: SeededNode): number[] {
  const counts = Map.groupBy(ledger.executed, ({ transaction }) => transaction.args.join(' '))
  return [...counts.values()].map((executed) => executed.length)
}

/** Returns the sums of one process that nobody disturbs. */
async function indexAlone(accessNodeUrl: string) {
  const context = await createTestContext({ accessNodeUrl })
  const { config, pool } = context
  const server = await startServer({ ...config, api: { ...config.api, port: 0 } }, ['indexer'], {
    isManual: true,
  })
  await server.drain()
  await server.stop()
  return await dumpSums(pool, TABLES)
}
