import type { ProposalAction } from '@app/api/schemas/governance/proposal.ts'

/** What a wallet is asked to sign, as the page knows it before the server has offered the exact text. */
export type PlannedSubject =
  /** One choice for all these proposals. */
  | { kind: 'vote'; action: ProposalAction; proposalIds: readonly number[]; support: boolean }
  | { kind: 'proposal'; action: ProposalAction }
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
      return `your ${listProposals(subject.proposalIds, side)}, to ${describeAction(subject.action, target)}`
    }
    case 'proposal':
      return `your proposal to ${describeAction(subject.action, target)}, with the hash of your reason`
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

const describeAction = (action: ProposalAction, target: string): string =>
  action === 'recover' ? `recover what ${target} holds` : `${action} ${target}`
