import type { ProposalAction } from '@app/api/schemas/governance/proposal.ts'

/** What a wallet is asked to sign, as the page knows it before the server has offered the exact text. */
export type PlannedSubject =
  | { kind: 'vote'; action: ProposalAction; proposalId: number; support: boolean }
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
      return `your vote ${side} proposal ${subject.proposalId}, to ${describeAction(subject.action, target)}`
    }
    case 'proposal':
      return `your proposal to ${describeAction(subject.action, target)}, with the hash of your reason`
    case 'report':
      return `your report about ${target}, with the hash of your reason`
    case 'report withdrawal':
      return `that you withdraw your report about ${target}`
  }
}

const describeAction = (action: ProposalAction, target: string): string =>
  action === 'recover' ? `recover what ${target} holds` : `${action} ${target}`
