import { listActions } from '@app/api/routes/actions.ts'
import {
  checkWallet,
  getAgentHistory,
  getAgentStatus,
  getWatchReasons,
  listClearances,
} from '@app/api/routes/agent.ts'
import type { AgentHistoryEntry, AgentStatus, ClearanceAnswer } from '@app/api/schemas/agent.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { HISTORY_LIMIT_DEFAULT } from '@app/values/limits.ts'
import { toPlainText } from '@app/values/plain-text.ts'
import { readClearances } from '../agent/clearing/read-clearances.ts'
import { type HistoryEntry, readAgentHistory } from '../agent/history/read-history.ts'
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
import { mountData, mountList, mountRoute } from './http/mount-route.ts'
import { requireDeliberateRequest } from './http/origins.ts'
import { buildRateLimit } from './http/plugins.ts'
import { loadResponseMeta } from './load-response-meta.ts'
import { recomputeScore } from './score/load-or-compute-score.ts'

export function mountAgentRoutes(api: Api): void {
  const { context } = api
  mountList(api, listActions, {
    defaultLimit: HISTORY_LIMIT_DEFAULT,
    read: ({ query: { address } }, { limit, place }) =>
      readActions(context, {
        limit,
        beforeId: place === undefined ? undefined : Number(place),
        address: address === undefined ? undefined : toAddress(address),
      }),
    getPlace: ({ id }) => id,
    toEntry: (action) => action,
  })
  mountData(api, getAgentStatus, () => loadAgentStatus(context))
  mountData(api, getWatchReasons, async ({ params }) => {
    const address = toAddress(params.address)
    return { address, reasons: await readWatchReasons(context, address) }
  })
  mountData(api, listClearances, ({ params }) => loadClearances(context, toAddress(params.address)))
  mountList(api, getAgentHistory, {
    defaultLimit: HISTORY_LIMIT_DEFAULT,
    read: ({ query: { address, complete, reports } }, { limit, place }) =>
      readAgentHistory(context, {
        limit,
        address: address === undefined ? undefined : toAddress(address),
        beforeId: place === undefined ? undefined : Number(place),
        isComplete: complete === 'true',
        reports,
      }),
    getPlace: ({ id }) => id,
    toEntry: toHistoryEntry,
  })
  mountReviews(api)
}

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

async function loadClearances(
  context: Pick<Context, 'db'>,
  address: Address,
): Promise<ClearanceAnswer[]> {
  const loading = (await readClearances(context, address)).map(async (one) => {
    const { text, address: signer, keyIndex, signature } = one.clearance
    return {
      caseId: one.caseId,
      accusedAt: new Date(one.openedMs).toISOString(),
      clearedAt: new Date(one.clearedMs).toISOString(),
      text,
      signedBy: { address: signer, keyIndex, signature },
      recipients: await readClearanceCounts(context, address, one.caseId),
    }
  })
  return await Promise.all(loading)
}

/** Converts an entry to its form in the API. Texts of people pass the filter again. */
export const toHistoryEntry = (entry: HistoryEntry): AgentHistoryEntry => ({
  timestamp: new Date(entry.atMs).toISOString(),
  address: entry.address,
  action: entry.action,
  success: entry.success,
  reason: toPlainText(entry.reason),
  ...(entry.isUnchanged && { isUnchanged: true }),
  ...(entry.isReport && { isReport: true }),
  ...(entry.txId !== null && { txId: entry.txId }),
})

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
