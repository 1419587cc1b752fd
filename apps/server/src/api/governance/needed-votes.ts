import { getVoteCalendar, listNeededVotes } from '@app/api/routes/governance.ts'
import type { NeededVote } from '@app/api/schemas/proposal.ts'
import { describeUnfreeze } from '@app/contracts/describe-unfreeze.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { VOTES_REQUIRED } from '@app/values/limits.ts'
import type { FastifyRequest } from 'fastify'
import ical, { ICalAlarmType } from 'ical-generator'
import type { ProposalView } from '../../governance/read-proposals.ts'
import { readOwnVotes } from '../../governance/read-votes.ts'
import type { Api } from '../api.ts'
import type { VoteDecision } from '../consent/check-vote-eligibility.ts'
import { identifyClient } from '../http/limits.ts'
import { mountRoute, toFastifySchemas } from '../http/mount-route.ts'
import { checkAddresses } from '../input/check-addresses.ts'
import { loadResponseMeta } from '../load-response-meta.ts'

export function mountNeededVoteRoutes(api: Api): void {
  mountRoute(api, { route: listNeededVotes }, async ({ query }, request) => {
    const address = toAddress(query.address)
    const { open, meta } = await loadDecided(api, request, address)
    const ids = open.map(({ view }) => view.ballot.id)
    const ownVotes = ids.length === 0 ? null : await readOwnVotes(api.context, address, ids)
    const data = open.map((one) => toNeededVote(one, ownVotes?.get(one.view.ballot.id)))
    return { data, meta }
  })
  mountCalendar(api)
}

interface DecidedProposal {
  view: ProposalView
  decision: VoteDecision
}

const UNDEPLOYED: VoteDecision = {
  mayVote: false,
  reason: 'The contracts of the vote are not deployed on this network yet.',
  mayVoteFrom: null,
}

/** Loads the open proposals with what a wallet can do about them as of the latest indexed block, earliest end first. */
async function loadDecided(api: Api, request: FastifyRequest, address: Address) {
  const meta = await loadResponseMeta(api)
  const views = await api.governanceReads.readOpenProposals()
  const ids = views.map(({ ballot }) => ballot.id)
  const height = meta.latestBlock?.height ?? 0
  const beforeAsking = () => api.missLimiter.count(identifyClient(request))
  const decisions =
    ids.length === 0
      ? null
      : await api.governanceReads.decideVotes({ address, ids }, { height, beforeAsking })
  const open = views.map((view): DecidedProposal => {
    const decision = decisions?.byProposal.get(view.ballot.id) ?? UNDEPLOYED
    return { view, decision }
  })
  return { open, meta }
}

function toNeededVote(
  { view: { ballot, row, now }, decision }: DecidedProposal,
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

function toAnswer(decision: VoteDecision): Pick<NeededVote, 'mayVote' | 'reason' | 'mayVoteFrom'> {
  const { mayVote } = decision
  if (mayVote) {
    const reason = 'Voting publishes its current score first.'
    return { mayVote, ...(decision.refresh !== null && { reason }) }
  }
  const { reason, mayVoteFrom } = decision
  return { mayVote, reason, ...(mayVoteFrom !== null && { mayVoteFrom }) }
}

function formatVotesNeeded(count: number): string {
  if (count === 0) return 'No more votes needed'
  return count === 1 ? '1 more vote needed' : `${count} more votes needed`
}

function mountCalendar(api: Api): void {
  const { network } = api.context.config
  api.app.get(
    getVoteCalendar.url,
    { schema: toFastifySchemas(getVoteCalendar), handlerTimeout: api.limits.responseTimeoutMs },
    async (request, reply) => {
      checkAddresses(getVoteCalendar, request, network)
      const address = toAddress((request.query as { address: string }).address)
      const { open } = await loadDecided(api, request, address)
      const proposals = open.filter(mayVoteInTime).map(({ view }) => view)
      return reply
        .header('content-type', 'text/calendar; charset=utf-8')
        .header('content-disposition', 'attachment; filename="dharma-guard-votes.ics"')
        .send(buildVoteCalendar(proposals, { address, network }))
    },
  )
}

const mayVoteInTime = ({ decision, view }: DecidedProposal): boolean =>
  decision.mayVote || (decision.mayVoteFrom ?? view.ballot.votingEndsAt) < view.ballot.votingEndsAt

/** An hour before the end of the voting. */
const ALARM_SECONDS = 3_600

/**
 * Builds a calendar with the end of the voting on each of some proposals, in iCalendar format (RFC
 * 5545). A proposal is the same event in every calendar of the address.
 */
function buildVoteCalendar(
  proposals: readonly ProposalView[],
  { address, network }: { address: Address; network: string },
): string {
  const calendar = ical({ name: 'Dharma Guard votes', ttl: ALARM_SECONDS })
  for (const { row, ballot, now } of proposals) {
    const event = calendar.createEvent({
      id: `proposal-${ballot.id}-${network}-${address}@dharma-guard`,
      stamp: new Date(now * 1000),
      // An event without an end is a point in time.
      start: new Date(ballot.votingEndsAt * 1000),
      summary: `Voting ends: ${row.title}`,
      description: `Proposal #${ballot.id}. ${describeEffect(row)}`,
    })
    event.createAlarm({ type: ICalAlarmType.display, triggerBefore: ALARM_SECONDS })
  }
  const text = `${calendar.toString()}\r\n`
  return proposals.length === 0 ? text.replace(/(?=END:VCALENDAR)/, UTC_ZONE) : text
}

/** A calendar has at least one component (RFC 5545, 3.6): without events, a time zone that shows nothing. */
const UTC_ZONE = `BEGIN:VTIMEZONE
TZID:Etc/UTC
BEGIN:STANDARD
DTSTART:19700101T000000
TZOFFSETFROM:+0000
TZOFFSETTO:+0000
END:STANDARD
END:VTIMEZONE
`.replaceAll('\n', '\r\n')

const describeEffect = ({ action, description, ...row }: ProposalView['row']): string =>
  action === 'unfreeze' && row.freeze_number === null
    ? describeUnfreeze({ flagNumber: row.flag_number })
    : description
