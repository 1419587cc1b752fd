import type { Unfreeze } from '@app/contracts/describe-unfreeze.ts'
import type { ProposalAction } from '@app/values/governance.ts'
import { useWalletSession } from '../wallet-session.ts'

/** An action with the numbers that it names, as far as they are known. */
type NamedAction = Unfreeze & { action: ProposalAction }

/** What a wallet is asked to sign, as the page knows it before the server has offered the exact text. */
export type PlannedSubject =
  /** One choice for all these proposals. */
  | (NamedAction & { kind: 'vote'; proposalIds: readonly number[]; support: boolean })
  | (NamedAction & { kind: 'proposal' })
  | { kind: 'report' }
  | { kind: 'report withdrawal' }

/** Says in words what the wallet is going to sign about `target`, and that this moves nothing. */
export function describeIntention(subject: PlannedSubject, target: string): string {
  return `Your wallet then asks you to sign a text: ${describeSubject(subject, target)}. It sends no transaction and costs nothing.`
}

function describeSubject(subject: PlannedSubject, target: string): string {
  switch (subject.kind) {
    case 'vote': {
      const side = subject.support ? 'for' : 'against'
      return `your ${listProposals(subject.proposalIds, side)}, to ${describeAction(subject, target)}`
    }
    case 'proposal':
      return `your proposal to ${describeAction(subject, target)}, with the hash of your reason`
    case 'report':
      return `your report about ${target}, with the hash of your reason`
    case 'report withdrawal':
      return `that you withdraw your report about ${target}`
  }
}

const listProposals = (ids: readonly number[], side: string): string =>
  ids.length === 1
    ? `vote ${side} proposal ${ids[0]}`
    : `votes ${side} proposals ${ids.slice(0, -1).join(', ')} and ${ids.at(-1)}`

/** Says what is done to `target`: an unfreeze that names only a flag unfreezes nothing. */
export function describeAction(named: NamedAction, target: string): string {
  const { action, flagNumber, freezeNumber } = named
  if (action === 'recover') return `recover what ${target} holds`
  const isLift = action === 'unfreeze' && flagNumber !== undefined && freezeNumber === undefined
  return isLift ? `lift the flag of ${target}` : `${action} ${target}`
}

/** Returns a function that says what the connected wallet is going to sign about `target`; without a wallet nothing is signed. */
export function useDescribeIntention(target: string) {
  const { address } = useWalletSession()
  return (subject: PlannedSubject): string | undefined =>
    address === null ? undefined : describeIntention(subject, target)
}
