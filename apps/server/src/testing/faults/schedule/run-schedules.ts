import {
  createReplayInjector,
  createSeededInjector,
  type Fault,
  type Injector,
  type Rates,
} from '../injection/injector.ts'
import { prepareTemplate } from './prepare-template.ts'
import type { RunOutcome } from './read-outcome.ts'
import { runSchedule, type ScheduleResult } from './run-schedule.ts'
import { shrink } from './shrink.ts'
import { LASTING_FAULTS, type LastingFault, type ReachedStates } from './sometimes.ts'

interface RunOptions {
  templateUrl: string
  /** The first seed; the schedules have consecutive ones. */
  seed: number
  schedules: number
  /** How many run beside each other: most of a schedule is waiting. */
  jobs?: number
  /** Reports a line. */
  report: (line: string) => void
}

interface FailedSchedule {
  seed: number
  violations: readonly string[]
  /** The smallest list of faults with which it still fails. */
  faults: readonly Fault[]
}

interface RunResult {
  failed: FailedSchedule[]
  reached: ReachedStates
  faultCount: number
}

const HISTORIES = 3

/** Every so many schedules an earlier version has indexed blocks before. */
const UPDATED_EVERY = 5

/** Every so many schedules one fault stays for good. */
const LASTING_EVERY = 4
const RATES: Rates = {
  node: 0.03,
  sending: 0.35,
  database: 0.003,
  commit: 0.08,
  receiver: 0.2,
  clock: 0.001,
}
const NO_FAULTS: Rates = { node: 0, sending: 0, database: 0, commit: 0, receiver: 0, clock: 0 }

/** Runs schedules with consecutive seeds, and shrinks those that fail. */
export async function runSchedules(options: RunOptions): Promise<RunResult> {
  const { seed: first, schedules, jobs = 1 } = options
  await using template = await prepareTemplate(options.templateUrl)
  const runOne = createScheduleRunner(template.url)
  const result: RunResult = { failed: [], reached: new Set(), faultCount: 0 }
  const seeds = Array.from({ length: schedules }, (_, index) => first + index)
  const runNext = async () => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift())
      await runAndReport(runOne, seed, { options, result })
  }
  await Promise.all(Array.from({ length: jobs }, runNext))
  return result
}

async function runAndReport(
  runOne: RunOne,
  seed: number,
  { options, result }: { options: RunOptions; result: RunResult },
): Promise<void> {
  const { report } = options
  const injector = createSeededInjector(seed, RATES)
  const startedMs = performance.now()
  const { violations, injected } = await runOne(seed, injector, result.reached)
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  const lasting = findLastingFault(seed)?.name ?? 'all faults stop'
  result.faultCount += injected.length
  const lines = [
    `schedule ${seed}: ${injected.length} faults, ${violations.length} violations, ${seconds} s; ${lasting}`,
    ...injected.map((fault) => `  ${formatFault(fault)}`),
    ...violations.map((violation) => `  VIOLATION ${violation}`),
  ]
  for (const line of lines) report(line)
  if (violations.length === 0) return
  const faults = await shrinkSchedule(runOne, seed, injected)
  for (const fault of faults) report(`  schedule ${seed} needs ${formatFault(fault)}`)
  result.failed.push({ seed, violations, faults })
}

type RunOne = (seed: number, injector: Injector, reached: ReachedStates) => Promise<ScheduleResult>

/** Creates a function that runs one schedule on a copy of a prepared template, and compares it with the run of the same history without faults. */
function createScheduleRunner(templateUrl: string): RunOne {
  const undisturbed = new Map<string, Promise<RunOutcome>>()
  return async (seed, injector, reached) => {
    const chainSeed = seed % HISTORIES
    const hasBackfill = seed % 2 === 1
    const world = { templateUrl, chainSeed, hasBackfill, isUpdated: false, lasting: null }
    const find = async () => {
      const quiet = createSeededInjector(0, NO_FAULTS)
      const options = { ...world, injector: quiet, expected: null, reached: new Set<string>() }
      return (await runSchedule(options)).outcome
    }
    const key = `${chainSeed} ${hasBackfill}`
    if (!undisturbed.has(key)) undisturbed.set(key, find())
    const expected = (await undisturbed.get(key)) ?? null
    const lasting = findLastingFault(seed)
    const isUpdated = seed % UPDATED_EVERY === 1
    return await runSchedule({ ...world, isUpdated, lasting, injector, expected, reached })
  }
}

function findLastingFault(seed: number): LastingFault | null {
  if (seed % LASTING_EVERY !== 0) return null
  return LASTING_FAULTS[(seed / LASTING_EVERY) % LASTING_FAULTS.length] ?? null
}

async function shrinkSchedule(
  runOne: RunOne,
  seed: number,
  faults: readonly Fault[],
): Promise<readonly Fault[]> {
  const fails = async (part: readonly Fault[]) =>
    (await runOne(seed, createReplayInjector(part), new Set())).violations.length > 0
  return (await fails(faults)) ? await shrink(faults, fails) : faults
}

const formatFault = ({ place, request, attempt, kind }: Fault): string =>
  `${place}: ${kind} at attempt ${attempt} of ${request}`
