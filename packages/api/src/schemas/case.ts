import { CASE_OUTCOMES } from '@app/values/governance.ts'
import * as Type from 'typebox'
import { REASON_CODE_TEXT, StatementSchema } from './alert-data.ts'
import { AddressSchema, CLOSED, NetworkSchema, Nullable, TimeSchema, TxIdSchema } from './fields.ts'
import { ProposalActionSchema, ProposerRankSchema } from './proposal.ts'
import { EvidenceFileSchema, EvidenceHashSchema } from './score.ts'
import { SignedMessageSchema } from './vote-archive.ts'

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

const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const Count = Type.Integer({ minimum: 0 })
const Score = Type.Number({ minimum: 0, maximum: 100 })
const Seconds = Type.Integer({ minimum: 0, maximum: 253_402_300_799 })
const Sequence = Type.Integer({ minimum: 0 })

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
  lift: Type.Object({ number: Nullable(Id), cause: Type.String() }),
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

export type CaseEntryDetails<K extends CaseEntryKind> = Type.Static<(typeof CASE_ENTRY_DETAILS)[K]>

/** What an entry records: the kind tells which details it has. */
export type EntryContent<K extends CaseEntryKind = CaseEntryKind> = {
  [Kind in K]: { kind: Kind; details: CaseEntryDetails<Kind> }
}[K]

export const CASE_FORMAT = 'dharma-guard-case/2'

const Sha256Schema = Type.String({ pattern: '^[0-9a-f]{64}$' })

/**
 * One entry of a case. `hash` is the SHA-256, in hex, of the canonical JSON (RFC 8785) of the case's `address` and
 * `caseId` and of the fields from `number` to `previousHash`; what follows `hash` lies beside it.
 */
const AnyEntrySchema = Type.Object(
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

/** An entry with the details of its kind. */
export type CaseEntry<K extends CaseEntryKind = CaseEntryKind> = EntryContent<K> &
  Omit<Type.Static<typeof AnyEntrySchema>, 'kind' | 'details'>

/** Only the compiler knows the details of each kind; who does not trust a file checks them by `CASE_ENTRY_DETAILS`. */
const CaseEntrySchema = Type.Unsafe<CaseEntry>(AnyEntrySchema)

export const CaseSummarySchema = Type.Object(
  {
    address: AddressSchema,
    caseId: Type.String(),
    kind: Type.Enum(['accusation', 'freeze'], {
      type: 'string',
      title: 'CaseKind',
      description: 'freeze: a freeze by vote without an accusation',
    }),
    reasonCode: Nullable(Type.String(), { description: REASON_CODE_TEXT }),
    openedAt: TimeSchema,
    changedAt: TimeSchema,
    isOpen: Type.Boolean({ description: 'Something stands against the wallet, or is undecided' }),
    outcome: Type.Enum([...CASE_OUTCOMES], { type: 'string', title: 'CaseOutcome' }),
    isAutomated: Type.Boolean({ description: 'The agent opened it' }),
    entryCount: Type.Integer(),
    headHash: Sha256Schema,
  },
  { title: 'CaseSummary' },
)

export type CaseSummary = Type.Static<typeof CaseSummarySchema>

/** A complete case, which anybody can keep and check: `npm run verify -- case FILE`. */
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

/** What an appeal is against: one flag or one freeze, by its number. */
export const AppealSubjectSchema = Type.Union(
  [
    Type.Object({ flagNumber: Id }, { title: 'AppealedFlag', ...CLOSED }),
    Type.Object({ freezeNumber: Id }, { title: 'AppealedFreeze', ...CLOSED }),
  ],
  {
    title: 'AppealSubject',
    description: '{ flagNumber } for a flag or { freezeNumber } for a freeze',
  },
)

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

export type OpenedAppeal = Type.Static<typeof AppealSchema>

/** Evidence of ERC-1497. Source: https://github.com/ethereum/EIPs/issues/1497. */
const Erc1497EvidenceSchema = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    fileURI: Type.String(),
    fileHash: Type.String({ description: 'SHA-256 of the file in hex' }),
    fileTypeExtension: Type.String(),
  },
  { title: 'Erc1497Evidence' },
)

/** A case in the shape of ERC-1497, so that an outside court can render it: context and evidence. */
export const Erc1497Schema = Type.Object(
  {
    metaEvidence: Type.Object({
      category: Type.String(),
      title: Type.String(),
      description: Type.String(),
      question: Type.String(),
      rulingOptions: Type.Object({
        type: Type.Literal('single-select'),
        titles: Type.Array(Type.String()),
        descriptions: Type.Array(Type.String()),
      }),
      aliases: Type.Record(Type.String(), Type.String()),
      fileURI: Type.String(),
      fileHash: Type.String(),
      fileTypeExtension: Type.String(),
    }),
    evidence: Type.Array(Erc1497EvidenceSchema),
  },
  { title: 'Erc1497' },
)

export type Erc1497 = Type.Static<typeof Erc1497Schema>
