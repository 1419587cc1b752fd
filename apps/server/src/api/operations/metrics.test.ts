import { describe, expect, it } from 'vitest'
import { createMetrics, createProcessMetrics } from './metrics.ts'

const node = {
  state: () => ({ height: null, outage: null, lastCallMs: null }),
  calls: { ok: 0, unreachable: 0, busy: 0, unreadable: 0 },
  eventsRead: () => 0,
}
const pool = { totalCount: 3, idleCount: 1, waitingCount: 0 }

/** Creates metrics whose tables cannot be read; counts the tries. */
function createMetricsWithoutDatabase() {
  let tries = 0
  const fail = () => Promise.reject(new Error('no database'))
  const ofProcess = createProcessMetrics({ node, pool, stages: { entries: () => [] } })
  const metrics = createMetrics(ofProcess, {
    loadTip: () => {
      tries += 1
      return fail()
    },
    loadJudgements: fail,
    loadBacklogs: fail,
    loadSigners: fail,
    openStreams: () => 0,
  })
  return { metrics, ofProcess, countTries: () => tries }
}

describe('metrics', () => {
  it('tell of the process while the database is away', async () => {
    const { metrics, ofProcess } = createMetricsWithoutDatabase()
    ofProcess.observeStep({ stage: 'live', outcome: 'error', seconds: 0.01 })
    const text = await metrics.text()
    expect(text).toContain('dharma_database_up 0\n')
    expect(text).toContain('dharma_stage_steps_total{stage="live",outcome="error"} 1\n')
    expect(text).toContain('dharma_database_connections{state="busy"} 2\n')
    expect(text).not.toMatch(/^dharma_(indexer|agent|outbox|votes|deliveries|signers)_\S+ \d/m)
  })

  it('are named as `promtool check metrics` wants them', async () => {
    const { metrics } = createMetricsWithoutDatabase()
    const described = [
      ...(await metrics.text()).matchAll(/^# HELP (\S+) (\S.*)\n# TYPE \1 (\S+)$/gm),
    ]
    expect(described.length).toBeGreaterThan(50)
    const wrong = described.filter(
      ([, name = '', , type]) =>
        name.endsWith('_total') !== (type === 'counter') ||
        !/^dharma(_[a-z0-9]+)+$/.test(name) ||
        /_(count|sum|bucket|counter|gauge|histogram|milliseconds|ms|minutes|hours|days|kb|mb|percent)(_|$)/.test(
          name,
        ),
    )
    expect(wrong).toEqual([])
  })
})
