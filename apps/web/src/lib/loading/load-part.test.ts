import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadPart } from './load-part.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // A part that is not loaded is logged.
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Loads a part whose first tries fail; `outcome` is 'waits' for one that does not end. */
async function load({ failures, canReload }: { failures: number; canReload: boolean }) {
  const seen = { tries: 0, reloads: 0, outcome: 'waits' }
  const part = async () => {
    seen.tries++
    if (seen.tries <= failures) throw new Error(`Failure ${seen.tries}`)
    return 'the part'
  }
  const reload = async () => {
    seen.reloads++
    return canReload
  }
  loadPart(part, reload).then(
    (loaded) => {
      seen.outcome = loaded
    },
    (error: Error) => {
      seen.outcome = error.message
    },
  )
  await vi.runAllTimersAsync()
  return seen
}

test.each([0, 1])('a part that fails %i times is loaded without a reload', async (failures) => {
  expect(await load({ failures, canReload: true })).toEqual({
    tries: failures + 1,
    reloads: 0,
    outcome: 'the part',
  })
})

test('one that fails twice loads the page again, once, and waits for that', async () => {
  expect(await load({ failures: 2, canReload: true })).toEqual({
    tries: 2,
    reloads: 1,
    outcome: 'waits',
  })
})

test('where the page does not load again the part fails', async () => {
  expect(await load({ failures: 2, canReload: false })).toEqual({
    tries: 2,
    reloads: 1,
    outcome: 'Failure 2',
  })
})
