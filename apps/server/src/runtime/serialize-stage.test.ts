import { describe, expect, it } from 'vitest'
import { withoutOverlappingSteps } from './serialize-stage.ts'

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
