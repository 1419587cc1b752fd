import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Judgements } from '../../agent/read-agent-status.ts'
import type { IndexedTip } from '../../facts/load-indexed-tip.ts'
import type { NodeHealthTracker } from '../../flow-access/track-node-health.ts'
import type { StageStatusRegistry } from '../../runtime/stage-status-registry.ts'

export interface Metrics {
  observeRequest(labels: RequestLabels, seconds: number): void
  countScore(): void
  /** Returns the metrics in the text format of Prometheus. */
  text(): Promise<string>
  contentType: string
}

interface RequestLabels {
  method: string
  route: string
  status: number
}

export interface MetricSources {
  loadTip(): Promise<IndexedTip | null>
  node: Pick<NodeHealthTracker, 'state' | 'calls' | 'eventsRead'>
  stages: Pick<StageStatusRegistry, 'entries'>
  openStreams(): number
  loadJudgements(): Promise<Judgements>
}

/** Creates the metrics of this process, all named dharma_*. Heights are read from the tables. */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'dharma_' })
  const durations = createDurationHistogram(registry)
  const scores = new Counter({
    name: 'dharma_scores_computed_total',
    help: 'New scores kept since this process started, by any process',
    registers: [registry],
  })
  const gauges = createGauges(registry)
  return {
    observeRequest: (labels, seconds) => durations.observe({ ...labels }, seconds),
    countScore: () => scores.inc(),
    contentType: registry.contentType,
    text: async () => {
      await setGauges(gauges, sources)
      return await registry.metrics()
    },
  }
}

function createDurationHistogram(registry: Registry) {
  return new Histogram({
    name: 'dharma_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25],
    registers: [registry],
  })
}

function createGauges(registry: Registry) {
  const gauge = <L extends string = never>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name: `dharma_${name}`, help, labelNames, registers: [registry] })
  return {
    databaseUp: gauge('database_up', '1 while the database answers'),
    indexerHeight: gauge('indexer_height', 'Highest indexed block'),
    indexerLag: gauge('indexer_lag_blocks', 'Sealed blocks that are not indexed yet'),
    nodeHeight: gauge('node_height', 'Highest sealed block that the node reported'),
    nodeUp: gauge('node_up', '1 while the Flow node answers'),
    nodeCalls: gauge('node_calls_total', 'Calls to the Flow node by outcome', ['outcome']),
    nodeErrors: gauge('node_errors_total', 'Calls to the Flow node that failed'),
    events: gauge('events_read_total', 'Chain events that the Flow node gave'),
    stageUp: gauge('stage_up', '1 while the stage works', ['stage']),
    streams: gauge('streams_open', 'Open event streams'),
    waiting: gauge('agent_waiting_accounts', 'Changed accounts that the agent has not judged yet'),
    oldestWaiting: gauge(
      'agent_oldest_waiting_seconds',
      'Block time that the oldest of these accounts waits',
    ),
    judged: gauge('agent_judged_accounts', 'Accounts judged in the last 24 hours of block time'),
    falseAlarms: gauge(
      'agent_expected_false_alarms',
      'Upper bound of the ordinary accounts that behaviour alone accuses in these 24 hours',
    ),
  }
}

async function setGauges(
  gauges: ReturnType<typeof createGauges>,
  { loadTip, loadJudgements, node, stages, openStreams }: MetricSources,
): Promise<void> {
  const tip = await loadTip().catch(() => undefined)
  gauges.databaseUp.set(tip === undefined ? 0 : 1)
  if (tip) gauges.indexerHeight.set(tip.toHeight)
  if (tip) gauges.indexerLag.set(tip.lagBlocks)
  const { height, outage } = node.state()
  if (height !== null) gauges.nodeHeight.set(height)
  gauges.nodeUp.set(outage === null ? 1 : 0)
  for (const [outcome, count] of Object.entries(node.calls))
    gauges.nodeCalls.set({ outcome }, count)
  const { ok: _, ...failed } = node.calls
  gauges.nodeErrors.set(Object.values(failed).reduce((sum, count) => sum + count, 0))
  gauges.events.set(node.eventsRead())
  for (const { name, status } of stages.entries()) {
    gauges.stageUp.set({ stage: name }, status === 'running' || status === 'idle' ? 1 : 0)
  }
  gauges.streams.set(openStreams())
  const found = await loadJudgements().catch(() => null)
  if (found !== null) setAgentGauges(gauges, found)
}

function setAgentGauges(
  gauges: ReturnType<typeof createGauges>,
  { backlog, judged, expectedFalseAlarms, oldestWaitingSeconds }: Judgements,
): void {
  gauges.waiting.set(backlog.waiting)
  gauges.oldestWaiting.set(oldestWaitingSeconds)
  gauges.judged.set(judged)
  gauges.falseAlarms.set(expectedFalseAlarms)
}
