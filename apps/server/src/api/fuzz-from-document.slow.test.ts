import { ROUTES } from '@app/api/routes/routes.ts'
import fc from 'fast-check'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dumpSums } from '../testing/dump-sums.ts'
import { buildTransferRows, writeIndexedRows } from '../testing/ledger.ts'
import {
  arbitraryRequest,
  listOperations,
  type OpenApiDocument,
} from './testing/arbitrary-request.ts'
import { TEST_ACCOUNT } from './testing/build-valid-request.ts'
import { expectDocumentedResponse } from './testing/expect-documented-response.ts'
import { openTestApi, type TestApi } from './testing/open-test-api.ts'

let api: TestApi
let document: OpenApiDocument
let tables: string[]

beforeAll(async () => {
  api = await openTestApi()
  const payments = [{ height: 1, from: TEST_ACCOUNT, to: null }]
  await writeIndexedRows(api.context, { transfers: buildTransferRows(payments) })
  document = (await api.app.inject('/openapi.json')).json()
  // A request that is refused in the end may have had a score computed before.
  const { rows } = await api.context.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'score\\_%' order by 1`,
  )
  tables = rows.map(({ name }) => name)
})

afterAll(() => api.finish())

/** Sends a request; the body of an event stream that opens is not read. */
async function send(request: InjectOptions): Promise<LightMyRequestResponse> {
  const response = await api.app.inject({ ...request, payloadAsStream: true })
  const { 'content-type': type = '' } = response.headers
  if (String(type).startsWith('text/event-stream')) {
    response.stream().destroy()
    return response
  }
  const chunks = await response.stream().toArray()
  const payload = Buffer.concat(chunks).toString()
  return { ...response, payload, json: () => JSON.parse(payload) } as LightMyRequestResponse
}

/** The same requests in each run. */
const RUNS = { numRuns: 40 }

describe.each(ROUTES.map((route) => [route.operationId, route] as const))('%s', (name, route) => {
  it('answers any input as documented, and changes nothing when it refuses', async () => {
    const operation = listOperations(document).find(({ operationId }) => operationId === name)
    if (operation === undefined) throw new Error(`the document lacks ${name}`)
    const dump = async () => (route.method === 'GET' ? '' : dumpSums(api.context.pool, tables))
    let before = await dump()
    await fc.assert(
      fc.asyncProperty(arbitraryRequest(operation, document), async (request) => {
        const response = await send(request)
        expect(response.statusCode).not.toBe(500)
        expectDocumentedResponse(route, response)
        if (response.statusCode < 400) before = await dump()
      }),
      RUNS,
    )
    expect(await dump()).toEqual(before)
  })
})
