import * as Type from 'typebox'
import { REASON_CODE_TEXT, StatementSchema } from './alert-data.ts'
import { AddressSchema, Nullable, TimeSchema } from './fields.ts'

export const ProtectionSchema = Type.Object(
  {
    address: AddressSchema,
    accusation: Nullable(
      Type.Object({
        caseId: Type.String(),
        reasonCode: Type.String({ description: REASON_CODE_TEXT }),
        since: TimeSchema,
        statement: StatementSchema,
      }),
      { description: 'The warning of the agent, which a flag may have followed' },
    ),
    flag: Nullable(
      Type.Object({
        number: Type.Integer(),
        caseId: Type.String(),
        reasonCode: Type.String({
          description:
            'As the chain has it. While contact had no code of its own, it was recorded as listed: then the accusation says contact',
        }),
        flagger: AddressSchema,
        since: TimeSchema,
      }),
    ),
    freeze: Nullable(
      Type.Object({
        number: Type.Integer(),
        since: TimeSchema,
        renewedAt: TimeSchema,
        until: TimeSchema,
        overruledAt: Nullable(TimeSchema, {
          description: 'When a vote decided to end it: it is neither renewed nor recovered under',
        }),
        proposalId: Type.Integer({ description: 'The proposal that was executed last' }),
        isProtection: Type.Boolean({
          description:
            'true: nothing was held against the wallet; its vault is protected by a vote',
        }),
      }),
    ),
    appeals: Type.Array(
      Type.Object({
        id: Type.Integer({ description: 'Number of the proposal that decides it' }),
        against: Type.Enum(['flag', 'freeze'], { type: 'string' }),
        number: Type.Integer({ description: 'Number of the flag or the freeze' }),
        caseId: Type.Optional(Type.String()),
        outcome: Type.Enum(['open', 'upheld', 'denied', 'undecided', 'void'], {
          type: 'string',
          description: 'void: what it was against ended otherwise',
        }),
        openedAt: TimeSchema,
        deadline: TimeSchema,
      }),
      { description: 'Newest first' },
    ),
    labels: Type.Array(
      Type.Object({
        source: Type.String({ description: 'Who keeps the list' }),
        kind: Type.String(),
        reason: Type.Union([Type.String(), Type.Null()]),
        since: TimeSchema,
        confidence: Type.Number({ minimum: 0, maximum: 1 }),
        contact: Nullable(Type.String(), { description: 'How to reach the keeper of the list' }),
      }),
      { description: 'Entries of scam lists that name the wallet' },
    ),
    clearing: Type.Array(Type.String(), {
      description: 'What ends what is held against the wallet, and when; one sentence each',
    }),
    remedies: Type.Array(
      Type.Object(
        {
          kind: Type.Enum(['appeal_flag', 'appeal_freeze', 'owner_statement', 'label_keeper'], {
            type: 'string',
          }),
          caseId: Type.Optional(Type.String()),
          flagNumber: Type.Optional(Type.Integer()),
          freezeNumber: Type.Optional(Type.Integer()),
          until: Nullable(TimeSchema, { description: 'null: as long as it stands' }),
          text: Type.String(),
        },
        { title: 'Remedy' },
      ),
      { description: 'What the owner can do now, the strongest first' },
    ),
    recovery: Nullable(
      Type.Object({
        proposalId: Type.Integer(),
        status: Type.String(),
        executableFrom: Nullable(TimeSchema),
      }),
    ),
  },
  { title: 'Protection' },
)

export type Protection = Type.Static<typeof ProtectionSchema>
