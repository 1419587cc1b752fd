import type { ApiClient } from '@app/api/client/client.ts'
import type { Proposal } from '@app/api/schemas/proposal.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { applyProposal, proposalsQuery } from './read-proposals.ts'

const withReason = (reason: string) => [{ id: 1, reason }] as Proposal[]

/** A server whose answers come when the test says so, each with the list of then. */
function createServer() {
  const answers: ((list: Proposal[]) => void)[] = []
  const call = () => new Promise<Proposal[]>((resolve) => void answers.push(resolve))
  return { answers, api: { call } as unknown as ApiClient }
}

test('an answer that was under way when a proposal changed does not undo the change', async () => {
  const queryClient = new QueryClient()
  const { answers, api } = createServer()
  const query = proposalsQuery(api)
  const observer = new QueryObserver(queryClient, { ...query, refetchInterval: false })
  const unsubscribe = observer.subscribe(() => {})
  answers[0]?.(withReason('slander'))
  await expect.poll(() => queryClient.getQueryData(query.queryKey)).toEqual(withReason('slander'))

  void observer.refetch()
  await expect.poll(() => answers.length).toBe(2)
  applyProposal(queryClient, { id: 1, reason: 'withheld' } as Proposal)
  expect(queryClient.getQueryData(query.queryKey)).toEqual(withReason('withheld'))
  answers[1]?.(withReason('slander'))
  await expect.poll(() => answers.length).toBe(3)
  expect(queryClient.getQueryData(query.queryKey)).toEqual(withReason('withheld'))
  answers[2]?.(withReason('withheld'))
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(queryClient.getQueryData(query.queryKey)).toEqual(withReason('withheld'))
  unsubscribe()
  queryClient.clear()
})
