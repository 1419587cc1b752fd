import { getVoteCalendar, listNeededVotes } from '@app/api/routes/governance.ts'
import type { NeededVote } from '@app/api/schemas/proposal.ts'
import { describeUnfreeze } from '@app/contracts/describe-unfreeze.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { VOTES_REQUIRED } from '@app/values/limits.ts'
import ical, { ICalAlarmType } from 'ical-generator'
import type { ProposalView } from '../../governance/read-proposals.ts'
import { readOwnVotes } from '../../governance/read-votes.ts'
import type { Api } from '../api.ts'
import { decideVotes, type VoteDecision } from '../consent/check-eligibility.ts'
import { identifyClient } from '../http/limits.ts'
import { mountRoute, toFastifySchemas } from '../http/mount-route.ts'
import { checkAddresses } from '../input/check-addresses.ts'
import { loadResponseMeta } from '../load-response-meta.ts'

/** A wallet, and the latest indexed block: the decisions are not older. */
interface NeededVotesQuery {
  address: Address
  height: number
  /** Called where the node has to be asked; may throw. */
  beforeAsking: () => void
}

/** Mounts the routes about the votes that a wallet can cast, as a list and as a calendar. */
export function mountNeededVoteRoutes(api: Api): void {
  mountRoute(api, { route: listNeededVotes }, async ({ query }, request) => {
    const meta = await loadResponseMeta(api)
    const data = await loadNeededVotes(api, {
      address: toAddress(query.address),
      height: meta.latestBlock?.height ?? 0,
      beforeAsking: () => api.missLimiter.count(identifyClient(request)),
    })
    return { data, meta }
  })
  mountCalendar(api)
}

/** Loads the open proposals with what a wallet can do about them, earliest end first. */
async function loadNeededVotes(
  { context, governanceReads }: Pick<Api, 'context' | 'governanceReads'>,
  { address, ...asOf }: NeededVotesQuery,
): Promise<NeededVote[]> {
  const open = await governanceReads.readOpenProposals()
  const ids = open.map(({ ballot }) => ballot.id)
  if (ids.length === 0) return []
  const [ownVotes, decisions] = await Promise.all([
    readOwnVotes(context, address, ids),
    decideVotes(context, { address, ids }, (question) =>
      governanceReads.eligibility.read(question, asOf),
    ),
  ])
  return open.map((view) => {
    const { id } = view.ballot
    return toNeededVote(view, decisions?.get(id), ownVotes.get(id))
  })
}

function toNeededVote(
  { ballot, row, now }: ProposalView,
  decision: VoteDecision | undefined,
  ownVote: boolean | undefined,
): NeededVote {
  const votesNeeded = Math.max(0, VOTES_REQUIRED - ballot.votesFor - ballot.votesAgainst)
  return {
    id: ballot.id,
    title: row.title,
    topic: `${row.action} ${row.target} ${row.freeze_number ?? 0}`,
    rank: row.rank,
    votingEndsAt: ballot.votingEndsAt,
    secondsLeft: Math.max(0, ballot.votingEndsAt - now),
    ...toAnswer(decision),
    ...(ownVote !== undefined && { ownVote: ownVote ? 'for' : 'against' }),
    votesNeeded,
    text: formatVotesNeeded(votesNeeded),
  }
}

const REFRESHING = 'Voting publishes its current score first.'

function toAnswer(
  decision: VoteDecision | undefined,
): Pick<NeededVote, 'mayVote' | 'reason' | 'mayVoteFrom'> {
  if (decision === undefined) return { mayVote: false }
  if (decision.mayVote) {
    return { mayVote: true, ...(decision.refresh !== null && { reason: REFRESHING }) }
  }
  const { reason, mayVoteFrom } = decision
  return { mayVote: false, reason, ...(mayVoteFrom !== null && { mayVoteFrom }) }
}

function formatVotesNeeded(count: number): string {
  if (count === 0) return 'No more votes needed'
  return count === 1 ? '1 more vote needed' : `${count} more votes needed`
}

function mountCalendar({ app, context, governanceReads, limits }: Api): void {
  const { network } = context.config
  app.get(
    getVoteCalendar.url,
    { schema: toFastifySchemas(getVoteCalendar), handlerTimeout: limits.responseTimeoutMs },
    async (request, reply) => {
      checkAddresses(getVoteCalendar, request, network)
      const { address } = request.query as { address: string }
      const open = await governanceReads.readOpenProposals()
      return reply
        .header('content-type', 'text/calendar; charset=utf-8')
        .header('content-disposition', 'attachment; filename="dharma-guard-votes.ics"')
        .send(buildVoteCalendar(open, { address: toAddress(address), network }))
    },
  )
}

/** An hour before the end of the voting. */
const ALARM_SECONDS = 3_600

/**
 * Builds a calendar with the end of the voting on each open proposal, in iCalendar format (RFC
 * 5545). A proposal is the same event in every calendar of the address.
 */
function buildVoteCalendar(
  proposals: readonly ProposalView[],
  { address, network }: { address: Address; network: string },
): string {
  const calendar = ical({ name: 'Dharma Guard votes', ttl: ALARM_SECONDS })
  for (const { row, ballot, now } of proposals) {
    const end = new Date(ballot.votingEndsAt * 1000)
    const event = calendar.createEvent({
      id: `proposal-${ballot.id}-${network}-${address}@dharma-guard`,
      stamp: new Date(now * 1000),
      start: end,
      end,
      summary: `Voting ends: ${row.title}`,
      description: `Proposal #${ballot.id}. ${describeEffect(row)}`,
    })
    event.createAlarm({ type: ICalAlarmType.display, triggerBefore: ALARM_SECONDS })
  }
  return calendar.toString()
}

const describeEffect = ({ action, description, ...row }: ProposalView['row']): string =>
  action === 'unfreeze' && row.freeze_number === null
    ? describeUnfreeze({ flagNumber: row.flag_number })
    : description
