import {
  ACTION_EVENT,
  ALERT_EVENT,
  PROPOSAL_EVENT,
  SCORE_EVENT,
  WALLET_EVENT,
} from '@app/api/schemas/stream.ts'
import { type Address, parseAddress } from '@app/values/address.ts'
import { createStreamSource } from '../../alerts/channels/stream.ts'
import { readAddress } from '../../governance/read-proposals.ts'
import type { Context } from '../../runtime/context.ts'
import { readCurrentScore } from '../../scorer/read-current-scores.ts'
import { readLatestScore } from '../../scorer/read-scores.ts'
import { readLastChangedAction } from '../actions/read-actions.ts'
import type { Api } from '../api.ts'
import { loadProposal } from '../governance/to-proposals.ts'
import { loadResponseMeta } from '../load-response-meta.ts'
import { loadScoreResult } from '../score/load-score-result.ts'
import { readLatestScoreSeqs } from '../score/read-score-state.ts'
import type { Wake } from './event-streams.ts'
import type { StreamEvent } from './sse.ts'

type TopicApi = Pick<Api, 'context' | 'node'>

/** The score of one account: each new one, and each change of an action on the account. */
export const buildScoreTopic = (api: TopicApi): Wake[] => [
  {
    channel: 'score_changed',
    load: ofAddress((address) => loadScoreEvents(api, address)),
    readLatestIds: (addresses) => readLatestScoreSeqs(api.context, addresses),
  },
  {
    channel: 'actions_changed',
    load: ofAddress(async (address) => {
      const data = await readLastChangedAction(api.context, address)
      return data === null ? [] : [{ event: ACTION_EVENT, data: { data } }]
    }),
  },
]

async function loadScoreEvents(api: TopicApi, address: Address): Promise<StreamEvent[]> {
  const stored = await readLatestScore(api.context, address)
  // One of another version is computed again when the page asks for it, and is sent then.
  if (stored === null || stored.version !== api.context.rules.current.version) return []
  const meta = await loadResponseMeta(api)
  const data = { data: await loadScoreResult(api, stored), meta }
  return [{ id: stored.seq, event: SCORE_EVENT, data }]
}

/** The new scores of all wallets. Reads nothing while no stream is open. */
export const buildWalletTopic = (context: Context): Wake[] => [
  {
    channel: 'score_changed',
    load: ofAddress(async (address) => {
      const data = await readCurrentScore(context, address)
      return data === null ? [] : [{ event: WALLET_EVENT, data: { data } }]
    }),
  },
]

/** The new entries of the agent's history, of one address or of all. */
export function buildAlertTopic(context: Context): Wake[] {
  const { takeNewEntries } = createStreamSource(context)
  return [
    {
      channel: 'history_changed',
      // Also without open streams: the next one begins with what is new then.
      isAlwaysLoaded: true,
      load: ofAddress(async (address) => {
        const entries = await takeNewEntries(address)
        return entries.map((data) => ({ event: ALERT_EVENT, data: { data } }))
      }),
    },
  ]
}

/** The changes of all proposals. */
export const buildProposalTopic = (api: TopicApi): Wake[] => [
  {
    channel: 'governance_changed',
    isInOrder: true,
    load: async (subject) => {
      const ids = await listProposalIds(api, subject)
      const meta = await loadResponseMeta(api)
      const proposals = await Promise.all(ids.map((id) => loadProposal(api.context, id)))
      return proposals
        .filter((proposal) => proposal !== null)
        .map((data) => ({ event: PROPOSAL_EVENT, data: { data, meta } }))
    },
  },
]

/** Lists the proposals that a change concerns: that of a number, or those about an address. */
async function listProposalIds({ context }: TopicApi, subject: string): Promise<number[]> {
  const address = parseAddress(subject)
  if (address === null) return /^\d+$/.test(subject) ? [Number(subject)] : []
  const { proposals } = await readAddress(context, address)
  return proposals.map(({ ballot }) => ballot.id)
}

/** A notification that does not name an address has no events. */
const ofAddress =
  (load: (address: Address) => Promise<StreamEvent[]>): Wake['load'] =>
  async (subject) => {
    const address = parseAddress(subject)
    return address === null ? [] : await load(address)
  }
