import type { ApiClient } from '@app/api/client/client.ts'
import type { AgentHistoryEntry } from '@app/api/schemas/agent.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { alertsQuery } from './use-alerts.ts'

const build = (number: number, change: Partial<AgentHistoryEntry>): AgentHistoryEntry => ({
  ...{ timestamp: `2026-03-01T12:00:0${number}.000Z`, address: '0x179b6b1cb6755e31' },
  ...{ action: 'flag', success: true, reason: 'It is so.', ...change },
})

const HISTORY = [
  build(5, { isReport: true }),
  build(4, { isReport: true, action: 'withdraw_flag' }),
  build(3, { isReport: true, txId: 'ab'.repeat(32) }),
  build(2, { isReport: true, success: false }),
  build(1, {}),
]

test('unverified reports take no place of the alerts, also of a server that does not know of reports', async () => {
  const limits: unknown[] = []
  const call = async (_: unknown, { query }: { query: { limit?: number } }) => {
    limits.push(query.limit)
    return HISTORY.slice(0, query.limit)
  }
  const query = alertsQuery({ call } as unknown as ApiClient, { about: 'all', limit: 5 })
  const { alerts, unverified } = await new QueryClient().fetchQuery(query)
  const times = [alerts, unverified].map((list) => list.map(({ timestamp }) => timestamp.at(-6)))
  expect(times).toEqual([
    ['3', '2', '1'],
    ['5', '4'],
  ])
  expect(limits).toEqual([5, undefined])
})
