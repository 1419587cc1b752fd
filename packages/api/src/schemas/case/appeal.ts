import * as Type from 'typebox'
import { CaseIdInputSchema, TimeSchema, TxIdSchema } from '../fields.ts'

const IdSchema = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** What an appeal is against, one shape for each; the last opens the second proposal of an appeal. */
export const AppealSubjectSchema = Type.Union(
  [
    Type.Object({ caseId: CaseIdInputSchema }),
    Type.Object({ freezeProposalId: IdSchema }),
    Type.Object({ secondProposalOf: IdSchema }),
  ],
  {
    title: 'AppealSubject',
    'x-messages': {
      anyOf:
        'against must be one of { caseId } for a flag, { freezeProposalId } for a freeze and { secondProposalOf } for a second vote on an appeal',
    },
  },
)

export type AppealSubject = Type.Static<typeof AppealSubjectSchema>

/** The acknowledgement of an appeal. */
export const AppealSchema = Type.Object(
  {
    id: Type.Integer(),
    proposalId: Type.Integer({ description: 'The vote that decides it' }),
    against: Type.Enum(['flag', 'freeze'], { type: 'string' }),
    caseId: Type.String({ description: 'The case in which it is kept' }),
    openedAt: TimeSchema,
    votingEndsAt: TimeSchema,
    deadline: TimeSchema,
    txId: TxIdSchema,
  },
  { title: 'Appeal' },
)

export type Appeal = Type.Static<typeof AppealSchema>
