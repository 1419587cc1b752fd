import type { SystemContract } from './define-network.ts'

export interface AccountEventSource {
  /** Contract that emits it; `null` for core events, whose type is `flow.<event>`. */
  contract: SystemContract | null
  event: string
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
  isReported: boolean
}

const ofAccount = (event: string, field: string, type: 'integer' | 'text'): AccountEventSource => ({
  ...{ contract: null, event, account: 'address' },
  detail: { field, type },
})

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
  { kind: 'key_initial', source: null, facts: [], isReported: false },
  {
    kind: 'key_added',
    source: ofAccount('AccountKeyAdded', 'keyIndex', 'integer'),
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
    // The chain calls the index of the removed key `publicKey`.
    source: ofAccount('AccountKeyRemoved', 'publicKey', 'integer'),
    facts: ['keysRemoved'],
    isReported: true,
  },
  {
    kind: 'contract_added',
    source: ofAccount('AccountContractAdded', 'contract', 'text'),
    facts: ['contractsDeployed'],
    isReported: false,
  },
  {
    kind: 'contract_updated',
    source: ofAccount('AccountContractUpdated', 'contract', 'text'),
    facts: ['contractsUpdated'],
    isReported: true,
  },
  {
    kind: 'contract_removed',
    source: ofAccount('AccountContractRemoved', 'contract', 'text'),
    facts: ['contractsRemoved'],
    isReported: true,
  },
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

export type AccountEventFact = AccountEvent['facts'][number]

export type ReportedAccountEventKind = Extract<AccountEvent, { isReported: true }>['kind']

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
  const entries = ACCOUNT_EVENT_FACTS.map((fact) => [fact, make(fact)])
  return Object.fromEntries(entries) as Record<AccountEventFact, T>
}
