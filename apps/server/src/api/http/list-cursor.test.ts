import { getAgentHistory } from '@app/api/routes/agent.ts'
import { ROUTES } from '@app/api/routes/routes.ts'
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

/** Of lists that continue after something else than one number. */
const PLACES: Readonly<Record<string, string>> = {
  listTransfers: '1-1-1-1',
  listCounterparties: toTestAddress(2).slice(2),
}

const format = (query: object) => formatCursor(getAgentHistory, { params: {}, query }, '1')

describe('a cursor of the history', () => {
  it.each(LISTS.filter(([name]) => name !== getAgentHistory.operationId))(
    'is refused by %s',
    async (name, route) => {
      const { url, ...request } = buildValidRequest(route)
      const tags = [`.${format({}).split('.')[1]}`, '', `.${'0'.repeat(12)}`]
      for (const tag of tags) {
        const path = `${String(url.split('?')[0])}?cursor=${PLACES[name] ?? '1'}${tag}`
        const response = await api.app.inject({ ...request, url: path })
        expect(expectFailure(response)).toBe('invalid_request')
        expect(response.json().message).toContain('cursor must be meta.nextCursor')
      }
    },
  )

  const read = (cursor: string, query: object) => () =>
    parseCursor(getAgentHistory, { params: {}, query }, cursor)
  const [ALICE, BOB] = [toTestAddress(1), toTestAddress(2)]
  const cursor = format({ address: ALICE })

  it('belongs to its filters, not to the size of a page', () => {
    expect(read(cursor, { address: ALICE, limit: 7, cursor })()).toBe('1')
    for (const query of [{ address: BOB }, {}, { address: ALICE, complete: 'true' }]) {
      expect(read(cursor, query)).toThrow('other filters')
    }
  })

  it('is the same in any letter case, and where a default is named', () => {
    const query = { complete: 'false', address: `0x${ALICE.slice(2).toUpperCase()}` }
    expect(read(cursor, query)()).toBe('1')
  })
})
