import { ROUTES } from '@app/api/routes/routes.ts'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTransferRows, writeIndexedRows } from '../testing/ledger.ts'
import { TEST_ACCOUNT } from './testing/build-valid-request.ts'
import { expectFailure } from './testing/expect-documented-response.ts'
import { openTestApi, type TestApi } from './testing/open-test-api.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
  const payments = [{ height: 1, from: TEST_ACCOUNT, to: null }]
  await writeIndexedRows(api.context, { transfers: buildTransferRows(payments) })
})

afterAll(() => api.finish())

const PATHS = ROUTES.filter(({ contentType }) => contentType !== 'text/event-stream').map(
  ({ url }) => url,
)

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    TEST_ACCOUNT,
    TEST_ACCOUNT.toUpperCase(),
    '0',
    '-1',
    '\u0000',
    '%',
    '%00',
    '__proto__',
  ),
)

const encoded = anyText.map((text) => encodeURIComponent(text.toWellFormed()))

/** Path parameters: URL-encoded as a client would send them, or raw. */
const part = fc.oneof(encoded, fc.constant(TEST_ACCOUNT), fc.stringMatching(/^[!-~]{1,30}$/))

const path = fc
  .tuple(fc.constantFrom(...PATHS), part)
  .map(([url, value]) => url.replace(/:\w+/, () => value.replace(/[?#/\\]/g, '')))

const query = fc
  .array(fc.tuple(fc.oneof(encoded, fc.constantFrom('limit', 'cursor', 'publish')), encoded))
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))

const FIELDS = ['address', 'targetAddress', 'reason', 'action', 'support', 'wallet'] as const

const value = fc.oneof(fc.jsonValue(), fc.constant(TEST_ACCOUNT), anyText, fc.boolean())

const body = fc.oneof(
  anyText,
  fc.json(),
  fc.dictionary(fc.constantFrom(...FIELDS), value).map((object) => JSON.stringify(object)),
)

const request: fc.Arbitrary<InjectOptions> = fc.record({
  method: fc.constantFrom('GET', 'GET', 'POST', 'POST', 'PUT', 'HEAD', 'DELETE', 'OPTIONS'),
  url: fc.tuple(path, query).map(([place, rest]) => `${place}?${rest}`),
  headers: fc.record(
    {
      'content-type': fc.constantFrom('application/json', 'text/plain', '', 'a/b;c=', 'json'),
      'last-event-id': fc.stringMatching(/^[!-~]{0,20}$/),
      origin: fc.webUrl(),
    },
    { requiredKeys: [] },
  ),
  payload: body,
})

it('returns no server error for any input, and only failures of the catalogue', async () => {
  await fc.assert(
    fc.asyncProperty(request, async (input) => {
      const hasBody = input.method === 'POST' || input.method === 'PUT'
      const { payload, ...rest } = input
      const response = await api.app.inject(hasBody ? { ...rest, payload: payload ?? '' } : rest)
      expect(response.statusCode).not.toBe(500)
      if (response.statusCode === 503) expect(response.json().code).toBe('agent_unavailable')
      if (response.statusCode >= 400 && input.method !== 'HEAD') expectFailure(response)
    }),
  )
})
