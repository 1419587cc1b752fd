import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { judgeBehaviour } from '@app/score/behaviour/judge-behaviour.ts'
import type { Facts } from '@app/score/facts.ts'
import { judgeInNumbers } from '@app/score/judge.ts'
import { createDiscoveryStage } from '@app/server/agent/create-discovery-stage.ts'
import { loadFactsFromAllBlocks } from '@app/server/facts/load-facts.ts'
import type { Context } from '@app/server/runtime/context.ts'
import { runUntilIdle } from '@app/server/runtime/stage.ts'
import { CHANGES_PER_SECOND, streamChanges } from './change-stream.ts'
import { CHANGING_ACCOUNTS, markChanged, seedAccounts, TRANSFERS } from './many-accounts.ts'
import { roundRatio } from './percentiles.ts'
import { readProcessorSeconds } from './processor-seconds.ts'
import { measureBestRate } from './score-engine.ts'
import { withScratchContext } from './with-scratch-context.ts'

/**
 * Measures how many changed accounts the agent judges per second from the stored sums, with this process and its
 * PostgreSQL on one core: all accounts at once, then a stream of 200 changes a second. The rates per second of
 * processor time, of both processes together, are compared with the engine alone on the same facts, and with facts
 * loaded one account after the other. The work of the indexer is not included.
 */
export async function benchDiscovery(): Promise<object> {
  const unpin = pinToOneCore()
  try {
    return await withScratchContext(async (context) => {
      await seedAccounts(context)
      return { ...(await measure(context)), isOnOneCore: unpin !== null }
    })
  } finally {
    unpin?.()
  }
}

const ROUNDS = 5

async function measure(context: Context): Promise<object> {
  const stage = createDiscoveryStage(context)
  const rates: Rate[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await markChanged(context, CHANGING_ACCOUNTS)
    rates.push(await measureRate(context, CHANGING_ACCOUNTS.length, () => runUntilIdle([stage])))
  }
  const judged = selectBest(rates)
  const facts: Facts[] = []
  const loaded = await measureRate(context, CHANGING_ACCOUNTS.length, async () => {
    for (const address of CHANGING_ACCOUNTS) {
      const query = { address, network: 'local', decoding: context.rules.current.decoding } as const
      facts.push((await loadFactsFromAllBlocks(context.db, query)).facts)
    }
  })
  const engine = measureBestRate(
    facts,
    (one) => judgeInNumbers(one).score + judgeBehaviour(one).score,
  )
  return {
    bench: 'discovery',
    accounts: CHANGING_ACCOUNTS.length,
    transfersOfAnAccount: TRANSFERS,
    judgedPerSecond: Math.round(judged.perSecond),
    judgedPerProcessorSecond: Math.round(judged.perProcessorSecond),
    engineAlonePerProcessorSecond: Math.round(engine),
    timesAsLongAsEngineAlone: roundRatio(engine, judged.perProcessorSecond),
    timesAsFastAsLoadingOneByOne: roundRatio(judged.perProcessorSecond, loaded.perProcessorSecond),
    changesPerSecond: CHANGES_PER_SECOND,
    ...(await streamChanges(context, stage)),
  }
}

interface Rate {
  perSecond: number
  /** `NaN` where processor time cannot be read. */
  perProcessorSecond: number
}

async function measureRate(
  context: Context,
  count: number,
  work: () => Promise<unknown>,
): Promise<Rate> {
  const processorBefore = await readProcessorSeconds(context)
  const startMs = performance.now()
  await work()
  const seconds = (performance.now() - startMs) / 1000
  const processorAfter = await readProcessorSeconds(context)
  return {
    perSecond: count / seconds,
    perProcessorSecond: count / (processorAfter - processorBefore),
  }
}

/** The round that other processes disturbed least. */
const selectBest = (rates: readonly Rate[]): Rate => ({
  perSecond: Math.max(...rates.map(({ perSecond }) => perSecond)),
  perProcessorSecond: Math.max(...rates.map(({ perProcessorSecond }) => perProcessorSecond)),
})

/**
 * Restricts this process, and every process that it starts from then on, to the last core. Returns the function
 * that ends this for this process; `null` where the system has no `taskset`.
 */
function pinToOneCore(): (() => void) | null {
  const mask = /: ([0-9a-f,]+)\s*$/.exec(runTaskset(['-p', `${process.pid}`]) ?? '')?.[1]
  if (mask === undefined) return null
  const core = `${availableParallelism() - 1}`
  if (runTaskset(['-a', '-c', '-p', core, `${process.pid}`]) === null) return null
  return () => {
    runTaskset(['-a', '-p', mask, `${process.pid}`])
  }
}

/** Returns what it prints; `null` when it fails. */
function runTaskset(args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('taskset', args, { encoding: 'utf8' })
  return status === 0 ? stdout : null
}
