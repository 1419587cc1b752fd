import type { CaseSummary } from '@app/api/schemas/case.ts'

/** Says in one sentence what people decided in a case, as far as it stands now. */
export function describeDecision({ kind, outcome }: Pick<CaseSummary, 'kind' | 'outcome'>): string {
  switch (outcome) {
    case 'upheld':
      return 'The appeal was upheld: the owner was right.'
    case 'denied':
      return 'The appeal was denied.'
    case 'undecided':
      return 'Too few voted on the appeal to decide it.'
    case 'cleared':
      return 'Nothing stands against the wallet any more.'
    case 'lapsed':
      return 'The freeze by vote has ended.'
    case 'open':
      return kind === 'freeze'
        ? 'A vote froze the wallet to protect it.'
        : 'A vote has been held, and the case is open.'
  }
}
