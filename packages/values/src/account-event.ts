import type { SystemContract } from './define-network.ts'

/** A chain event that reports a change of an account, with the stored fields. */
export interface AccountEventSource {
  /** Contract that emits it; `null` for core events, whose type is `flow.<event>`. */
  contract: SystemContract | null
  event: string
  /** Field with the address of the account. */
  account: string
  /** Field with the detail of the event, and its type. */
  detail: { field: string; type: 'integer' | 'text' | 'capability' } | null
  /**
   * Stored only if the detail, a type, carries an entitlement: other capabilities grant no access.
   */
  isOnlyEntitled?: boolean
}

interface AccountEventDefinition {
  /** Name in the database and in score reasons. */
  kind: string
  /** `null` for a kind that the decoder derives from another one. */
  source: AccountEventSource | null
  /** Fields of `AccountFacts` that count it, the most specific one first. */
  facts: readonly string[]
  /** Whether a score reports it as a reason. */
  isReported: boolean
}

/**
 * Every kind of account event. Indexer, facts and engine derive their handling of a kind from this
 * table.
 */
export const ACCOUNT_EVENTS = [
  {
    kind: 'account_created',
    source: { contract: null, event: 'AccountCreated', account: 'address', detail: null },
    facts: [],
    isReported: false,
  },
  // A key that came with the account itself.
  { kind: 'key_initial', source: null, facts: [], isReported: false },
  {
    kind: 'key_added',
    source: {
      contract: null,
      event: 'AccountKeyAdded',
      account: 'address',
      detail: { field: 'keyIndex', type: 'integer' },
    },
    facts: ['keysAdded'],
    isReported: false,
  },
  // A key that can sign alone. To change a key's weight, a new key is added and the old one revoked.
  {
    kind: 'full_key_added',
    source: null,
    facts: ['fullKeysAdded', 'keysAdded'],
    isReported: true,
  },
  {
    kind: 'key_removed',
    source: {
      contract: null,
      event: 'AccountKeyRemoved',
      account: 'address',
      // The chain calls the index of the removed key `publicKey`.
      detail: { field: 'publicKey', type: 'integer' },
    },
    facts: ['keysRemoved'],
    isReported: true,
  },
  {
    kind: 'contract_added',
    source: {
      contract: null,
      event: 'AccountContractAdded',
      account: 'address',
      detail: { field: 'contract', type: 'text' },
    },
    facts: ['contractsDeployed'],
    isReported: false,
  },
  {
    kind: 'contract_updated',
    source: {
      contract: null,
      event: 'AccountContractUpdated',
      account: 'address',
      detail: { field: 'contract', type: 'text' },
    },
    facts: ['contractsUpdated'],
    isReported: true,
  },
  {
    kind: 'contract_removed',
    source: {
      contract: null,
      event: 'AccountContractRemoved',
      account: 'address',
      detail: { field: 'contract', type: 'text' },
    },
    facts: ['contractsRemoved'],
    isReported: true,
  },
  // A capability published for everyone.
  {
    kind: 'capability_published',
    source: {
      contract: null,
      event: 'CapabilityPublished',
      account: 'address',
      detail: { field: 'capability', type: 'capability' },
      isOnlyEntitled: true,
    },
    facts: ['capabilitiesPublished'],
    isReported: true,
  },
  // A capability offered to one other account.
  {
    kind: 'capability_offered',
    source: {
      contract: null,
      event: 'InboxValuePublished',
      account: 'provider',
      detail: { field: 'type', type: 'text' },
      isOnlyEntitled: true,
    },
    facts: ['capabilitiesOffered'],
    isReported: true,
  },
  // A transaction scheduled with the chain's scheduler.
  {
    kind: 'transaction_scheduled',
    source: {
      contract: 'FlowTransactionScheduler',
      event: 'Scheduled',
      account: 'transactionHandlerOwner',
      detail: { field: 'transactionHandlerTypeIdentifier', type: 'text' },
    },
    facts: ['transactionsScheduled'],
    isReported: true,
  },
] as const satisfies readonly AccountEventDefinition[]

type AccountEvent = (typeof ACCOUNT_EVENTS)[number]

export type AccountEventKind = AccountEvent['kind']

/** A field of `AccountFacts` that counts account events. */
export type AccountEventFact = AccountEvent['facts'][number]

/** Kinds that a score reports; the reasons name them, and evidence is found by them. */
export type ReportedAccountEventKind = Extract<AccountEvent, { isReported: true }>['kind']

/** Every field of `AccountFacts` that counts account events. */
export const ACCOUNT_EVENT_FACTS: readonly AccountEventFact[] = [
  ...new Set(ACCOUNT_EVENTS.flatMap(({ facts }): readonly AccountEventFact[] => facts)),
]

/**
 * Returns an object with the result of `make` for each field of `AccountFacts` that counts account
 * events.
 */
export function mapAccountEventFacts<T>(
  make: (fact: AccountEventFact) => T,
): Record<AccountEventFact, T> {
  const mapped: Partial<Record<AccountEventFact, T>> = {}
  for (const fact of ACCOUNT_EVENT_FACTS) mapped[fact] = make(fact)
  if (!isComplete(mapped)) throw new TypeError('ACCOUNT_EVENT_FACTS lacks a fact of the table')
  return mapped
}

function isComplete<T>(
  mapped: Partial<Record<AccountEventFact, T>>,
): mapped is Record<AccountEventFact, T> {
  return ACCOUNT_EVENT_FACTS.every((fact) => Object.hasOwn(mapped, fact))
}
