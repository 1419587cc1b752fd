import { createHash } from 'node:crypto'
import { createServer } from 'node:http'

/**
 * A fake access node of testnet on loopback with empty blocks, which counts the calls.
 */
export interface FakeAccessNode {
  /** Counts the calls whose path starts with `part`. */
  countCalls(part: string): number
  stop(): Promise<void>
}

const FIRST_HEIGHT = 300_000_000
const BLOCK_MS = 500

/** Starts the node at a port of loopback: two blocks a second, as on testnet. */
export async function startFakeAccessNode(port: number): Promise<FakeAccessNode> {
  const calls: string[] = []
  const startMs = Date.now()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const part = url.pathname.replace(/^\/v1\//, '')
    calls.push(part.split('/')[0] ?? '')
    const answer = buildAnswer(part, url.searchParams, startMs)
    response.writeHead(answer === null ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? { code: 404, message: 'not found' }))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    countCalls: (part) => calls.filter((call) => call === part).length,
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function buildAnswer(part: string, query: URLSearchParams, startMs: number): unknown {
  const tip = FIRST_HEIGHT + Math.floor((Date.now() - startMs) / BLOCK_MS)
  const buildBlockAt = (height: number) => buildBlock(height, startMs)
  switch (part) {
    case 'network/parameters':
      return { chain_id: 'flow-testnet' }
    case 'node_version_info':
      return buildVersionInfo()
    case 'blocks': {
      const height = query.get('height')
      return [{ header: buildBlockAt(height === 'sealed' ? tip : Number(height)) }]
    }
    case 'events':
      return listRange(Number(query.get('start_height')), Number(query.get('end_height'))).map(
        (height) => buildBlockEvents(buildBlockAt(height)),
      )
    default:
      return null
  }
}

function buildBlock(height: number, startMs: number) {
  const timeMs = startMs + (height - FIRST_HEIGHT) * BLOCK_MS
  return {
    height: String(height),
    id: toBlockId(height),
    parent_id: toBlockId(height - 1),
    timestamp: new Date(timeMs).toISOString(),
  }
}

const buildBlockEvents = ({ height, id, timestamp }: ReturnType<typeof buildBlock>) => ({
  block_height: height,
  block_id: id,
  block_timestamp: timestamp,
  events: [],
})

const buildVersionInfo = () => ({
  semver: 'v0.43.0',
  commit: '0'.repeat(40),
  spork_id: '0'.repeat(64),
  protocol_version: '0',
  spork_root_block_height: String(FIRST_HEIGHT - 1_000_000),
  node_root_block_height: String(FIRST_HEIGHT - 1_000_000),
})

const toBlockId = (height: number) => createHash('sha256').update(String(height)).digest('hex')
const listRange = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
