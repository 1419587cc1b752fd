import { describe, expect, it } from 'vitest'
import type { IndexedTip } from '../../facts/load-indexed-tip.ts'
import type { NodeState } from '../../flow-access/track-node-health.ts'
import type { StageStatusEntry } from '../../runtime/stage.ts'
import { buildReadiness, explainNotReady } from './build-readiness.ts'

const tip: IndexedTip = {
  ...{ fromHeight: 1, toHeight: 100, timeMs: 0, nodeHeight: 100, lagBlocks: 0 },
  decoded: [],
  outdatedBlocks: 0,
}
const node: NodeState = { height: 100, outage: null, lastCallMs: 0 }
const all = { tip, node, stages: [], database: null, agent: null, execution: null }
const live: StageStatusEntry = { name: 'live', status: 'idle', problem: null, sinceMs: 0 }
const outage = { sinceMs: Date.UTC(2026, 0, 2), message: 'It does not answer.' }

describe('buildReadiness', () => {
  it('is ready when the index has caught up with a node that answers', () => {
    expect(buildReadiness({ ...all, stages: [live] })).toEqual({
      status: 'ready',
      indexedHeight: 100,
      nodeHeight: 100,
      lagBlocks: 0,
      outdatedBlocks: 0,
      degraded: [],
    })
  })

  it('is ready while blocks are read again, and tells how many are left', () => {
    const readiness = buildReadiness({ ...all, tip: { ...tip, outdatedBlocks: 70 } })
    expect(readiness).toMatchObject({ status: 'ready', outdatedBlocks: 70, degraded: [] })
  })

  it('is not ready before the first block', () => {
    const readiness = buildReadiness({ ...all, tip: null })
    expect(readiness).toMatchObject({ status: 'not_ready', indexedHeight: null, lagBlocks: null })
    expect(explainNotReady(readiness)).toMatch(/^Nothing is indexed yet/)
  })

  it('is not ready while it lags behind, and reports the lag', () => {
    const readiness = buildReadiness({ ...all, tip: { ...tip, nodeHeight: 150 } })
    expect(readiness).toMatchObject({ status: 'not_ready', lagBlocks: 50 })
    expect(explainNotReady(readiness)).toMatch(/^Still 50 blocks behind the node/)
  })

  it('measures the lag against the height that this process has read, when no indexer runs', () => {
    const readiness = buildReadiness({ ...all, node: { ...node, height: 900 } })
    expect(readiness).toMatchObject({ status: 'not_ready', nodeHeight: 900, lagBlocks: 800 })
  })

  it('lists the node that does not answer, with time and message', () => {
    const readiness = buildReadiness({ ...all, node: { ...node, outage } })
    expect(readiness.status).toBe('not_ready')
    expect(readiness.degraded).toEqual([
      { part: 'node', since: '2026-01-02T00:00:00.000Z', message: 'It does not answer.' },
    ])
    expect(explainNotReady(readiness)).toBe(
      'Not ready since 2026-01-02T00:00:00.000Z: It does not answer.',
    )
  })

  it('is not ready without its database', () => {
    const readiness = buildReadiness({ ...all, database: outage })
    expect(readiness).toMatchObject({ status: 'not_ready', degraded: [{ part: 'database' }] })
  })

  it('stays ready without an agent, and lists it', () => {
    expect(buildReadiness({ ...all, agent: outage })).toMatchObject({
      status: 'ready',
      degraded: [{ part: 'agent', message: 'It does not answer.' }],
    })
  })

  it('stays ready without signers, and lists the execution', () => {
    expect(buildReadiness({ ...all, execution: outage })).toMatchObject({
      status: 'ready',
      degraded: [{ part: 'execution', message: 'It does not answer.' }],
    })
  })

  it('is never unready because of the agent or the signers', () => {
    const readiness = buildReadiness({ ...all, tip: null, agent: outage, execution: outage })
    expect(explainNotReady(readiness)).toMatch(/^Nothing is indexed yet/)
  })

  it('stays ready while a stage retries, and lists it', () => {
    const stages: StageStatusEntry[] = [{ ...live, status: 'retrying', problem: 'Busy.' }]
    expect(buildReadiness({ ...all, stages })).toMatchObject({
      status: 'ready',
      degraded: [{ part: 'live', message: 'Busy.' }],
    })
  })

  it('is not ready once a stage has failed', () => {
    const stages: StageStatusEntry[] = [
      { ...live, status: 'failed', problem: 'The chain went back.' },
    ]
    expect(buildReadiness({ ...all, stages })).toMatchObject({
      status: 'not_ready',
      degraded: [{ part: 'live', message: 'The chain went back.' }],
    })
  })
})
