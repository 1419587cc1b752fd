import type { Route } from '@app/api/routes/route.ts'
import { ROUTES } from '@app/api/routes/routes.ts'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
import { buildValidRequest } from '../testing/build-valid-request.ts'
import { expectFailure } from '../testing/expect-documented-response.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'
import { formatCursor, parseCursor } from './list-cursor.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
  await writeIndexedRows(api.context, {}, 5)
})
afterAll(() => api.finish())

const LISTS = ROUTES.filter(({ query }) =>
  Object.hasOwn((query as { properties?: object } | undefined)?.properties ?? {}, 'cursor'),
).map((route) => [route.operationId, route] as const)

const PARAMS = { address: toTestAddress(1), id: '1' }

/** What does not exist has no list. */
const EXPECTED: Readonly<Record<string, string>> = {
  listDeliveries: 'webhook_not_found',
  listSubscriptionDeliveries: 'subscription_not_found',
}

/** Of lists that continue after something else than one number. */
const PLACES: Readonly<Record<string, string>> = {
  listTransfers: '1-1-1-1',
  listCounterparties: toTestAddress(2).slice(2),
}

const placeIn = ({ operationId }: Route) => PLACES[operationId] ?? '1'

const formatFor = (route: Route, changes: Partial<{ params: object; query: object }> = {}) => {
  const names = [...route.url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const params = Object.fromEntries(
    names.map((name) => [name, PARAMS[name as keyof typeof PARAMS]]),
  )
  return formatCursor(route, { params, query: {}, ...changes }, placeIn(route))
}

async function ask(
  route: Route,
  query: string,
): Promise<InjectOptions & { statusCode: number; message: string; code: string }> {
  const { url, ...request } = buildValidRequest(route)
  const response = await api.app.inject({
    ...request,
    url: `${String(url.split('?')[0])}?${query}`,
  })
  if (response.statusCode === 400) expectFailure(response)
  return { statusCode: response.statusCode, ...response.json() }
}

it('is taken by at least nine lists', () => expect(LISTS.length).toBeGreaterThanOrEqual(9))

describe.each(LISTS)('the cursor of %s', (name, route) => {
  it('is taken by this list, also with another size of the page', async () => {
    const { statusCode, code } = await ask(route, `limit=1&cursor=${formatFor(route)}`)
    expect(code ?? statusCode).toBe(EXPECTED[name] ?? 200)
  })

  it.each(LISTS.filter(([other]) => other !== name))('is refused by %s', async (_, other) => {
    const cursor = `${placeIn(other)}.${formatFor(route).split('.')[1]}`
    const { code, message } = await ask(other, `cursor=${cursor}`)
    expect(code).toBe('invalid_request')
    expect(message).toMatch(/^cursor must be meta\.nextCursor of an earlier answer of this list/)
  })

  it('is refused with the place alone, and with another tag', async () => {
    for (const cursor of [placeIn(route), `${placeIn(route)}.${'0'.repeat(12)}`]) {
      const { code, message } = await ask(route, `cursor=${cursor}`)
      expect(code).toBe('invalid_request')
      expect(message).toContain('cursor must be meta.nextCursor')
    }
  })
})

describe('the filters of a list', () => {
  const [, history] = LISTS.find(([name]) => name === 'getAgentHistory') ?? []
  if (history === undefined) throw new Error('there is no history')
  const [ALICE, BOB] = [toTestAddress(1), toTestAddress(2)]
  const read = (cursor: string, query: object) => () =>
    parseCursor(history, { params: {}, query }, cursor)

  it('belong to its cursor', () => {
    const cursor = formatFor(history, { params: {}, query: { address: ALICE } })
    expect(read(cursor, { address: ALICE, limit: 7, cursor })()).toBe('1')
    for (const query of [{ address: BOB }, {}, { address: ALICE, complete: 'true' }]) {
      expect(read(cursor, query)).toThrow('other filters')
    }
  })

  it('are the same in any letter case, and where a default is named', () => {
    const cursor = formatFor(history, { params: {}, query: { address: ALICE } })
    const query = { complete: 'false', address: `0x${ALICE.slice(2).toUpperCase()}` }
    expect(read(cursor, query)()).toBe('1')
  })
})
