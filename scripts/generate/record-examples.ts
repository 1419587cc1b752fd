import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildUrl } from '@app/api/client/client.ts'
import { listPaths } from '@app/api/routes/accounts.ts'
import type { Route } from '@app/api/routes/route.ts'
import { ROUTES } from '@app/api/routes/routes.ts'
import { publishScore } from '@app/api/routes/score.ts'
import { STATE_DIR } from '../set-up/paths.mjs'

/**
 * Records the responses of the running local world about alice, and the paths of victor. Returns TypeScript with one example
 * for each route.
 */
export async function renderExamples(): Promise<string> {
  const { api, people } = JSON.parse(await readFile(join(STATE_DIR, 'world.json'), 'utf8'))
  const example = await findExampleCase(api, people.oscar)
  const record = (route: Route) =>
    recordAnswer(route, {
      api,
      address: route.operationId === listPaths.operationId ? people.victor : people.alice,
      ...(route.url.includes(':caseId') && example),
    })
  await record(publishScore) // The other answers then contain what is published.
  const answers = await Promise.all(ROUTES.filter(hasExample).map(record))
  return `// Made by \`npm run generate -- --examples\` from the answers of a local world: record again, do not edit.

/** Body of a success of each route, by operation id. */
export const EXAMPLES: Readonly<Record<string, { data: unknown; meta?: unknown }>> = {
${answers.join('')}}
`
}

/** Finds the oldest case of an account. */
async function findExampleCase(
  api: string,
  address: string,
): Promise<{ address: string; caseId: string }> {
  const response = await fetch(`${api}/v1/cases?address=${address}`)
  const { data } = (await response.json()) as { data: { caseId: string }[] }
  const caseId = data.at(-1)?.caseId
  if (caseId === undefined) throw new Error(`${address} has no case.`)
  return { address, caseId }
}

/** Returns whether the route responds with JSON; only these have examples. */
const hasExample = ({ contentType, dataExample }: Route) =>
  contentType === undefined && dataExample === undefined

async function recordAnswer(
  route: Route,
  { api, address, caseId }: { api: string; address: string; caseId?: string },
): Promise<string> {
  const query = buildQueries(address)[route.operationId]
  const url = buildUrl(route, { params: { address, id: EXAMPLE_PROPOSAL, caseId }, query })
  const response = await fetch(`${api}${url}`, {
    method: route.method,
    ...buildBody(route, address),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${text}`)
  return `  ${route.operationId}: ${JSON.stringify(JSON.parse(text, shortenLists))},\n`
}

const buildBody = ({ bodyExample }: Route, address: string): RequestInit =>
  bodyExample === undefined
    ? {}
    : {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(replaceAddress(bodyExample, address)),
      }

const replaceAddress = (example: unknown, address: string): object => {
  const body = Object(example)
  return 'addresses' in body ? { ...body, addresses: [address] } : { ...body, address }
}

/** Keeps one proposal of the archive, two of the list, and of a case two entries without the inputs. */
function shortenLists(key: string, value: unknown): unknown {
  if (!Array.isArray(value)) return value
  if (key === 'proposals') return value.slice(0, 1)
  if (key === 'entries') return value.slice(0, 2)
  if (key === 'evidence' && 'format' in Object(value[0])) return []
  return key === 'data' || key === 'wallets' ? value.slice(0, 2) : value
}

/** Returns queries by operation id that shorten the lists in the examples. */
const buildQueries = (address: string): Readonly<Record<string, object>> => ({
  getScoreHistory: { limit: 2 },
  getScoreEvidence: { limit: 2 },
  getAgentHistory: { limit: 2, address },
  listCounterparties: { limit: 2 },
  listTransfers: { limit: 2 },
  listActions: { limit: 1, address },
  listInputs: { limit: 1 },
  listNeededVotes: { address },
  listCases: { limit: 1 },
})

/** The first proposal of the local world; its number. */
const EXAMPLE_PROPOSAL = 1
