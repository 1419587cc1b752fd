import { expect, it } from 'vitest'
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

type Parts = Partial<Parameters<typeof buildReadiness>[0]>

const failed: StageStatusEntry = { ...live, status: 'failed', problem: 'The chain went back.' }

it('is ready when the index has caught up with a node that answers', () => {
  expect(buildReadiness({ ...all, stages: [live] })).toEqual({
    ...{ status: 'ready', indexedHeight: 100, nodeHeight: 100, lagBlocks: 0, outdatedBlocks: 0 },
    degraded: [],
  })
})

it('names the node that does not answer, with time and message', () => {
  const readiness = buildReadiness({ ...all, node: { ...node, outage } })
  const since = '2026-01-02T00:00:00.000Z'
  const message = 'It does not answer.'
  expect(readiness).toMatchObject({
    status: 'not_ready',
    degraded: [{ part: 'node', since, message }],
  })
  expect(explainNotReady(readiness)).toBe(`Not ready since ${since}: ${message}`)
})

it.each<[string, Parts, object]>([
  [
    'blocks are read again',
    { tip: { ...tip, outdatedBlocks: 70 } },
    { outdatedBlocks: 70, degraded: [] },
  ],
  ['no agent runs', { agent: outage }, { degraded: [{ part: 'agent', message: outage.message }] }],
  [
    'no signers run',
    { execution: outage },
    { degraded: [{ part: 'execution', message: outage.message }] },
  ],
  [
    'a stage retries',
    { stages: [{ ...live, status: 'retrying', problem: 'Busy.' }] },
    { degraded: [{ part: 'live', message: 'Busy.' }] },
  ],
])('is ready while %s, and says so', (_, parts, expected) => {
  expect(buildReadiness({ ...all, ...parts })).toMatchObject({ status: 'ready', ...expected })
})

it.each<[string, Parts, object, RegExp]>([
  [
    'before the first block, whatever else is missing',
    { tip: null, agent: outage, execution: outage },
    { indexedHeight: null, lagBlocks: null },
    /^Nothing is indexed yet/,
  ],
  [
    'while the index lags behind',
    { tip: { ...tip, nodeHeight: 150 } },
    { lagBlocks: 50 },
    /^Still 50 blocks behind the node/,
  ],
  [
    'while it lags behind what this process has read, where no indexer runs',
    { node: { ...node, height: 900 } },
    { nodeHeight: 900, lagBlocks: 800 },
    /^Still 800 blocks behind/,
  ],
  [
    'without its database',
    { database: outage },
    { degraded: [{ part: 'database' }] },
    /^Not ready/,
  ],
  [
    'once a stage has failed',
    { stages: [failed] },
    { degraded: [{ part: 'live', message: failed.problem }] },
    /: The chain went back\.$/,
  ],
])('is not ready %s', (_, parts, expected, explanation) => {
  const readiness = buildReadiness({ ...all, ...parts })
  expect(readiness).toMatchObject({ status: 'not_ready', ...expected })
  expect(explainNotReady(readiness)).toMatch(explanation)
})
