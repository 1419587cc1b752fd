import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { putNewerAnswer } from './put-newer-answer.ts'

const KEY = ['score']

/** Asks a server whose answers come when the test says so. */
function ask() {
  const queryClient = new QueryClient()
  const answers: ((score: number) => void)[] = []
  const queryFn = () => new Promise<number>((resolve) => void answers.push(resolve))
  const observer = new QueryObserver(queryClient, { queryKey: KEY, queryFn })
  observer.subscribe(() => {})
  return { queryClient, answers, read: () => queryClient.getQueryData(KEY) }
}

test('an older answer that was under way does not replace a newer one', async () => {
  const { queryClient, answers, read } = ask()
  putNewerAnswer(queryClient, KEY, 60)
  answers[0]?.(50)
  await expect.poll(() => answers.length).toBe(2)
  expect(read()).toBe(60)
  answers[1]?.(60)
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(read()).toBe(60)
})

test('nothing is asked again when no answer was under way', async () => {
  const { queryClient, answers, read } = ask()
  answers[0]?.(50)
  await expect.poll(read).toBe(50)
  putNewerAnswer(queryClient, KEY, 60)
  expect([read(), queryClient.isFetching(), answers.length]).toEqual([60, 0, 1])
})
