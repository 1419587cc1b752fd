import { describe, expect, it } from 'vitest'
import { createReplayInjector, createSeededInjector, type Injector } from './injector.ts'

const KINDS = ['cut', 'delay']
const RATES = { node: 0.5, sending: 0.5, database: 0.5, commit: 0.5, receiver: 0.5, clock: 0.5 }
const REQUESTS = ['a', 'b', 'c', 'a', 'b', 'a', 'd', 'e']

const decideAll = (injector: Injector, requests: readonly string[]) =>
  requests.map((request) => [request, injector.decide('node', request, KINDS)])

describe('the fate of a request', () => {
  it('follows from seed, request and attempt, in whatever order requests arrive', () => {
    const first = createSeededInjector(7, RATES)
    decideAll(first, REQUESTS)
    const second = createSeededInjector(7, RATES)
    decideAll(second, REQUESTS.toSorted().toReversed())
    const sort = ({ injected }: Injector) => injected.map((one) => JSON.stringify(one)).sort()
    expect(first.injected.length).toBeGreaterThan(0)
    expect(sort(second)).toEqual(sort(first))
    const other = createSeededInjector(8, RATES)
    decideAll(other, REQUESTS)
    expect(sort(other)).not.toEqual(sort(first))
  })

  it('is repeated from the list of faults, of all or of some', () => {
    const first = createSeededInjector(7, RATES)
    const fates = decideAll(first, REQUESTS)
    expect(decideAll(createReplayInjector(first.injected), REQUESTS)).toEqual(fates)
    const [one] = first.injected
    const replay = createReplayInjector(one ? [one] : [])
    decideAll(replay, REQUESTS)
    expect(replay.injected).toEqual([one])
  })

  it('is to pass once the faults have stopped', () => {
    const injector = createSeededInjector(7, { ...RATES, node: 1 })
    injector.stop()
    expect(injector.decide('node', 'a', KINDS)).toBeNull()
  })
})
