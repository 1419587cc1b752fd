import { flagWallet } from '@app/api/routes/actions.ts'
import { stateAsOwner } from '@app/api/routes/cases.ts'
import type { Route } from '@app/api/routes/route.ts'
import { ROUTES } from '@app/api/routes/routes.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import type { TextLimits } from '@app/values/limits.ts'
import { findTextProblem, normalizeText } from '@app/values/plain-text.ts'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dumpSums } from '../testing/dump-sums.ts'
import { createIndependentWallet } from '../testing/independent-wallet.ts'
import { writeIndexedRows } from '../testing/ledger.ts'
import { keepAgentAlive } from '../testing/record-agent-heartbeat.ts'
import { buildValidRequest, TEST_CASE_ID } from './testing/build-valid-request.ts'
import { expectFailure } from './testing/expect-documented-response.ts'
import { insertTestCase, insertTestFlag, insertTestProposal } from './testing/insert-governance.ts'
import { openTestApi, type TestApi } from './testing/open-test-api.ts'
import { buildSignedRequest, takesWallet } from './testing/sign-request.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi({ limits: { chainWaitMs: 1 } })
  await writeIndexedRows(api.context, {}, 5)
  await insertTestProposal(api.context, { id: 1 })
  const { address, now } = api.governance
  await api.context.pool.query('update chain_cursor set block_ms = $1', [now * 1000])
  await insertTestCase(api.context, { address })
  await insertTestFlag(api.context, { address, caseId: TEST_CASE_ID })
  const wallet = createIndependentWallet(address)
  api.governance.keys = [{ wallet, weight: 1000, isRevoked: false }]
})

keepAgentAlive(() => [api.context])
afterAll(() => api.finish())

/** Every string: of all planes, and with halves of characters. */
const anyString = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.integer({ min: 0, max: 0xff_ff }), { maxLength: 40 })
    .map((units) => String.fromCharCode(...units)),
  fc.constantFrom('\ud800', '\udfff', '\u0000', '\ud83d', '\u{e0041}', '\u202e', '\uffff'),
)

const anyValue = fc.oneof(
  anyString,
  fc.jsonValue({ maxDepth: 3 }),
  fc.dictionary(anyString, anyString, { maxKeys: 3 }),
)

/** Without an agent that runs, what is taken stays queued, and the short wait for it ends. */
const TAKEN = ['transaction_not_sent', 'too_slow']

/** Returns whether the request is taken. */
async function expectNoServerError(request: InjectOptions): Promise<boolean> {
  const response = await api.app.inject(request)
  if (response.statusCode < 400) return true
  const code = expectFailure(response)
  if (TAKEN.includes(code)) return true
  expect(response.statusCode, response.payload).toBeLessThan(500)
  return false
}

const buildUnsigned = (route: Route, body: object) => ({
  ...buildValidRequest(route),
  payload: body,
})

const buildRequest = (route: Route, body: object) =>
  takesWallet(route)
    ? buildSignedRequest(route, api.governance, { body: body as Record<string, unknown> })
    : buildUnsigned(route, body)

/** Removes what was taken, or a number or a budget that it used would keep the next text out. */
const forgetTaken = () =>
  api.context.pool.query(
    'delete from agent_action; delete from agent_budget; delete from label_report; delete from case_owner_statement',
  )

function findTextField(body: Route['body']): string | undefined {
  const properties = listProperties(body)
  return Object.keys(properties).find((name) => 'x-text' in (properties[name] ?? {}))
}

const getTextLimits = ({ body }: Route, field: string): TextLimits =>
  (listProperties(body)[field] as { 'x-text': TextLimits })['x-text']

const listProperties = (body: Route['body']): Record<string, object> =>
  (body as { properties?: Record<string, object> } | undefined)?.properties ?? {}

const TEXT_ROUTES = ROUTES.filter(({ body }) => findTextField(body) !== undefined)

describe('a text of a person', () => {
  it.each([
    ['signed', stateAsOwner, buildRequest] as const,
    ['unsigned', flagWallet, buildUnsigned] as const,
  ])('%s goes all the way or is refused, whatever it is', async (_, route, build) => {
    const field = findTextField(route.body) ?? ''
    let taken = 0
    await fc.assert(
      fc.asyncProperty(anyString, fc.boolean(), async (end, isLong) => {
        const words = isLong ? `What I have to tell you is this: ${end}` : end
        const text = normalizeText(words)
        const body = { ...(route.bodyExample as object), [field]: text }
        const { payload, ...request } = build(route, body)
        const sent = { ...(payload as object), [field]: words }
        const isTaken = await expectNoServerError({ ...request, payload: sent })
        const isPlain = findTextProblem(text, getTextLimits(route, field)) === null
        expect(isTaken, words).toBe(isPlain)
        if (isTaken) taken += 1
        await forgetTaken()
      }),
    )
    expect(taken).toBeGreaterThan(5)
  })

  it('signed in another form is refused with the text that was checked', async () => {
    for (const route of TEXT_ROUTES) {
      const field = findTextField(route.body) ?? ''
      const words = 'The money came from a friend.\r\nI can show it.'
      const request = buildRequest(route, { ...(route.bodyExample as object), [field]: words })
      const response = await api.app.inject(request)
      const hash = hashReason(words.replace('\r', ''))
      expect(response.json(), route.operationId).toMatchObject({
        code: 'signature_refused',
        details: [{ message: expect.stringContaining(`SHA-256: ${hash}`) }],
      })
    }
  })

  it('with half of a character is refused with where it is', async () => {
    for (const route of TEXT_ROUTES) {
      const field = findTextField(route.body) ?? ''
      const body = { ...(route.bodyExample as object), [field]: `${'a'.repeat(30)}\ud800` }
      const message = expect.stringContaining('character 31 is the lone surrogate')
      expect((await api.app.inject(buildRequest(route, body))).json()).toMatchObject({
        code: 'invalid_request',
        details: [{ field, message }],
      })
    }
  })
})

/** Lists the paths of all values inside a value. */
function listPaths(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  return [
    [],
    ...Object.entries(value).flatMap(([name, inside]) =>
      listPaths(inside).map((path) => [name, ...path]),
    ),
  ]
}

function replaceAt(value: unknown, [name, ...rest]: readonly string[], replacement: unknown) {
  if (name === undefined) return replacement
  const copy = structuredClone(value) as Record<string, unknown>
  copy[name] = replaceAt(copy[name], rest, replacement)
  return copy
}

describe('a body', () => {
  it('has no server error with any value in it, or any field too many, and what is refused changes nothing', async () => {
    const anyBody = fc.constantFrom(...ROUTES.filter(({ body }) => body)).chain((route) => {
      const { payload, ...request } = buildRequest(route, route.bodyExample as object)
      const replaced = fc
        .tuple(fc.constantFrom(...listPaths(payload)), anyValue)
        .map(([path, value]) => replaceAt(payload, path, value))
      const extended = fc
        .tuple(anyString, anyValue)
        .map(([name, value]) => ({ ...(payload as object), [name]: value }))
      return fc.oneof(replaced, extended).map((value) => {
        const headers = { ...request.headers, 'content-type': 'application/json' }
        return { ...request, headers, payload: JSON.stringify(value) }
      })
    })
    let before = await dumpTables()
    await fc.assert(
      fc.asyncProperty(anyBody, async (request) => {
        if (await expectNoServerError(request)) before = await dumpTables()
      }),
      { numRuns: 500 },
    )
    expect(await dumpTables()).toEqual(before)
  })
})

/** A request that is refused in the end may have had a score computed before. */
async function dumpTables() {
  const { rows } = await api.context.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'score\\_%' order by 1`,
  )
  const names = rows.map(({ name }) => name).filter((name) => name !== 'agent_heartbeat')
  return await dumpSums(api.context.pool, names)
}
