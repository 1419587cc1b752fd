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

test.each([
  [0, true, { tries: 1, reloads: 0, outcome: 'the part' }],
  [1, true, { tries: 2, reloads: 0, outcome: 'the part' }],
  [2, true, { tries: 2, reloads: 1, outcome: 'waits' }],
  [2, false, { tries: 2, reloads: 1, outcome: 'failed' }],
])(
  'a part that fails %i times, where the page can load again: %s',
  async (failures, canReload, end) => {
    const seen = { tries: 0, reloads: 0, outcome: 'waits' }
    const load = async () => {
      if (++seen.tries <= failures) throw new Error('failed')
      return 'the part'
    }
    const reload = async () => {
      seen.reloads++
      return canReload
    }
    const note = (outcome: string) => Object.assign(seen, { outcome })
    loadPart(load, reload).then(note, (error: Error) => note(error.message))
    await vi.runAllTimersAsync()
    expect(seen).toEqual(end)
  },
)
