import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiClient, createClient } from '@app/api/client/client.ts'
import { getNetwork } from '@app/api/routes/reference.ts'
import { getScore } from '@app/api/routes/score.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createPublicNetwork,
  type PublicNetwork,
  reportNodeOutages,
  waitForFirstCall,
} from '../../create-public-network.ts'
import { choosePorts } from '../../start-app.ts'
import { type FakeAccessNode, startFakeAccessNode } from '../../testing/start-fake-access-node.ts'
import { waitFor } from '../../testing/wait-for.ts'

const SERVICE_ACCOUNT = '0x8c5303eaa26202d6'

let dataDir: string
let nodePort: number
let testnet: PublicNetwork
let api: ApiClient
let node: FakeAccessNode | undefined
const reports: string[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dharma-testnet-'))
  await chmod(dataDir, 0o755)
  const ports = await choosePorts({ web: 0, api: 0 })
  nodePort = (await choosePorts({ web: 0, api: 0 })).web
  testnet = await createPublicNetwork({
    network: 'testnet',
    dataDir,
    databaseUrl: null,
    agent: null,
    environment: { FLOW_ACCESS_NODE: `http://127.0.0.1:${nodePort}` },
    ports,
    web: 'built',
    onProgress: () => {},
  })
  api = createClient({ baseUrl: testnet.urls.api })
})

afterAll(async () => {
  await testnet.stop()
  await node?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('while the network cannot be reached, pages and API stay available and report it', async () => {
  const page = await fetch(`${testnet.urls.web}/wallet/${SERVICE_ACCOUNT}`)
  expect(page.status).toBe(200)
  const config = await (await fetch(`${testnet.urls.web}/config.json`)).json()
  expect(config).toMatchObject({
    network: 'testnet',
    walletUrl: 'https://fcl-discovery.onflow.org/testnet/authn',
    explorerTxUrl: 'https://testnet.flowscan.io/tx/{id}',
  })
  expect((await fetch(`${testnet.urls.api}/health`)).status).toBe(200)
  await waitFor('the API to report the outage', async () => {
    const ready = await fetch(`${testnet.urls.api}/ready`)
    return (
      ready.status === 503 && (await ready.text()).includes('Cannot reach the Flow access node')
    )
  })
  await expect(api.call(getScore, { params: { address: SERVICE_ACCOUNT } })).rejects.toMatchObject({
    status: 503,
    code: 'node_unreachable',
  })
})

test('when the network is back, it is read', async () => {
  const outage = await waitForFirstCall(testnet.server, AbortSignal.timeout(120_000))
  // A busy machine may not even learn within the API's time limit that nothing listens.
  expect(outage).toMatch(/^Cannot reach the Flow access node|^The Flow access node did not answer/)
  const nodeReporter = reportNodeOutages(testnet.server, {
    outage: (message) => reports.push(message),
    recovery: () => reports.push('recovery'),
  })
  node = await startFakeAccessNode(nodePort)
  await waitFor('the recovery to be reported', () => reports.length === 1)
  nodeReporter.stop()
  expect(reports).toEqual(['recovery'])

  await waitFor('some ranges to be read', () => (node?.countCalls('events') ?? 0) >= 30)
  const { network, latestBlock, lagBlocks } = await api.call(getNetwork)
  expect(network).toBe('testnet')
  expect(latestBlock?.height).toBeGreaterThan(299_000_000)
  expect(lagBlocks).toBeGreaterThan(0)
})
