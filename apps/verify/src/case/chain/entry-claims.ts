import type { CaseEntryKind } from '@app/api/schemas/case/case-file.ts'
import type { EventName } from '@app/contracts/build-event-type-id.ts'
import type { TransactionEvent } from '@app/flow/read/chain.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { type EntryWithDetails, type ParsedCase, selectEntries } from '../parse-entries.ts'

type Fields = TransactionEvent['fields']

/** What an entry and an event of the contracts state about the same thing, in the form of the file. */
export interface EntryClaim {
  entry: EntryWithDetails<CaseEntryKind>
  event: EventName
  /** What the entry states. */
  stated: Record<string, unknown>
  /** Whether an event is about this thing; its other fields may differ. */
  isAbout(fields: Fields): boolean
  /** What an event states, with the fields of `stated`. */
  read(fields: Fields, atSeconds: number): Record<string, unknown>
}

/** Lists what the entries of a case state about events of their transactions, in the order of the file. */
export function listEntryClaims(parsed: ParsedCase): EntryClaim[] {
  return parsed.entries.flatMap((entry): EntryClaim[] => {
    if (entry.entry.txId === null) return []
    switch (entry.kind) {
      case 'flag':
        return [buildFlagClaim(parsed, entry)]
      case 'lift':
        return [buildLiftClaim(parsed, entry)]
      case 'proposal':
        return [buildProposalClaim(parsed, entry)]
      case 'vote':
        return [buildVoteClaim(entry)]
      case 'execution':
        return buildExecutionClaims(parsed, entry)
      case 'freeze':
        return [buildFreezeClaim(parsed, entry)]
      case 'appeal':
        return [buildAppealClaim(parsed, entry)]
      default:
        return []
    }
  })
}

function buildFlagClaim({ file }: ParsedCase, entry: EntryWithDetails<'flag'>): EntryClaim {
  const { address, caseId } = file
  return {
    entry,
    event: 'DharmaProtection.Flagged',
    stated: { by: entry.entry.by, details: entry.details, at: toTime(entry.atSeconds) },
    isAbout: (fields) => fields.address === address && fields.caseId === caseId,
    read: ({ flagNumber, reasonCode, flagger, reasonHash }, atSeconds) => ({
      by: flagger,
      details: { number: Number(flagNumber), reasonCode, flagger, reasonHash },
      at: toTime(atSeconds),
    }),
  }
}

function buildLiftClaim({ file }: ParsedCase, entry: EntryWithDetails<'lift'>): EntryClaim {
  const { address, caseId } = file
  return {
    entry,
    event: 'DharmaProtection.FlagLifted',
    stated: { details: entry.details },
    isAbout: (fields) => fields.address === address && fields.caseId === caseId,
    read: ({ flagNumber, cause }) => ({ details: { number: Number(flagNumber), cause } }),
  }
}

function buildProposalClaim(
  { address }: ParsedCase,
  entry: EntryWithDetails<'proposal'>,
): EntryClaim {
  const { details } = entry
  const { by, textHash } = entry.entry
  return {
    entry,
    event: 'DharmaGovernance.ProposalCreated',
    stated: { target: address, by, textHash, details },
    isAbout: (fields) => Number(fields.id) === details.proposalId,
    read: (fields, createdAt) => ({
      target: fields.target,
      by: fields.proposer,
      textHash: fields.reasonHash,
      details: {
        proposalId: Number(fields.id),
        action: fields.action,
        title: fields.title,
        rank: fields.rank,
        isAppeal: fields.isAppeal,
        createdAt,
        votingEndsAt: toSeconds(fields.votingEndsAt),
      },
    }),
  }
}

function buildVoteClaim(entry: EntryWithDetails<'vote'>): EntryClaim {
  const { details } = entry
  return {
    entry,
    event: 'DharmaGovernance.VoteCast',
    stated: { by: entry.entry.by, details },
    isAbout: (fields) => isEventOfVote(entry, fields),
    read: (fields, castAt) => ({
      by: fields.voter,
      details: {
        proposalId: Number(fields.id),
        support: fields.support,
        sequence: Number(fields.sequence),
        score: Number(fields.scoreTenths) / 10,
        evidenceHash: fields.evidenceHash,
        castAt,
      },
    }),
  }
}

/** Whether an event `VoteCast` is that of the entry. */
export const isEventOfVote = ({ entry, details }: EntryWithDetails<'vote'>, fields: Fields) =>
  Number(fields.id) === details.proposalId &&
  fields.voter === entry.by &&
  Number(fields.sequence) === details.sequence

/** The status changes in the same transaction; its event has the sums of the whole vote. */
function buildExecutionClaims(
  parsed: ParsedCase,
  entry: EntryWithDetails<'execution'>,
): EntryClaim[] {
  const { details } = entry
  const isAbout = (fields: Fields) => Number(fields.id) === details.proposalId
  const end = selectEntries(parsed, 'voting_end').find(
    (one) => one.details.proposalId === details.proposalId,
  )
  const { votesFor, votesAgainst } = end?.details ?? {}
  return [
    {
      entry,
      event: 'DharmaGovernance.ProposalExecuted',
      stated: { target: parsed.address, details },
      isAbout,
      read: (fields, executedAt) => ({
        target: fields.target,
        details: { proposalId: Number(fields.id), action: fields.action, executedAt },
      }),
    },
    {
      entry,
      event: 'DharmaProposals.StatusChanged',
      stated: { votesFor, votesAgainst },
      isAbout: (fields) => isAbout(fields) && fields.after === 'executed',
      read: (fields) => ({
        votesFor: Number(fields.votesFor),
        votesAgainst: Number(fields.votesAgainst),
      }),
    },
  ]
}

function buildFreezeClaim({ address }: ParsedCase, entry: EntryWithDetails<'freeze'>): EntryClaim {
  return {
    entry,
    event: 'DharmaProtection.Frozen',
    stated: { details: entry.details },
    isAbout: (fields) => fields.address === address,
    read: (fields, renewedAt) => ({
      details: {
        number: Number(fields.freezeNumber),
        proposalId: Number(fields.proposalId),
        since: toSeconds(fields.since),
        renewedAt,
      },
    }),
  }
}

function buildAppealClaim({ address }: ParsedCase, entry: EntryWithDetails<'appeal'>): EntryClaim {
  const { details } = entry
  const { textHash } = entry.entry
  return {
    entry,
    event: 'DharmaProtection.AppealOpened',
    stated: { textHash, details },
    isAbout: (fields) => fields.address === address && Number(fields.id) === details.appealId,
    read: (fields, atSeconds) => ({
      textHash: fields.reasonHash,
      details: {
        appealId: Number(fields.id),
        against: fields.flagNumber === null ? 'freeze' : 'flag',
        number: Number(fields.flagNumber ?? fields.freezeNumber),
        openedAt: atSeconds,
        deadline: toSeconds(fields.deadline),
      },
    }),
  }
}

const toTime = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** Seconds of a UFix64, which `decodeCadence` gives in units of 10⁻⁸. */
const toSeconds = (value: unknown): number | null =>
  typeof value === 'bigint' ? Number(value / UNITS_PER_TOKEN) : null
