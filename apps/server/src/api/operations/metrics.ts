import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
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

export interface Metrics extends Pick<ProcessMetrics, 'text' | 'contentType'> {
  observeRequest(labels: { method: string; route: string; status: number }, seconds: number): void
  countScore(): void
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

/** A value, or one for each label; `null`, and what is absent, is left out. */
type Value = number | null | undefined | Record<string, number>

/** A metric that is read when it is asked for: its help, its value, and the name of its label. */
type Reading<Source> = [help: string, read: (source: Source) => Value, label?: string]

/** Gauges `dharma_<name>` by name; one that ends in `_total` is a counter. */
type Readings<Source> = Readonly<Record<string, Reading<Source>>>

const PROCESS_READINGS: Readings<ProcessSources> = {
  node_height: ['Highest sealed block that the node reported', ({ node }) => node.state().height],
  node_up: ['1 while the Flow node answers', ({ node }) => Number(node.state().outage === null)],
  node_calls_total: ['Calls to the Flow node by outcome', ({ node }) => node.calls, 'outcome'],
  node_errors_total: [
    'Calls to the Flow node that failed',
    ({ node: { calls } }) => Object.values(calls).reduce((sum, count) => sum + count, -calls.ok),
  ],
  events_read_total: ['Chain events that the Flow node gave', ({ node }) => node.eventsRead()],
  stage_up: [
    '1 while the stage works',
    ({ stages }) =>
      Object.fromEntries(
        stages
          .entries()
          .map(({ name, status }) => [name, Number(status === 'running' || status === 'idle')]),
      ),
    'stage',
  ],
  database_connections: [
    'Connections of this process by state',
    ({ pool: { totalCount, idleCount: idle, waitingCount: awaited } }) => {
      return { busy: totalCount - idle, idle, awaited }
    },
    'state',
  ],
}

/** What is read from the tables, as far as it can be: 0 or an old value would be a lie. */
interface TableSources {
  /** `undefined` while the database does not answer. */
  tip: IndexedTip | null | undefined
  judgements: Judgements | undefined
  backlogs: Backlogs | undefined
  signers: KnownSigner[] | undefined
  openStreams: number
}

const TABLE_READINGS: Readings<TableSources> = {
  database_up: ['1 while the database answers', ({ tip }) => Number(tip !== undefined)],
  indexer_height: ['Highest indexed block', ({ tip }) => tip?.toHeight],
  indexer_lag_blocks: ['Sealed blocks that are not indexed yet', ({ tip }) => tip?.lagBlocks],
  indexer_outdated_blocks: [
    'Indexed blocks that an earlier version has read, and that are read again',
    ({ tip }) => tip?.outdatedBlocks,
  ],
  indexer_block_age_seconds: [
    'Time since the highest indexed block was made',
    ({ tip }) => tip && (Date.now() - tip.timeMs) / 1000,
  ],
  streams_open: ['Open event streams', ({ openStreams }) => openStreams],
  signers_running: [
    'Signers of the DAO that gave a sign of life lately',
    ({ signers }) => signers?.filter(({ isAlive }) => isAlive).length,
  ],
  agent_waiting_accounts: [
    'Changed accounts that the agent has not judged yet',
    ({ judgements }) => judgements?.backlog.waiting,
  ],
  agent_oldest_waiting_seconds: [
    'Block time that the oldest of these accounts waits',
    ({ judgements }) => judgements?.oldestWaitingSeconds,
  ],
  agent_judged_accounts: [
    'Accounts judged in the last 24 hours of block time',
    ({ judgements }) => judgements?.judged,
  ],
  agent_expected_false_alarms: [
    'Upper bound of the ordinary accounts that behaviour alone accuses in these 24 hours',
    ({ judgements }) => judgements?.expectedFalseAlarms,
  ],
  agent_heartbeat_age_seconds: [
    'Time since an agent gave a sign of life',
    ({ backlogs }) => backlogs?.heartbeatAgeSeconds,
  ],
  outbox_actions: [
    'Actions of the agent that have not ended',
    ({ backlogs }) => backlogs && { queued: backlogs.outbox.queued, sent: backlogs.outbox.sent },
    'status',
  ],
  outbox_stuck_seconds: [
    'Time for which a signed transaction has not ended, or none of these actions has although they wait',
    ({ backlogs }) => backlogs?.outbox.stuckSeconds,
  ],
  outbox_failures: [
    'Actions that failed in the last hour, of the newest 1,000; not those with nothing left to do, nor messages of people that the contracts refused',
    ({ backlogs }) => backlogs?.outbox.recentFailures,
  ],
  paused_items: [
    'Accounts and other items that failed in a stage, and are tried again later',
    ({ backlogs }) => backlogs?.pausedItems,
  ],
  votes_total: ['Votes that the chain has accepted', ({ backlogs }) => backlogs?.votes],
  proposals_total: ['Proposals that were ever made', ({ backlogs }) => backlogs?.proposals],
  proposals_voting: [
    'Proposals whose vote has not ended',
    ({ backlogs }) => backlogs?.proposalsVoting,
  ],
  voters_contradicted: [
    'Addresses that two publishers contradict each other about, by their records of the last day',
    ({ backlogs }) => backlogs?.contradictedVoters,
  ],
  deliveries: [
    'Alerts that are on their way, or given up lately',
    ({ backlogs }) =>
      backlogs && { waiting: backlogs.deliveries.waiting, dead: backlogs.deliveries.dead },
    'status',
  ],
  deliveries_dead_owners: [
    'Owners of the alerts that were given up lately',
    ({ backlogs }) => backlogs?.deliveries.deadOwners,
  ],
  deliveries_oldest_seconds: [
    'Age of the oldest alert on its way that was never tried',
    ({ backlogs }) => backlogs?.deliveries.oldestSeconds,
  ],
  indexer_evm_skipped_total: [
    'Events, logs and amounts of the EVM that are left out, because a contract made them unreadable or too large',
    ({ backlogs }) => backlogs?.evmSkipped,
  ],
  database_bytes: ['Size of the database', ({ backlogs }) => backlogs?.databaseBytes],
  wal_archive_age_seconds: [
    'Time since PostgreSQL last archived a WAL file',
    ({ backlogs }) => backlogs?.archiveAgeSeconds,
  ],
  wal_archive_failing: [
    '1 while the last try to archive WAL has failed',
    ({ backlogs }) => backlogs && Number(backlogs.isArchiveFailing),
  ],
}

function createReadings<Source>(registry: Registry, readings: Readings<Source>) {
  const metrics = Object.entries(readings).map(([ownName, [help, read, label]]) => {
    const name = `dharma_${ownName}`
    const options = { name, help, labelNames: label ? [label] : [], registers: [registry] }
    const metric = name.endsWith('_total') ? new Counter(options) : new Gauge(options)
    return { metric, read, label }
  })
  return (source: Source) => {
    for (const { metric, read, label } of metrics) {
      metric.reset()
      metric.remove({})
      const value = read(source) ?? {}
      if (typeof value === 'number') metric.inc(value)
      else
        for (const [one, count] of Object.entries(value)) metric.inc({ [label ?? '']: one }, count)
    }
  }
}

export function createProcessMetrics(sources: ProcessSources): ProcessMetrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'dharma_' })
  // Gauges of Node.js that end in `_total`, as counters alone do: each is the sum of one with the label `type`.
  for (const { name, type } of registry.getMetricsAsArray())
    if (name.endsWith('_total') && String(type) === 'gauge') registry.removeSingleMetric(name)
  const update = createReadings(registry, PROCESS_READINGS)
  const steps = new Counter({
    name: 'dharma_stage_steps_total',
    help: 'Steps of a stage by their end: more to do, nothing to do, or an error',
    labelNames: ['stage', 'outcome'],
    registers,
  })
  const durations = new Histogram({
    name: 'dharma_stage_step_duration_seconds',
    help: 'Time that one step of a stage took',
    labelNames: ['stage'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers,
  })
  return {
    registry,
    observeStep: ({ stage, outcome, seconds }) => {
      steps.inc({ stage, outcome })
      durations.observe({ stage }, seconds)
    },
    contentType: registry.contentType,
    text: async () => {
      update(sources)
      return await registry.metrics()
    },
  }
}

export function createMetrics(process: ProcessMetrics, sources: MetricSources): Metrics {
  const registers = [process.registry]
  const durations = new Histogram({
    name: 'dharma_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25],
    registers,
  })
  const scores = new Counter({
    name: 'dharma_scores_computed_total',
    help: 'New scores kept since this process started, by any process',
    registers,
  })
  const update = createReadings(process.registry, TABLE_READINGS)
  let running: Promise<string> | undefined
  const collect = async () => {
    const [tip, judgements, backlogs, signers] = await Promise.all([
      sources.loadTip().catch(() => undefined),
      sources.loadJudgements().catch(() => undefined),
      sources.loadBacklogs().catch(() => undefined),
      sources.loadSigners().catch(() => undefined),
    ])
    update({ tip, judgements, backlogs, signers, openStreams: sources.openStreams() })
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
