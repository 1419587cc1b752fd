import { useWalletSession } from '../wallet-session.ts'
import { describeIntention, type PlannedSubject } from './describe-intention.ts'

/** Returns a function that says what the connected wallet is going to sign about `target`; without a wallet nothing is signed. */
export function useDescribeIntention(target: string) {
  const { address } = useWalletSession()
  return (subject: PlannedSubject): string | undefined =>
    address === null ? undefined : describeIntention(subject, target)
}
