import { FatalError, RetryableError } from '@app/values/errors.ts'
import { describe, expect, it } from 'vitest'
import {
  createStageStatusRegistry,
  isRetryable,
  runStage,
  runUntilIdle,
  type Stage,
  type StageState,
  withoutOverlappingSteps,
} from './stage.ts'

type Outcome = 'more' | 'idle' | Error

/** Creates a stage that returns these outcomes in order and stops the run after the last one. */
function createStagedRun(outcomes: Outcome[]) {
  const ended = new AbortController()
  const states: StageState['status'][] = []
  let wakes = 0
  const stage: Stage = {
    name: 'staged',
    step: async () => {
      const outcome = outcomes.shift()
      if (outcomes.length === 0) ended.abort()
      if (outcome instanceof Error) throw outcome
      return outcome ?? 'idle'
    },
  }
  const options = {
    signal: ended.signal,
    wake: async () => {
      wakes += 1
    },
    log: { warn: () => {}, error: () => {} },
    onState: ({ status }: StageState) => states.push(status),
    backOffMs: 1,
  }
  return { run: () => runStage(stage, options), states, wakes: () => wakes }
}

describe('a running stage', () => {
  it('continues while there is more and waits when it is idle', async () => {
    const { run, states, wakes } = createStagedRun(['more', 'idle', 'more', 'idle', 'idle'])
    await run()
    expect(states).toEqual(['running', 'running', 'idle', 'running', 'idle', 'stopped'])
    expect(wakes()).toBe(2)
  })

  it('retries after a transient failure', async () => {
    const { run, states } = createStagedRun([new RetryableError('busy'), 'more', 'idle'])
    await run()
    expect(states).toEqual(['running', 'retrying', 'running', 'stopped'])
  })

  it('stops permanently on any other failure', async () => {
    const { run, states } = createStagedRun([new FatalError('another chain'), 'more', 'more'])
    await run()
    expect(states).toEqual(['running', 'failed'])
  })
})

describe('drain', () => {
  it('runs no stage again that was idle after the last one that was not', async () => {
    const outcomes = { first: ['idle'], second: ['more', 'idle'], third: ['idle'] }
    const ran: string[] = []
    const stages = Object.entries(outcomes).map(
      ([name, left]): Stage => ({
        name,
        step: async () => {
          ran.push(name)
          return left.shift() === 'more' ? 'more' : 'idle'
        },
      }),
    )
    await runUntilIdle(stages)
    expect(ran).toEqual(['first', 'second', 'second', 'third', 'first'])
    await runUntilIdle([])
  })

  it('repeats until every stage is idle after the last work of any', async () => {
    const work = { first: 2, second: 0 }
    const first: Stage = {
      name: 'first',
      step: async () => {
        if (work.first === 0) return 'idle'
        work.first -= 1
        work.second += 1
        return 'more'
      },
    }
    const second: Stage = {
      name: 'second',
      step: async () => {
        if (work.second === 0) return 'idle'
        work.second -= 1
        if (work.second === 0 && work.first === 0) work.first = Math.max(0, rounds--)
        return 'more'
      },
    }
    let rounds = 1
    await runUntilIdle([first, second])
    expect(work).toEqual({ first: 0, second: 0 })
  })
})

describe('a stage, one step at a time', () => {
  it('begins a step when the one before has ended', async () => {
    const gate = Promise.withResolvers<void>()
    const log: string[] = []
    const stage = withoutOverlappingSteps({
      name: 'slow',
      step: async () => {
        log.push('begin')
        await gate.promise
        log.push('end')
        return 'idle'
      },
    })
    const both = Promise.all([stage.step(), stage.step()])
    gate.resolve()
    await both
    expect(log).toEqual(['begin', 'end', 'begin', 'end'])
  })

  it('continues after a failed step, and rejects for its caller', async () => {
    const outcomes = [Promise.reject(new Error('broken')), Promise.resolve('idle' as const)]
    const stage = withoutOverlappingSteps({
      name: 'x',
      step: () => outcomes.shift() ?? expect.unreachable(),
    })
    await expect(stage.step()).rejects.toThrow('broken')
    expect(await stage.step()).toBe('idle')
  })
})

describe('a retryable error', () => {
  const withCode = (code: string) => Object.assign(new Error('broken'), { code })

  it('is a busy node, a database that restarts or has no space, and a clash of transactions', () => {
    expect(isRetryable(new RetryableError('busy'))).toBe(true)
    for (const code of [
      '57P01',
      '53100',
      '08006',
      '40001',
      '40P01',
      'ECONNREFUSED',
      'ECONNRESET',
    ]) {
      expect(isRetryable(withCode(code))).toBe(true)
    }
  })

  it.each([
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Postgres connection has been discarded',
  ])('is a connection that broke, whatever noticed it: %s', (message) => {
    expect(isRetryable(new Error(message))).toBe(true)
  })

  it('is a call that was cancelled because the process stops', () => {
    expect(isRetryable(AbortSignal.abort().reason)).toBe(true)
  })

  it('is not a wrong query, a discontinuity of the chain or a bug', () => {
    expect(isRetryable(withCode('42703'))).toBe(false)
    expect(isRetryable(new FatalError('another chain'))).toBe(false)
    expect(isRetryable(new TypeError('x is undefined'))).toBe(false)
  })
})

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
