import { createNodeClient } from '@app/flow/http/node-client.ts'
import { createFlowReaderFromClient, type FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { createFakeClock } from '@app/flow/testing/fake-clock.ts'
import { afterAll, onTestFinished } from 'vitest'
import { type Config, readConfig } from '../config.ts'
import { type Context, closeContext, createContext } from '../runtime/context.ts'
import { createTestDatabase } from './create-test-database.ts'

/** A URL at which nothing listens; tests that need a node pass their own. */
const NO_NODE = 'http://127.0.0.1:9'

export interface TestContextOptions {
  accessNodeUrl?: string
  network?: Config['network']
  startHeight?: Config['flow']['startHeight']
}

/** Opens a context on an empty database of its own; `finish` closes and deletes both. */
export async function openTestContext(
  options: TestContextOptions = {},
): Promise<{ context: Context; finish: () => Promise<void> }> {
  const { network = 'local', accessNodeUrl = NO_NODE, startHeight } = options
  const database = await createTestDatabase()
  const config = readConfig({
    FLOW_NETWORK: network,
    FLOW_ACCESS_NODE: accessNodeUrl,
    FLOW_START_HEIGHT: startHeight?.toString(),
    LOG_LEVEL: 'silent',
  })
  const opened = createContext({ ...config, databaseUrl: database.url })
  const context =
    accessNodeUrl === NO_NODE ? { ...opened, flow: createUnreachableReader() } : opened
  const finish = async () => {
    await closeContext(context)
    await database.drop()
  }
  return { context, finish }
}

/** Creates a reader whose calls fail immediately, including all retries. */
function createUnreachableReader(): FlowReader {
  return createFlowReaderFromClient(createNodeClient({ accessNodeUrl: NO_NODE }, createFakeClock()))
}

/** Like `openTestContext`, and finishes when the test ends. */
export async function createTestContext(options?: TestContextOptions): Promise<Context> {
  const { context, finish } = await openTestContext(options)
  onTestFinished(finish)
  return context
}

/** Like `openTestContext`, for all tests of a file; finishes after them. */
export async function openFileContext(options?: TestContextOptions): Promise<Context> {
  const { context, finish } = await openTestContext(options)
  afterAll(finish)
  return context
}
