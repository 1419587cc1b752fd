import * as Type from 'typebox'
import { ProposalActionSchema, ProposerRankSchema } from '../governance/proposal.ts'
import { EvidenceHashSchema } from '../score/score-fields.ts'
import type { CaseEntryKind } from './case-file.ts'

const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])

const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const Count = Type.Integer({ minimum: 0 })
const Score = Type.Number({ minimum: 0, maximum: 100 })
/** Unix seconds. */
const Seconds = Type.Integer({ minimum: 0, maximum: 253_402_300_799 })
const Sequence = Type.Integer({ minimum: 0 })

/** `details` of each kind of entry. Times are Unix seconds. */
export const CASE_ENTRY_DETAILS = {
  inputs: Type.Object({
    evidenceHash: EvidenceHashSchema,
    version: Type.String(),
    score: Score,
    toHeight: Count,
  }),
  warning: Type.Object({ reasonCode: Type.String(), isAutomated: Type.Boolean() }),
  flag: Type.Object({
    number: Id,
    reasonCode: Type.String(),
    flagger: Type.String(),
    /** SHA-256 of the reason, which the contract has. */
    reasonHash: Type.String(),
  }),
  lift: Type.Object({ number: orNull(Id), cause: Type.String() }),
  proposal: Type.Object({
    proposalId: Id,
    action: ProposalActionSchema,
    title: Type.String(),
    rank: ProposerRankSchema,
    isAppeal: Type.Boolean(),
    createdAt: Seconds,
    votingEndsAt: Seconds,
  }),
  vote: Type.Object({
    proposalId: Id,
    support: Type.Boolean(),
    sequence: Sequence,
    score: Score,
    evidenceHash: EvidenceHashSchema,
    castAt: Seconds,
  }),
  voting_end: Type.Object({
    proposalId: Id,
    result: Type.Enum(['approved', 'rejected', 'expired'], { type: 'string' }),
    votesFor: Count,
    votesAgainst: Count,
  }),
  execution: Type.Object({ proposalId: Id, action: ProposalActionSchema, executedAt: Seconds }),
  /** A renewal has the number of the freeze that it renews. */
  freeze: Type.Object({ number: Id, proposalId: Id, since: Seconds, renewedAt: Seconds }),
  freeze_end: Type.Object({
    number: Id,
    cause: Type.Enum(['lapsed', 'vote'], { type: 'string' }),
    endedAt: Seconds,
  }),
  /** `appealId` is the number of the proposal that decides it, `number` that of the flag or the freeze. */
  appeal: Type.Object({
    appealId: Id,
    against: Type.Enum(['flag', 'freeze'], { type: 'string' }),
    number: Id,
    openedAt: Seconds,
    deadline: Seconds,
  }),
  appeal_outcome: Type.Object({
    appealId: Id,
    outcome: Type.Enum(['upheld', 'denied', 'undecided', 'void'], { type: 'string' }),
    closedAt: Seconds,
  }),
  owner_statement: Type.Object({ sequence: Sequence }),
  clearance: Type.Object({ cause: Type.String() }),
} as const satisfies Record<CaseEntryKind, Type.TSchema>

/** `details` of one kind of entry. */
export type CaseEntryDetails<K extends CaseEntryKind> = Type.Static<(typeof CASE_ENTRY_DETAILS)[K]>
