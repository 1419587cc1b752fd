import { getRecheckFund } from '@app/contracts/calls.ts'
import { buildEventTypeId } from '@app/contracts/resolve-imports.ts'
import type { BlockEvents, BlockRange } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import { isRecent } from '@app/values/time.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { readContract } from '../../flow-access/read-contract.ts'
import type { Context } from '../../runtime/context.ts'
import { readPauses } from '../../runtime/pauses.ts'
import { createLockedStage, type Stage } from '../../runtime/stage.ts'
import { scoreAccount } from '../../scorer/score-account.ts'
import { findAction, lockActions, type NewAction, queueAction } from '../write-action.ts'
import { consumeDailyCap } from '../write-budget.ts'
import { advanceRecheckCursor, findNextBlocks } from './write-recheck-cursor.ts'

/**
 * Creates the stage that queues one publication for each recheck run announced on the chain.
 * Unchanged evidence is published too: the contract then renews the time of its record.
 */
export function createRecheckStage(context: Context, now: () => number): Stage {
  const isDeployed = createDeploymentCheck(context, now)
  const step = async () => ((await isDeployed()) ? await stepRechecks(context) : 'idle')
  return createLockedStage(context, { name: 'recheck', lock: 'rechecks', step })
}

async function stepRechecks(context: Context): Promise<'more' | 'idle'> {
  const { db, flow, config } = context
  const blocks = await findNextBlocks(db)
  if (blocks === null) return 'idle'
  const { runs, toHeight } = await readDueRuns({ flow, network: config.network }, blocks)
  const pauses = await readPauses(context, 'recheck')
  const scoredRuns: ScoredRun[] = []
  for (const run of runs) {
    await pauses.attempt(run.address, async () => {
      scoredRuns.push({ ...run, score: await scoreAccount(context, run.address, 'agent') })
    })
  }
  await enqueueRechecks(context, { ...blocks, toHeight }, scoredRuns)
  return 'more'
}

/** A scheduler run that announced a recheck. */
interface DueRun {
  address: Address
  runId: bigint
}

interface DueRuns {
  toHeight: number
  runs: DueRun[]
}

/** Maximum number of accounts scored in one step, unless a single block announces more. */
const MAX_RUNS_PER_STEP = 20

/**
 * Reads the runs announced in at most 250 blocks, or in as many whole blocks as one step can
 * handle.
 */
async function readDueRuns(
  { flow, network }: { flow: FlowReader; network: Network },
  { fromHeight, toHeight }: BlockRange,
): Promise<DueRuns> {
  const type = buildEventTypeId('DharmaRecheck.RecheckDue', network)
  return limitToWholeBlocks(await flow.getEventsByBlock(type, fromHeight, toHeight), toHeight)
}

/**
 * Returns the runs of as many whole blocks as one step can handle; `toHeight` is the last of these
 * blocks. The chain executes the due runs of a block in any order, so here they are ordered by address.
 */
export function limitToWholeBlocks(blocks: readonly BlockEvents[], toHeight: number): DueRuns {
  const runs: DueRun[] = []
  for (const { height, events } of blocks) {
    const due = events.map(({ fields }) => ({
      address: toAddress(String(fields.address)),
      runId: BigInt(String(fields.runId)),
    }))
    runs.push(...due.sort((a, b) => (a.address < b.address ? -1 : 1)))
    if (runs.length >= MAX_RUNS_PER_STEP) return { toHeight: height, runs }
  }
  return { toHeight, runs }
}

/** Interval between two checks while the contract is not deployed. */
const RETRY_INTERVAL_MS = 60_000

/**
 * Creates a function that resolves to whether the contract of the rechecks is deployed. Logs once
 * when it is not.
 */
export function createDeploymentCheck(
  { flow, config, log }: Pick<Context, 'flow' | 'config' | 'log'>,
  now: () => number,
): () => Promise<boolean> {
  const { network } = config
  let isDeployed = false
  let lastCheckMs = Number.NEGATIVE_INFINITY
  let hasWarned = false
  return async () => {
    if (isDeployed || isRecent(lastCheckMs, now(), RETRY_INTERVAL_MS)) return isDeployed
    isDeployed = (await readContract({ flow, network }, FUND_QUERY)) !== null
    lastCheckMs = now()
    if (!isDeployed && !hasWarned) log.warn({ network }, NOT_DEPLOYED)
    hasWarned = true
    return isDeployed
  }
}

const FUND_QUERY = { contract: 'DharmaRecheck', call: getRecheckFund() }

const NOT_DEPLOYED = 'DharmaRecheck is not deployed there yet: no recheck is scheduled'

/** A due run, with the current score of its account. */
export interface ScoredRun extends DueRun {
  score: Pick<Awaited<ReturnType<typeof scoreAccount>>, 'score' | 'riskLevel' | 'evidenceHash'>
}

/** Queues exactly one publication per run and advances the cursor, in one transaction. */
export async function enqueueRechecks(
  { db, config }: Pick<Context, 'db' | 'config'>,
  blocks: BlockRange,
  scoredRuns: readonly ScoredRun[],
): Promise<void> {
  await db.transaction().execute(async (queries) => {
    await advanceRecheckCursor(queries, blocks)
    for (const run of scoredRuns) await enqueueRecheck(queries, run, config.agent.rechecksPerDay)
  })
}

async function enqueueRecheck(db: Kysely<Tables>, run: ScoredRun, cap: number): Promise<void> {
  const action = buildRecheckAction(run)
  await lockActions(db, run.address)
  if ((await findAction(db, action)) !== null) return
  const isWithinCap = await consumeDailyCap(db, 'recheck', cap)
  await queueAction(db, isWithinCap ? action : { ...action, problem: formatCapProblem(cap) })
}

function buildRecheckAction({ address, runId, score: stored }: ScoredRun): NewAction {
  const { score, riskLevel, evidenceHash } = stored
  return {
    kind: 'recheck',
    address,
    idempotencyKey: `run ${runId}`,
    evidenceHash,
    reason: `Scheduled recheck ${runId} of ${address} was due: the score is ${score} (${riskLevel}).`,
  }
}

const formatCapProblem = (cap: number) =>
  `Today ${cap} scheduled rechecks were published, and no more are paid for before tomorrow (UTC).`
