import type { Proposal } from '@app/api/schemas/governance/proposal.ts'
import { shortenAddress } from '../../../lib/format/shorten-address.ts'
import { Link } from '../../../lib/router/link.tsx'
import { describeVoteHealth } from './describe-vote-health.ts'
import { VoteList } from './vote-list.tsx'

/** The counted votes of a proposal, and facts about its voters. */
export function VoteDetails({ proposal }: { proposal: Proposal }) {
  const facts = describeVoteHealth(proposal.health)
  return (
    <>
      <VoteList id={proposal.id} />
      {facts.length > 0 && (
        <>
          <ul className="mt-3 list-disc space-y-1 pl-4.5 marker:text-ink-faint">
            {facts.map(({ text, address }) => (
              <li key={text + address}>
                {text}
                {address !== undefined && (
                  <>
                    {' '}
                    <Link
                      to={`/wallet/${address}`}
                      className="link"
                      title={address}
                      data-address={address}
                    >
                      {shortenAddress(address, 8, 6)}
                    </Link>
                    .
                  </>
                )}
              </li>
            ))}
          </ul>
          <p className="mt-2 text-ink-faint">
            These are facts, not verdicts: each can have a good reason.
          </p>
        </>
      )}
    </>
  )
}
