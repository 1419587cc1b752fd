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

describe('whether an error is retryable:', () => {
  const withCode = (code: string) => Object.assign(new Error('broken'), { code })

  it.each<[what: string, error: unknown, expected: boolean]>([
    ['a busy node', new RetryableError('busy'), true],
    ...['57P01', '53100', '08006', '40001', '40P01', 'ECONNREFUSED', 'ECONNRESET'].map(
      (code): [string, unknown, boolean] => [code, withCode(code), true],
    ),
    ...[
      'Connection terminated unexpectedly',
      'Client has encountered a connection error and is not queryable',
      'Client was closed and is not queryable',
      'Postgres connection has been discarded',
    ].map((message): [string, unknown, boolean] => [message, new Error(message), true]),
    ['a call that was cancelled because the process stops', AbortSignal.abort().reason, true],
    ['a wrong query', withCode('42703'), false],
    ['a discontinuity of the chain', new FatalError('another chain'), false],
    ['a bug', new TypeError('x is undefined'), false],
  ])('%s', (_, error, expected) => {
    expect(isRetryable(error)).toBe(expected)
  })
})

describe('the stage status registry', () => {
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
