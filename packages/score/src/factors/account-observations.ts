import type { AccountFacts } from '../facts.ts'
import { formatTimes } from '../inputs/format.ts'
import type { AccountObservationKind, Reason } from '../judgement.ts'

interface Observation {
  kind: AccountObservationKind
  countField: keyof AccountFacts
  /** Builds the text; `often` is ' 3 times', or '' for once. */
  describe: (often: string) => string
}

const OBSERVATIONS: readonly Observation[] = [
  {
    kind: 'full_key_added',
    countField: 'fullKeysAdded',
    describe: (often) => `A key that can sign alone was added${often} after the account was opened`,
  },
  {
    kind: 'key_removed',
    countField: 'keysRemoved',
    describe: (often) => `A key of the account was revoked${often}`,
  },
  {
    kind: 'contract_updated',
    countField: 'contractsUpdated',
    describe: (often) => `A contract of the account was updated${often}`,
  },
  {
    kind: 'contract_removed',
    countField: 'contractsRemoved',
    describe: (often) => `A contract of the account was removed${often}`,
  },
  {
    kind: 'capability_published',
    countField: 'capabilitiesPublished',
    describe: (often) => `It published a capability that lets anybody act on what it holds${often}`,
  },
  {
    kind: 'capability_offered',
    countField: 'capabilitiesOffered',
    describe: (often) => `It offered another account a capability to act on what it holds${often}`,
  },
  {
    kind: 'transaction_scheduled',
    countField: 'transactionsScheduled',
    describe: (often) => `It had a transaction scheduled${often}`,
  },
]

/**
 * Lists the changes that an account made to itself, as reasons with 0 points: no labelled data
 * shows what they are worth as evidence, and developers, vault owners and child accounts make them
 * every day.
 */
export function toAccountObservations(account: AccountFacts | null): Reason[] {
  if (account === null) return []
  const reasons: Reason[] = []
  for (const { kind, countField, describe } of OBSERVATIONS) {
    const count = account[countField]
    if (count > 0)
      reasons.push(buildReason(kind, describe(count === 1 ? '' : ` ${formatTimes(count)}`)))
  }
  return reasons
}

function buildReason(act: AccountObservationKind, text: string): Reason {
  const evidence = { kind: 'account_events', act } as const
  return { factor: 'onchainAge', code: act, text, points: 0, evidence }
}
