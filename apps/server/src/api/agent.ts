import { listActions } from '@app/api/routes/actions.ts'
import {
  checkWallet,
  getAgentHistory,
  getAgentStatus,
  getWatchReasons,
  listClearances,
} from '@app/api/routes/agent.ts'
import type { AgentStatus, ClearanceAnswer } from '@app/api/schemas/agent.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { HISTORY_LIMIT_DEFAULT } from '@app/values/limits.ts'
import { readClearances, type SignedClearance } from '../agent/clearing/read-clearances.ts'
import { readAgentHistory } from '../agent/history/read-history.ts'
import { readWatchReasons } from '../agent/keeper/read-watch-reasons.ts'
import { readAgentCounts, readJudgements } from '../agent/read-agent-status.ts'
import { type ReviewOutcome, reviewAccount } from '../agent/request-action.ts'
import { readClearanceCounts } from '../alerts/subscriptions/write-deliveries.ts'
import type { Context } from '../runtime/context.ts'
import { readActions, readActionsById } from './actions/read-actions.ts'
import { waitForAction } from './actions/wait-for-action.ts'
import type { Api } from './api.ts'
import { ApiFailure } from './api-failure.ts'
import { identifyClient, SHARED_ADDRESS } from './http/limits.ts'
import { toPage } from './http/list-cursor.ts'
import { mountRoute } from './http/mount-route.ts'
import { requireDeliberateRequest } from './http/origins.ts'
import { buildRateLimit } from './http/plugins.ts'
import { loadResponseMeta } from './load-response-meta.ts'
import { recomputeScore } from './score/load-or-compute-score.ts'
import { toHistoryEntry } from './streams/history-source.ts'

/** Mounts the routes of the agent: status, history and reviews. */
export function mountAgentRoutes(api: Api): void {
  mountRoute(api, { route: getAgentStatus }, async () => ({
    data: await loadAgentStatus(api.context),
    meta: await loadResponseMeta(api),
  }))
  mountRoute(api, { route: getWatchReasons }, async ({ params }) => {
    const address = toAddress(params.address)
    const reasons = await readWatchReasons(api.context, address)
    return { data: { address, reasons }, meta: await loadResponseMeta(api) }
  })
  mountRoute(api, { route: listClearances }, async ({ params }) => ({
    data: await loadClearances(api.context, toAddress(params.address)),
    meta: await loadResponseMeta(api),
  }))
  mountHistory(api)
  mountReviews(api)
}

/** Loads the configuration and the counters of the agent. */
async function loadAgentStatus(context: Pick<Context, 'db' | 'config'>): Promise<AgentStatus> {
  const { enabled, lowScoreThreshold, autoFlag, scheduleRechecks } = context.config.agent
  const { judged, backlog, expectedFalseAlarms, oldestWaitingSeconds } =
    await readJudgements(context)
  return {
    config: { enabled, lowScoreThreshold, autoFlag, scheduleRechecks },
    ...(await readAgentCounts(context)),
    waitingAddresses: backlog.waiting,
    oldestWaitingSeconds,
    judgedLastDay: judged,
    expectedFalseAlarms,
  }
}

/** Loads the withdrawn accusations of an address, with how many recipients know of them. */
async function loadClearances(
  context: Pick<Context, 'db'>,
  address: Address,
): Promise<ClearanceAnswer[]> {
  const cleared = await readClearances(context, address)
  return await Promise.all(
    cleared.map(async (one) => ({
      ...toAnswer(one),
      recipients: await readClearanceCounts(context, address, one.caseId),
    })),
  )
}

function toAnswer({ caseId, openedMs, clearedMs, clearance }: SignedClearance) {
  const { text, address, keyIndex, signature } = clearance
  return {
    caseId,
    accusedAt: new Date(openedMs).toISOString(),
    clearedAt: new Date(clearedMs).toISOString(),
    text,
    signedBy: { address, keyIndex, signature },
  }
}

function mountHistory(api: Api): void {
  mountRoute(api, { route: getAgentHistory }, async ({ query }) => {
    const { limit = HISTORY_LIMIT_DEFAULT, address, cursor, complete, reports } = query
    const entries = await readAgentHistory(api.context, {
      limit: limit + 1,
      address: address === undefined ? undefined : toAddress(address),
      beforeId: cursor === undefined ? undefined : Number(cursor),
      isComplete: complete === 'true',
      reports,
    })
    const { page, nextCursor } = toPage(entries, limit, ({ id }) => id)
    const meta = { ...(await loadResponseMeta(api)), ...nextCursor }
    return { data: page.map(toHistoryEntry), meta }
  })
}

function mountReviews(api: Api): void {
  const config = buildRateLimit(api.limits.computesPerMinute)
  mountRoute(api, { route: checkWallet, config }, async ({ body }, request) => {
    requireDeliberateRequest(request, api.context.config.api.webOrigins)
    const address = toAddress(body.address)
    const { score } = await recomputeScore(api.context, address)
    const client = identifyClient(request)
    const ids = requireReview(await reviewAccount(api.context, { address, client }))
    const isAccepted = !(await waitForActions(api, address, ids))
    const actions = await readActionsById(api.context, { address, ids })
    const txId = actions.find((action) => action.txId !== undefined)?.txId
    const data = { address, score, actions, ...(txId && { txId }) }
    return { data, isAccepted, meta: await loadResponseMeta(api) }
  })
}

function requireReview(outcome: ReviewOutcome): readonly number[] {
  if (outcome.kind === 'reviewed') return outcome.actionIds
  const { scope, limit, secondsLeft } = outcome
  const who = scope === 'client' ? SHARED_ADDRESS : 'all visitors together'
  const message = `Today ${who} can ask for ${limit} reviews, and that many were asked for. Try again tomorrow (UTC).`
  throw new ApiFailure('budget_exhausted', {
    message,
    headers: { 'retry-after': String(secondsLeft) },
  })
}

/** Waits until all actions have ended, up to the response timeout. Returns whether they have. */
async function waitForActions(
  api: Api,
  address: Address,
  ids: readonly number[],
): Promise<boolean> {
  const signal = AbortSignal.timeout(api.limits.responseTimeoutMs)
  const states = await Promise.all(ids.map((id) => waitForAction(api, { address, id }, signal)))
  return states.every(({ status }) => status === 'sealed' || status === 'failed')
}

/** Mounts the routes that list the agent's actions and their states. */
export function mountActionRoutes(api: Api): void {
  mountRoute(api, { route: listActions }, async ({ query }) => {
    const { limit = HISTORY_LIMIT_DEFAULT, cursor, address } = query
    const actions = await readActions(api.context, {
      limit: limit + 1,
      beforeId: cursor === undefined ? undefined : Number(cursor),
      address: address === undefined ? undefined : toAddress(address),
    })
    const { page, nextCursor } = toPage(actions, limit, ({ id }) => id)
    return { data: page, meta: { ...(await loadResponseMeta(api)), ...nextCursor } }
  })
}
