import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Context } from '../../runtime/context.ts'
import { openTestContext } from '../../testing/create-test-context.ts'
import { toTestAddress } from '../../testing/ledger.ts'
import { countRequest, REQUEST_LIMITS, type RequestKind } from './write-request-count.ts'

let context: Context
let finish: () => Promise<void>

beforeAll(async () => {
  ;({ context, finish } = await openTestContext())
})
afterAll(() => finish())
beforeEach(() => context.pool.query('delete from alert_request_count'))

/** Requests that have nothing in common but this. */
const BUILDERS = {
  wallet: (number: number) => ({ owner: toTestAddress(1), url: `https://h${number}.example/` }),
  url: (number: number) => ({ owner: toTestAddress(number), url: 'https://h.example/hook' }),
  host: (number: number) => ({ owner: toTestAddress(number), url: `https://h.example/${number}` }),
}

it.each(
  (['challenge', 'test', 'redelivery'] satisfies RequestKind[]).flatMap((kind) =>
    (['wallet', 'url', 'host'] as const).map((scope) => [kind, scope] as const),
  ),
)('a %s too many in a minute for one %s is refused', async (kind, scope) => {
  const limit = REQUEST_LIMITS[kind][scope]
  const count = (number: number, isHostShared = false) =>
    countRequest(context.db, { kind, isHostShared, ...BUILDERS[scope](number) })
  for (let number = 1; number <= limit; number += 1) await count(number)
  const refused = { reached: { kind, scope, limit } }
  await expect(count(limit + 1)).rejects.toMatchObject(refused)
  if (scope === 'host') await count(limit + 2, true)
  else await expect(count(limit + 2, true)).rejects.toMatchObject(refused)
})
