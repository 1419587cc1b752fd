import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { isPost } from '../agent/testing/fault-proxy.ts'
import {
  type ServerProcess,
  startServerProcess,
} from '../testing/processes/start-server-process.ts'
import { buildTopic } from './mailbox/parse-letter.ts'
import { type DaoChain, openDaoChain } from './testing/open-dao-chain.ts'
import {
  openSignerFixture,
  type SignerFixture,
  type TestSigner,
} from './testing/open-signer-fixture.ts'

let chain: DaoChain
let fixture: SignerFixture

beforeAll(async () => {
  chain = await openDaoChain()
})
afterAll(() => chain.emulator.stop())
afterEach(() => chain.advanceTime(8 * 86_400))

const PATIENCE = { interval: 100 }

async function setUpApproved() {
  const id = await chain.approve()
  fixture = await openSignerFixture(chain)
  const open = async (keyIndex: number): Promise<TestSigner> => {
    const signer = await fixture.openSigner(keyIndex)
    await signer.agree()
    return signer
  }
  const [first, second] = [await open(0), await open(1)]
  const { height } = await chain.reader.getLatestBlock()
  return {
    id,
    first,
    second,
    waitUntilExecuted: () => expect.poll(() => chain.readStatus(id), PATIENCE).toBe('executed'),
    readExecutions: async () => {
      const tip = await chain.reader.getLatestBlock()
      const type = 'A.f8d6e0586b0a20c7.DharmaGovernance.ProposalExecuted'
      const events = await chain.reader.getEvents(type, height, tip.height)
      return events.filter(({ fields }) => fields.id === BigInt(id))
    },
  }
}

const readLetters = async (id: number) => {
  const { rows } = await fixture.main.pool.query(
    'select writer, body from cosigner_mailbox where topic = $1 order by written_at',
    [buildTopic(id)],
  )
  return rows as { writer: string; body: { txId: string | null } }[]
}

const waitForLetters = (id: number, count: number) =>
  expect.poll(async () => (await readLetters(id)).length, PATIENCE).toBe(count)

/** Starts a process for a signer of a test. */
function startSignerProcess(signer: TestSigner): ServerProcess {
  const { context, proxy, mailboxUrl, privateKeyHex } = signer
  const started = startServerProcess({
    roles: ['indexer', 'scorer', 'cosigner'],
    env: {
      FLOW_NETWORK: 'local',
      FLOW_ACCESS_NODE: proxy.url,
      FLOW_START_HEIGHT: String(context.config.flow.startHeight),
      FLOW_POLL_MS: '50',
      LOG_LEVEL: 'debug',
      DATABASE_URL: context.config.databaseUrl ?? '',
      COSIGNER_MAILBOX_URL: mailboxUrl,
      DHARMA_COSIGNER_KEY: privateKeyHex,
    },
  })
  onTestFinished(started.kill)
  return started
}

/** Kills the process of a signer when a request to its node matches. */
async function killAt(
  signer: TestSigner,
  matches: typeof isPost,
  fault: 'hold' | 'hold answer',
): Promise<void> {
  const met = signer.proxy.injectFault(matches, fault)
  const started = startSignerProcess(signer)
  await met
  await started.kill()
}

describe('a proposal is executed exactly once when a signer is killed', () => {
  it('while it holds the lock of the mailbox', async () => {
    const scene = await setUpApproved()
    const { pool } = fixture.main
    await pool.query(`
      create function hold() returns trigger language plpgsql as
        'begin if new.topic <> ''status'' then perform pg_sleep(600); end if; return new; end';
      create trigger hold before insert on cosigner_mailbox for each row execute function hold()`)
    const killed = startSignerProcess(scene.first)
    const held = () =>
      pool.query(`select pid from pg_stat_activity
        where wait_event = 'PgSleep' and datname = current_database()`)
    await expect.poll(async () => (await held()).rows.length, PATIENCE).toBe(1)
    await killed.kill()
    await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where wait_event = 'PgSleep' and datname = current_database()`)
    await pool.query('drop function hold cascade')
    expect(await readLetters(scene.id)).toEqual([])
    startSignerProcess(scene.second)
    startSignerProcess(scene.first)
    await scene.waitUntilExecuted()
    expect(await scene.readExecutions()).toHaveLength(1)
  })

  it('after it noted the id, before the node has the transaction: the other one sends it', async () => {
    const scene = await setUpApproved()
    const first = startSignerProcess(scene.first)
    await waitForLetters(scene.id, 1)
    await first.kill()
    await killAt(scene.second, isPost, 'hold')
    const noted = (await readLetters(scene.id)).at(-1)?.body.txId
    startSignerProcess(scene.first)
    await scene.waitUntilExecuted()
    expect((await scene.readExecutions()).map(({ txId }) => txId)).toEqual([noted])
  })

  it('after sending, before it knows that the node has the transaction', async () => {
    const scene = await setUpApproved()
    const first = startSignerProcess(scene.first)
    await waitForLetters(scene.id, 1)
    await first.kill()
    await killAt(scene.second, isPost, 'hold answer')
    startSignerProcess(scene.first)
    startSignerProcess(scene.second)
    await scene.waitUntilExecuted()
    await waitForLetters(scene.id, 0)
    expect(await scene.readExecutions()).toHaveLength(1)
  })
})
