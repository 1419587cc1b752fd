import * as Type from 'typebox'
import { TimeSchema, TxIdSchema } from '../fields.ts'

const NumberSchema = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** What an appeal is against: one flag or one freeze, by its number. */
export const AppealSubjectSchema = Type.Union(
  [Type.Object({ flagNumber: NumberSchema }), Type.Object({ freezeNumber: NumberSchema })],
  {
    title: 'AppealSubject',
    'x-messages': {
      anyOf: 'against must be { flagNumber } for a flag or { freezeNumber } for a freeze',
    },
  },
)

export type AppealSubject = Type.Static<typeof AppealSubjectSchema>

/** The acknowledgement of an appeal. */
export const AppealSchema = Type.Object(
  {
    id: Type.Integer({ description: 'Number of the proposal that decides it' }),
    against: Type.Enum(['flag', 'freeze'], { type: 'string' }),
    number: Type.Integer({ description: 'Number of the flag or the freeze' }),
    caseId: Type.String({ description: 'The case in which it is kept' }),
    openedAt: TimeSchema,
    deadline: TimeSchema,
    txId: TxIdSchema,
  },
  { title: 'Appeal' },
)

export type Appeal = Type.Static<typeof AppealSchema>
