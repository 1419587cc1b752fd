import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { NodeHealthTracker } from '../../flow-access/track-node-health.ts'
import type { StageStatusRegistry } from '../../runtime/stage-status-registry.ts'
import type { StepObservation } from '../../runtime/telemetry/observe-stage.ts'

/** Metrics that every process has, whatever its roles; all are named dharma_*. */
export interface ProcessMetrics {
  registry: Registry
  observeStep(step: StepObservation): void
  /** Returns the metrics of the registry in the text format of Prometheus. */
  text(): Promise<string>
  contentType: string
}

export interface ProcessSources {
  node: Pick<NodeHealthTracker, 'state' | 'calls' | 'eventsRead'>
  stages: Pick<StageStatusRegistry, 'entries'>
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
}

export type GaugeFactory = ReturnType<typeof createGaugeFactory>

/** Returns a function that creates the gauge `dharma_<name>`. */
export const createGaugeFactory =
  (registry: Registry) =>
  <L extends string = never>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name: `dharma_${name}`, help, labelNames, registers: [registry] })

/** Creates the metrics of memory, event loop, node, stages and connections of this process. */
export function createProcessMetrics(sources: ProcessSources): ProcessMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'dharma_' })
  const gauges = createGauges(createGaugeFactory(registry))
  const observeStep = createStepMetrics(registry)
  return {
    registry,
    observeStep,
    contentType: registry.contentType,
    text: async () => {
      setGauges(gauges, sources)
      return await registry.metrics()
    },
  }
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

function createGauges(gauge: GaugeFactory) {
  return {
    nodeHeight: gauge('node_height', 'Highest sealed block that the node reported'),
    nodeUp: gauge('node_up', '1 while the Flow node answers'),
    nodeCalls: gauge('node_calls_total', 'Calls to the Flow node by outcome', ['outcome']),
    nodeErrors: gauge('node_errors_total', 'Calls to the Flow node that failed'),
    events: gauge('events_read_total', 'Chain events that the Flow node gave'),
    stageUp: gauge('stage_up', '1 while the stage works', ['stage']),
    connections: gauge('database_connections', 'Connections of this process by state', ['state']),
  }
}

function setGauges(
  gauges: ReturnType<typeof createGauges>,
  { node, stages, pool }: ProcessSources,
): void {
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
  gauges.connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
  gauges.connections.set({ state: 'idle' }, pool.idleCount)
  gauges.connections.set({ state: 'awaited' }, pool.waitingCount)
}
