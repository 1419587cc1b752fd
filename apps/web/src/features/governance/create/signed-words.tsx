import { useDescribeIntention } from '../../../lib/consent/use-describe-intention.ts'
import type { NewProposal } from '../queries.ts'

/** What the wallet is going to sign for the proposal as it is filled in; nothing without a wallet. */
export function SignedWords({ values: { targetAddress, action } }: { values: NewProposal }) {
  const describe = useDescribeIntention(targetAddress.trim() || 'the target address')
  const words = describe({ kind: 'proposal', action })
  return words !== undefined && <p className="text-sm text-ink-soft wrap-anywhere">{words}</p>
}
