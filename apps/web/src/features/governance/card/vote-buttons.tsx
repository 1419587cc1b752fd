import { castVote, castVotes } from '@app/api/routes/governance.ts'
import type { Proposal } from '@app/api/schemas/proposal.ts'
import { describeUnfreezes, explainSignedText } from '@app/contracts/describe-unfreeze.ts'
import { MIN_VOTER_SCORE } from '@app/values/limits.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../../lib/api.ts'
import { useDescribeIntention } from '../../../lib/consent/describe-intention.ts'
import { useSignIntention } from '../../../lib/consent/use-sign-intention.ts'
import { formatServerFailure } from '../../../lib/format/format-failure.ts'
import { PROPOSALS_KEY } from '../../../lib/query-keys.ts'
import { useWalletSession } from '../../../lib/wallet-session.ts'
import { Button } from '../../../ui/button.tsx'
import { askToConfirm, showAlert } from '../../../ui/dialogs/dialogs.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { TransactionLink } from '../../../ui/transaction-link.tsx'
import { UserText } from '../../../ui/user-text.tsx'
import { describeNeededVote } from '../describe-needed-vote.ts'
import { neededVotesQuery } from '../read-proposals.ts'

/** Proposals on which one message can carry the same vote: all of one topic, open for votes. */
export type Ballots = readonly [Proposal, ...Proposal[]]

export function VoteButtons({ proposals }: { proposals: Ballots }) {
  const { cast, isBusy, submitted } = useVote(proposals)
  const extent = proposals.length > 1 ? ` all ${proposals.length}` : ''
  return (
    <>
      <Eligibility proposals={proposals} />
      <div className="mt-2 flex flex-wrap gap-2 *:flex-1">
        <Button size="small" variant="secondary" isBusy={isBusy} onClick={() => cast(true)}>
          {isBusy ? 'Voting...' : `Vote For${extent}`}
        </Button>
        <Button size="small" variant="secondary" isBusy={isBusy} onClick={() => cast(false)}>
          {isBusy ? 'Voting...' : `Vote Against${extent}`}
        </Button>
      </div>
      {submitted && <SubmittedVoteNote {...submitted} />}
    </>
  )
}

/** Says before anybody signs whether the connected wallet may vote, why not, and what it voted. */
function Eligibility({ proposals }: { proposals: Ballots }) {
  const { address } = useWalletSession()
  const { data } = useQuery(neededVotesQuery(useApi(), address))
  const vote = data?.find(({ id }) => proposals.some((proposal) => proposal.id === id))
  const text = address === null ? CONNECT_FIRST : vote && describeNeededVote(vote).join(' ')
  // Its place is kept, so that the buttons stay where they are.
  return <p className="mt-1 min-h-5.5 text-small text-ink-soft">{text}</p>
}

const CONNECT_FIRST = `To vote, connect a wallet with a published score of at least ${MIN_VOTER_SCORE}, high enough for 7 days.`

/** Votes that the server accepted. */
interface SubmittedVote {
  support: boolean
  /** What the wallet signed. */
  text: string | undefined
  txId: string | undefined
  /** Sent to the chain, but not counted yet. */
  isPending: boolean
}

function SubmittedVoteNote({ support, text, txId, isPending }: SubmittedVote) {
  return (
    <div className="rise mt-3 text-small text-ink-soft">
      <p className="flex flex-wrap gap-x-3">
        You voted {support ? 'For' : 'Against'}
        {isPending && '; the chain will count it in a moment'}.
        {txId !== undefined && <TransactionLink txId={txId} />}
      </p>
      {text !== undefined && (
        <Disclosure title="Receipt: what you signed">
          <UserText
            as="pre"
            className="figures rounded-control border border-line bg-sunken px-3 py-2 font-mono text-caption whitespace-pre-wrap"
          >
            {text}
          </UserText>
          <p className="mt-1 font-medium empty:hidden">{explainSignedText(text)}</p>
        </Disclosure>
      )}
    </div>
  )
}

/**
 * Returns a function that asks for confirmation and casts the same vote on each of the proposals with one signed
 * message, and the last vote that the server accepted.
 */
function useVote(proposals: Ballots) {
  const queryClient = useQueryClient()
  const { action, targetAddress, flagNumber, freezeNumber } = proposals[0]
  const describe = useDescribeIntention(targetAddress)
  const voting = useMutation({
    mutationFn: useSignAndSubmit(proposals),
    onSuccess: () => {
      void showAlert('Vote cast successfully!')
      return queryClient.invalidateQueries({ queryKey: PROPOSALS_KEY })
    },
    onError: (error) => void showAlert(formatServerFailure(error, 'Failed to cast vote')),
  })
  const cast = async (support: boolean) => {
    const proposalIds = proposals.map(({ id }) => id)
    const named = { action, flagNumber, freezeNumber }
    const words = describe({ kind: 'vote', ...named, proposalIds, support })
    if (await confirmVote(proposals, support, words)) voting.mutate(support)
  }
  return { cast, isBusy: voting.isPending, submitted: voting.data }
}

/** Asks whether to cast the vote; `words` say what the wallet is going to sign. */
export function confirmVote(proposals: Ballots, support: boolean, words = ''): Promise<boolean> {
  const side = support ? 'FOR' : 'AGAINST'
  const object = proposals.length > 1 ? `these ${proposals.length} proposals` : 'this proposal'
  const effect = proposals[0].action === 'unfreeze' ? describeUnfreezes(proposals) : ''
  return askToConfirm(
    `Are you sure you want to vote ${side} ${object}?`,
    [effect, words].filter(Boolean).join(' '),
  )
}

function useSignAndSubmit(proposals: Ballots) {
  const api = useApi()
  const sign = useSignIntention()
  const [first, ...others] = proposals
  return async (support: boolean): Promise<SubmittedVote> => {
    const votes = proposals.map(({ id, action, flagNumber, freezeNumber }) => ({
      ...{ proposalId: id, action, flagNumber, freezeNumber, support },
    }))
    const signed = await sign({
      targetAddress: first.targetAddress,
      subject: { kind: 'vote', votes },
    })
    const wallet = signed && { wallet: signed.wallet }
    const text = signed?.text
    if (others.length === 0) {
      const params = { id: String(first.id) }
      const body = { support, ...wallet }
      const { data, isAccepted } = await api.callWithMeta(castVote, { params, body })
      return { support, text, txId: data.txId, isPending: isAccepted === true }
    }
    const choices = votes.map(({ proposalId }) => ({ proposalId, support }))
    const body = { votes: choices, ...wallet }
    const { data, isAccepted } = await api.callWithMeta(castVotes, { body })
    return { support, text, txId: data[0]?.txId, isPending: isAccepted === true }
  }
}
