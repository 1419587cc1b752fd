import type pg from 'pg'
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type LabelValues,
  Registry,
} from 'prom-client'
import type { Judgements } from '../../agent/read-agent-status.ts'
import type { KnownSigner } from '../../cosigner/read-signers.ts'
import type { IndexedTip } from '../../facts/load-indexed-tip.ts'
import type { NodeHealthTracker } from '../../flow-access/track-node-health.ts'
import type { StageStatusRegistry } from '../../runtime/stage.ts'
import type { StepObservation } from '../../runtime/telemetry/observe-stage.ts'
import type { Backlogs } from './read-backlogs.ts'

/** Metrics that every process has, whatever its roles; all are named dharma_*. */
export interface ProcessMetrics {
  registry: Registry
  observeStep(step: StepObservation): void
  /** Returns the metrics of the registry in the text format of Prometheus. */
  text(): Promise<string>
  contentType: string
}

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

interface ProcessSources {
  node: Pick<NodeHealthTracker, 'state' | 'calls' | 'eventsRead'>
  stages: Pick<StageStatusRegistry, 'entries'>
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
}

interface MetricSources {
  loadTip(): Promise<IndexedTip | null>
  openStreams(): number
  loadJudgements(): Promise<Judgements>
  loadBacklogs(): Promise<Backlogs>
  loadSigners(): Promise<KnownSigner[]>
}

type MetricFactory = ReturnType<typeof createMetricFactory>

/** Returns functions that create the gauge `dharma_<name>`, and the counter `dharma_<name>_total`. */
const createMetricFactory = (registry: Registry) => ({
  gauge: <L extends string = never>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name: `dharma_${name}`, help, labelNames, registers: [registry] }),
  counter: <L extends string = never>(name: string, help: string, labelNames: L[] = []) =>
    new Counter({ name: `dharma_${name}_total`, help, labelNames, registers: [registry] }),
})

/** Sets a counter to what was counted elsewhere. */
function setCount<L extends string>(
  counter: Counter<L>,
  count: number,
  labels: LabelValues<L> = {},
): void {
  counter.remove(labels)
  counter.inc(labels, count)
}

/** Creates the metrics of memory, event loop, node, stages and connections of this process. */
export function createProcessMetrics(sources: ProcessSources): ProcessMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'dharma_' })
  removeSums(registry)
  const metrics = createProcessGauges(createMetricFactory(registry))
  const observeStep = createStepMetrics(registry)
  return {
    registry,
    observeStep,
    contentType: registry.contentType,
    text: async () => {
      setProcessGauges(metrics, sources)
      return await registry.metrics()
    },
  }
}

/** Removes the gauges of Node.js that end in `_total`, as counters alone do: each is the sum of one with the label `type`. */
function removeSums(registry: Registry): void {
  for (const { name, type } of registry.getMetricsAsArray())
    if (name.endsWith('_total') && String(type) === 'gauge') registry.removeSingleMetric(name)
}

function createStepMetrics(registry: Registry): ProcessMetrics['observeStep'] {
  const steps = new Counter({
    name: 'dharma_stage_steps_total',
    help: 'Steps of a stage by their end: more to do, nothing to do, or an error',
    labelNames: ['stage', 'outcome'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'dharma_stage_step_duration_seconds',
    help: 'Time that one step of a stage took',
    labelNames: ['stage'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
  })
  return ({ stage, outcome, seconds }) => {
    steps.inc({ stage, outcome })
    durations.observe({ stage }, seconds)
  }
}

function createProcessGauges({ gauge, counter }: MetricFactory) {
  return {
    nodeHeight: gauge('node_height', 'Highest sealed block that the node reported'),
    nodeUp: gauge('node_up', '1 while the Flow node answers'),
    nodeCalls: counter('node_calls', 'Calls to the Flow node by outcome', ['outcome']),
    nodeErrors: counter('node_errors', 'Calls to the Flow node that failed'),
    events: counter('events_read', 'Chain events that the Flow node gave'),
    stageUp: gauge('stage_up', '1 while the stage works', ['stage']),
    connections: gauge('database_connections', 'Connections of this process by state', ['state']),
  }
}

function setProcessGauges(
  gauges: ReturnType<typeof createProcessGauges>,
  { node, stages, pool }: ProcessSources,
): void {
  const { height, outage } = node.state()
  if (height !== null) gauges.nodeHeight.set(height)
  gauges.nodeUp.set(outage === null ? 1 : 0)
  for (const [outcome, count] of Object.entries(node.calls))
    setCount(gauges.nodeCalls, count, { outcome })
  const { ok: _, ...failed } = node.calls
  const failures = Object.values(failed).reduce((sum, count) => sum + count, 0)
  setCount(gauges.nodeErrors, failures)
  setCount(gauges.events, node.eventsRead())
  for (const { name, status } of stages.entries()) {
    gauges.stageUp.set({ stage: name }, status === 'running' || status === 'idle' ? 1 : 0)
  }
  gauges.connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
  gauges.connections.set({ state: 'idle' }, pool.idleCount)
  gauges.connections.set({ state: 'awaited' }, pool.waitingCount)
}

/** Adds to the metrics of the process those of the API, and those that are read from the tables. */
export function createMetrics(process: ProcessMetrics, sources: MetricSources): Metrics {
  const { registry } = process
  const durations = createDurationHistogram(registry)
  const scores = new Counter({
    name: 'dharma_scores_computed_total',
    help: 'New scores kept since this process started, by any process',
    registers: [registry],
  })
  const gauges = createGauges(createMetricFactory(registry))
  let running: Promise<string> | undefined
  const collect = async () => {
    await setGauges(gauges, sources)
    return await process.text()
  }
  return {
    observeRequest: (labels, seconds) => durations.observe({ ...labels }, seconds),
    countScore: () => scores.inc(),
    contentType: process.contentType,
    // Those who ask at the same time share one reading of the tables: no rate limit holds them back.
    text: () => {
      running ??= collect().finally(() => {
        running = undefined
      })
      return running
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

function createGauges(create: MetricFactory) {
  const { gauge } = create
  return {
    databaseUp: gauge('database_up', '1 while the database answers'),
    indexerHeight: gauge('indexer_height', 'Highest indexed block'),
    indexerLag: gauge('indexer_lag_blocks', 'Sealed blocks that are not indexed yet'),
    outdatedBlocks: gauge(
      'indexer_outdated_blocks',
      'Indexed blocks that an earlier version has read, and that are read again',
    ),
    blockAge: gauge('indexer_block_age_seconds', 'Time since the highest indexed block was made'),
    streams: gauge('streams_open', 'Open event streams'),
    signers: gauge('signers_running', 'Signers of the DAO that gave a sign of life lately'),
    ...createAgentGauges(create),
    ...createBacklogGauges(create),
  }
}

const createAgentGauges = ({ gauge }: MetricFactory) => ({
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
})

const createBacklogGauges = ({ gauge, counter }: MetricFactory) => ({
  heartbeatAge: gauge('agent_heartbeat_age_seconds', 'Time since an agent gave a sign of life'),
  outboxActions: gauge('outbox_actions', 'Actions of the agent that have not ended', ['status']),
  outboxStuck: gauge(
    'outbox_stuck_seconds',
    'Time for which a signed transaction has not ended, or none of these actions has although they wait',
  ),
  outboxFailures: gauge(
    'outbox_failures',
    'Actions that failed in the last hour, of the newest 1,000; not those with nothing left to do, nor messages of people that the contracts refused',
  ),
  pausedItems: gauge(
    'paused_items',
    'Accounts and other items that failed in a stage, and are tried again later',
  ),
  votes: counter('votes', 'Votes that the chain has accepted'),
  proposals: counter('proposals', 'Proposals that were ever made'),
  proposalsVoting: gauge('proposals_voting', 'Proposals whose vote has not ended'),
  contradictedVoters: gauge(
    'voters_contradicted',
    'Addresses that two publishers contradict each other about, by their records of the last day',
  ),
  deliveries: gauge('deliveries', 'Alerts that are on their way, or given up lately', ['status']),
  deadOwners: gauge('deliveries_dead_owners', 'Owners of the alerts that were given up lately'),
  deliveriesOldest: gauge(
    'deliveries_oldest_seconds',
    'Age of the oldest alert on its way that was never tried',
  ),
  evmSkipped: counter(
    'indexer_evm_skipped',
    'Events, logs and amounts of the EVM that are left out, because a contract made them unreadable or too large',
  ),
  databaseBytes: gauge('database_bytes', 'Size of the database'),
  archiveAge: gauge('wal_archive_age_seconds', 'Time since PostgreSQL last archived a WAL file'),
  archiveFailing: gauge('wal_archive_failing', '1 while the last try to archive WAL has failed'),
})

type Gauges = ReturnType<typeof createGauges>

/** Begins from nothing: what cannot be read now is left out, for 0 or an old value would be a lie. */
async function setGauges(gauges: Gauges, sources: MetricSources): Promise<void> {
  for (const metric of Object.values(gauges)) clear(metric)
  const tip = await sources.loadTip().catch(() => undefined)
  gauges.databaseUp.set(tip === undefined ? 0 : 1)
  if (tip) setIndexerGauges(gauges, tip)
  gauges.streams.set(sources.openStreams())
  const [judgements, backlogs, signers] = await Promise.all([
    sources.loadJudgements().catch(() => null),
    sources.loadBacklogs().catch(() => null),
    sources.loadSigners().catch(() => null),
  ])
  if (judgements !== null) setAgentGauges(gauges, judgements)
  if (backlogs !== null) setBacklogGauges(gauges, backlogs)
  if (signers !== null) gauges.signers.set(signers.filter(({ isAlive }) => isAlive).length)
}

function setIndexerGauges(gauges: Gauges, tip: IndexedTip): void {
  const { toHeight, lagBlocks, outdatedBlocks, timeMs } = tip
  gauges.indexerHeight.set(toHeight)
  gauges.indexerLag.set(lagBlocks)
  gauges.outdatedBlocks.set(outdatedBlocks)
  gauges.blockAge.set((Date.now() - timeMs) / 1000)
}

function setAgentGauges(
  gauges: Gauges,
  { backlog, judged, expectedFalseAlarms, oldestWaitingSeconds }: Judgements,
): void {
  gauges.waiting.set(backlog.waiting)
  gauges.oldestWaiting.set(oldestWaitingSeconds)
  gauges.judged.set(judged)
  gauges.falseAlarms.set(expectedFalseAlarms)
}

function setBacklogGauges(gauges: Gauges, backlogs: Backlogs): void {
  const { outbox, deliveries, archive } = backlogs
  gauges.outboxActions.set({ status: 'queued' }, outbox.queued)
  gauges.outboxActions.set({ status: 'sent' }, outbox.sent)
  gauges.outboxStuck.set(outbox.stuckSeconds)
  gauges.outboxFailures.set(outbox.recentFailures)
  gauges.pausedItems.set(backlogs.pausedItems)
  setCount(gauges.votes, backlogs.votes)
  setCount(gauges.proposals, backlogs.proposals)
  gauges.proposalsVoting.set(backlogs.proposalsVoting)
  gauges.contradictedVoters.set(backlogs.contradictedVoters)
  gauges.deliveries.set({ status: 'waiting' }, deliveries.waiting)
  gauges.deliveries.set({ status: 'dead' }, deliveries.dead)
  gauges.deadOwners.set(deliveries.deadOwners)
  gauges.deliveriesOldest.set(deliveries.oldestSeconds)
  setCount(gauges.evmSkipped, backlogs.evmSkipped)
  gauges.databaseBytes.set(backlogs.databaseBytes)
  if (backlogs.heartbeatAgeSeconds !== null) gauges.heartbeatAge.set(backlogs.heartbeatAgeSeconds)
  if (archive.ageSeconds !== null) gauges.archiveAge.set(archive.ageSeconds)
  gauges.archiveFailing.set(archive.isFailing ? 1 : 0)
}

function clear(metric: Gauge | Counter): void {
  metric.reset()
  metric.remove({})
}
