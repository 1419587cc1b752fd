import * as Type from 'typebox'
import { StatementSchema } from '../alert/alert-data.ts'
import { AddressSchema, NetworkSchema, TimeSchema } from '../fields.ts'
import { SignedMessageSchema } from '../governance/vote-archive.ts'
import { EvidenceFileSchema } from '../score/evidence-file.ts'

/** Format of a case file; the number changes with the format. */
export const CASE_FORMAT = 'dharma-guard-case/2'

const Nullable = <T extends Type.TSchema>(schema: T, options: { description?: string } = {}) =>
  Type.Union([schema, Type.Null()], options)

const Sha256Schema = Type.String({ pattern: '^[0-9a-f]{64}$' })

/** Everything that can happen in a case, in the usual order. */
export const CASE_ENTRY_KINDS = [
  /** The facts from which the score was computed, by their hash. */
  'inputs',
  /** The agent accuses. `text` is the statement of reasons as canonical JSON (RFC 8785). */
  'warning',
  /** A flag is on the chain. `text` as for a warning where the agent flagged. */
  'flag',
  /** `text` is the reason of the proposer, or of the appellant. */
  'proposal',
  'vote',
  /** Voting is over. */
  'voting_end',
  'execution',
  /** A freeze began or was renewed. */
  'freeze',
  'freeze_end',
  /** `text` is the reason of the appellant. */
  'appeal',
  'appeal_outcome',
  /** `text` is what the owner says. */
  'owner_statement',
  /** The flag was lifted, or the warning withdrawn. */
  'lift',
  /** `text` is what the agent signed. */
  'clearance',
] as const

export type CaseEntryKind = (typeof CASE_ENTRY_KINDS)[number]

/**
 * One entry of a case. `hash` is the SHA-256, in hex, of the canonical JSON (RFC 8785) of the case's `address` and
 * `caseId` and of the fields from `number` to `previousHash`; what follows `hash` lies beside it.
 */
export const CaseEntrySchema = Type.Object(
  {
    number: Type.Integer({ minimum: 1 }),
    kind: Type.Enum([...CASE_ENTRY_KINDS], { type: 'string' }),
    at: TimeSchema,
    by: Nullable(AddressSchema, { description: 'Who did it; null: the rules, by block time' }),
    details: Type.Record(
      Type.String(),
      Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
    ),
    textHash: Nullable(Sha256Schema, { description: 'SHA-256 of the text in UTF-8' }),
    txId: Nullable(Sha256Schema),
    previousHash: Type.String({ description: 'Hash of the entry before; 64 zeros in the first' }),
    hash: Sha256Schema,
    text: Nullable(Type.String(), { description: 'null without a text, and where it is withheld' }),
    withheld: Nullable(Type.Object({ at: TimeSchema, reason: Type.String() }), {
      description: 'Since when and why the operator does not show the text',
    }),
    message: Nullable(SignedMessageSchema, {
      description: 'What a wallet signed: of proposals, votes, appeals, statements and clearances',
    }),
  },
  { title: 'CaseEntry' },
)

export type CaseEntry = Type.Static<typeof CaseEntrySchema>

/** `cleared`: withdrawn by the agent, or ended by a vote. `lapsed`: a freeze that ended by itself. */
export const CaseOutcomeSchema = Type.Enum(
  ['open', 'cleared', 'upheld', 'denied', 'undecided', 'lapsed'],
  { type: 'string' },
)

export type CaseOutcome = Type.Static<typeof CaseOutcomeSchema>

/** A case in a list. */
export const CaseSummarySchema = Type.Object(
  {
    address: AddressSchema,
    caseId: Type.String(),
    kind: Type.Enum(['accusation', 'freeze'], {
      type: 'string',
      description: 'freeze: a freeze by vote without an accusation',
    }),
    reasonCode: Nullable(Type.String()),
    openedAt: TimeSchema,
    changedAt: TimeSchema,
    isOpen: Type.Boolean({ description: 'Something stands against the wallet, or is undecided' }),
    outcome: CaseOutcomeSchema,
    isAutomated: Type.Boolean({ description: 'The agent opened it' }),
    entryCount: Type.Integer(),
    headHash: Sha256Schema,
  },
  { title: 'CaseSummary' },
)

export type CaseSummary = Type.Static<typeof CaseSummarySchema>

/** A complete case, which anybody can keep and check: `npm run verify-case -- FILE`. */
export const CaseFileSchema = Type.Object(
  {
    format: Type.Literal(CASE_FORMAT),
    network: NetworkSchema,
    contract: AddressSchema,
    ...CaseSummarySchema.properties,
    statement: Nullable(StatementSchema, {
      description: 'The latest statement of reasons; null where no agent accused',
    }),
    ownerStatement: Nullable(Type.Object({ at: TimeSchema, text: Nullable(Type.String()) }), {
      description: 'What the owner says; text is null where it is withheld',
    }),
    entries: Type.Array(CaseEntrySchema, { description: 'Oldest first' }),
    evidence: Type.Array(EvidenceFileSchema, {
      description: 'The exact inputs behind the entries named inputs',
    }),
  },
  { title: 'CaseFile' },
)

export type CaseFile = Type.Static<typeof CaseFileSchema>
