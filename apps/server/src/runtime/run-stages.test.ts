import { describe, expect, it } from 'vitest'
import { createStageStatusRegistry } from './run-stages.ts'

describe('the stage status registry', () => {
  it('has the latest state of each stage', () => {
    const registry = createStageStatusRegistry(() => 5)
    registry.report({ name: 'live', status: 'running', problem: null })
    registry.report({ name: 'backfill', status: 'idle', problem: null })
    registry.report({ name: 'live', status: 'idle', problem: null })
    expect(registry.entries().map(({ name, status }) => `${name} ${status}`)).toEqual([
      'live idle',
      'backfill idle',
    ])
  })

  it('has the start of a stage’s failures, unchanged by retries', () => {
    let nowMs = 1
    const registry = createStageStatusRegistry(() => nowMs)
    const sinceMs = () => registry.entries()[0]?.sinceMs
    registry.report({ name: 'live', status: 'running', problem: null })
    nowMs = 2
    registry.report({ name: 'live', status: 'retrying', problem: 'Busy.' })
    nowMs = 3
    registry.report({ name: 'live', status: 'retrying', problem: 'Busy.' })
    expect(sinceMs()).toBe(2)
    nowMs = 4
    registry.report({ name: 'live', status: 'idle', problem: null })
    expect(sinceMs()).toBe(4)
  })
})
