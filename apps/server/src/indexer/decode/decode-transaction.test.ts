import type { ChainEvent, TransactionRoles } from '@app/flow/read/chain.ts'
import { buildSystemTypeId } from '@app/flow/read/system-contracts.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { type Address, ZERO_ADDRESS } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import { NETWORKS } from '@app/values/network.ts'
import { describe, expect, it } from 'vitest'
import { buildRows } from './build-rows.ts'
import { decodeTransaction } from './decode-transaction.ts'

const ALICE = computeAddressAtIndex(10, 'local')
const BOB = computeAddressAtIndex(11, 'local')
const SPONSOR = computeAddressAtIndex(12, 'local')
const FLOW = buildSystemTypeId('local', 'FlowToken', 'Vault')
const WITHDRAW = buildSystemTypeId('local', 'FungibleToken', 'Withdraw')
const [WITHDRAWN, DEPOSITED] = ['Withdrawn', 'Deposited'].map((name) =>
  buildSystemTypeId('local', 'FungibleToken', name),
) as [string, string]

const buildEvent = (
  eventIndex: number,
  type: string,
  fields: ChainEvent['fields'],
): ChainEvent => ({
  type,
  txId: 'ab'.repeat(32),
  height: 7,
  blockId: 'block-7',
  blockTimeMs: 1_700_000_000_123,
  txIndex: 2,
  eventIndex,
  fields,
})

/** Builds the events of a payment of 5 units from alice to bob that empties her vault. */
const buildPayment = (token = FLOW): [ChainEvent, ChainEvent] => [
  buildEvent(0, WITHDRAWN, {
    ...{ type: token, amount: 5n, from: ALICE, fromUUID: 1n, withdrawnUUID: 9n, balanceAfter: 0n },
  }),
  buildEvent(1, DEPOSITED, {
    ...{ type: token, amount: 5n, to: BOB, toUUID: 2n, depositedUUID: 9n, balanceAfter: 5n },
  }),
]

const buildEventRows = (events: [ChainEvent, ...ChainEvent[]], roles: TransactionRoles | null) =>
  buildRows([{ decoded: decodeTransaction(events, 'local'), roles }])

const buildRoles = (proposer = ALICE, payer = proposer): TransactionRoles => ({
  txId: 'ab'.repeat(32),
  proposer,
  payer,
  authorizers: [ALICE],
})

describe('rows of a payment', () => {
  it('are on both sides; only the payer can be emptied, and only what the receiver got can be dust', () => {
    const { transfers } = buildEventRows(buildPayment(), buildRoles())
    const place = { height: 7, tx_index: 2, event_index: 1, split_index: 0, units: 5n }
    const common = { ...place, block_ms: 1_700_000_000_123 }
    const [out, into] = [
      { side: 'out', counterparty: BOB, is_emptied: true, is_dust: false },
      { side: 'in', counterparty: ALICE, is_emptied: false, is_dust: true },
    ]
    expect(transfers).toMatchObject([
      { ...common, ...out, address: ALICE },
      { ...common, ...into, address: BOB },
    ])
  })

  it('of an NFT are on both sides, and say who fetched it', () => {
    const move = ['Withdrawn', 'Deposited'].map((name, index) =>
      buildEvent(index, buildSystemTypeId('local', 'NonFungibleToken', name), {
        ...{ type: 'A.01.Kittens.NFT', id: 5n, uuid: 99n, from: ALICE, to: BOB },
      }),
    )
    const { nftMoves } = buildEventRows(move as [ChainEvent, ChainEvent], buildRoles(BOB))
    const common = { height: 7, tx_index: 2, event_index: 1, nft_type: 'A.01.Kittens.NFT' }
    expect(nftMoves).toMatchObject([
      { ...common, address: ALICE, side: 'out', is_initiated: false, is_swept: true },
      { ...common, address: BOB, side: 'in', is_initiated: true, is_swept: false },
    ])
  })

  it('mark it as swept when another account proposed it, but not in a system transaction', () => {
    const swept = (by: TransactionRoles | null) =>
      buildEventRows(buildPayment(), by).transfers.map(({ is_swept }) => is_swept)
    expect(swept(buildRoles(ALICE))).toEqual([false, false])
    expect(swept(buildRoles(BOB))).toEqual([true, false])
    expect(swept(buildRoles(ZERO_ADDRESS))).toEqual([false, false])
    expect(swept(null)).toEqual([false, false])
  })

  it('have proposer, payer and authorizers, once each', () => {
    const { transactions } = buildEventRows(buildPayment(), buildRoles(ALICE, SPONSOR))
    expect(transactions).toMatchObject([
      { address: ALICE, is_proposer: true, is_payer: false, is_authorizer: true },
      { address: SPONSOR, is_proposer: false, is_payer: true, is_authorizer: false },
    ])
  })

  it('replace a very long token name by its hash', () => {
    const names = ['a', 'b'].map((last) => `A.01.${'x'.repeat(9000)}${last}.Vault`)
    const [one, other] = names.map(
      (name) => buildEventRows(buildPayment(name), buildRoles()).transfers[0]?.token,
    )
    expect(one).toHaveLength(250)
    expect(one).not.toBe(other)
  })
})

describe('rows of account events', () => {
  const key = (eventIndex: number, address = ALICE, weight = 500_00000000n) =>
    buildEvent(eventIndex, 'flow.AccountKeyAdded', { address, keyIndex: 0n, weight })
  const listKinds = (...events: [ChainEvent, ...ChainEvent[]]) =>
    buildEventRows(events, buildRoles()).accountEvents.map(({ kind }) => kind)

  it('distinguish initial keys, later ones, and those that can sign alone', () => {
    const created = buildEvent(0, 'flow.AccountCreated', { address: ALICE })
    const full = 1000_00000000n
    const keys = [key(1, ALICE, full), key(2, BOB, full - 1n), key(3, BOB, full)]
    const { accountEvents, accounts } = buildEventRows([created, ...keys], buildRoles())
    expect(accountEvents.map(({ kind }) => kind)).toEqual([
      ...['account_created', 'key_initial', 'key_added', 'full_key_added'],
    ])
    expect(accounts).toMatchObject([{ address: ALICE, creation_index: 10, created_height: 7 }])
  })

  it('contain a published or offered capability only if it has an entitlement', () => {
    const right = `Capability<auth(${WITHDRAW})&${FLOW}>`
    const publish = (borrowType: string) =>
      buildEvent(0, 'flow.CapabilityPublished', { address: ALICE, capability: { borrowType } })
    const offer = (type: string) =>
      buildEvent(1, 'flow.InboxValuePublished', { provider: ALICE, recipient: BOB, type })
    expect(listKinds(publish(`&${FLOW}`), offer(`Capability<&${FLOW}>`))).toEqual([])
    const { accountEvents } = buildEventRows([publish(`&${right}`), offer(right)], buildRoles())
    expect(accountEvents).toMatchObject([
      { address: ALICE, kind: 'capability_published', detail: `&${right}` },
      { address: ALICE, kind: 'capability_offered', detail: right },
    ])
  })

  it('detect an entitlement in a type that is too long to store', () => {
    const borrowType = `&{A.01.${'x'.repeat(900)}.I:Capability<auth(${WITHDRAW})&${FLOW}>}`
    const capability = { address: ALICE, borrowType }
    const published = buildEvent(0, 'flow.CapabilityPublished', { address: ALICE, capability })
    const [kept] = buildEventRows([published], buildRoles()).accountEvents
    expect(kept).toMatchObject({ kind: 'capability_published', address: ALICE })
    expect(kept?.detail).toHaveLength(250)
  })

  it('assign a scheduled transaction to the owner of its handler', () => {
    const type = buildSystemTypeId('local', 'FlowTransactionScheduler', 'Scheduled')
    const transactionHandlerTypeIdentifier = 'A.01.Alarm.Handler'
    const handler = { transactionHandlerOwner: BOB, transactionHandlerTypeIdentifier }
    const fields = { id: 7n, fees: 5n, ...handler }
    expect(buildEventRows([buildEvent(0, type, fields)], buildRoles()).accountEvents).toMatchObject(
      [{ address: BOB, kind: 'transaction_scheduled', detail: 'A.01.Alarm.Handler' }],
    )
  })

  it('contain the key index or the contract name', () => {
    const { accountEvents } = buildEventRows(
      [
        buildEvent(0, 'flow.AccountKeyRemoved', { address: ALICE, publicKey: 3n }),
        buildEvent(1, 'flow.AccountContractAdded', { address: ALICE, contract: 'Art' }),
      ],
      buildRoles(),
    )
    expect(accountEvents.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['key_removed', '3'],
      ['contract_added', 'Art'],
    ])
  })
})

describe('fees of the scheduler', () => {
  const SCHEDULER = NETWORKS.local.systemContracts.FlowTransactionScheduler
  const scheduled = (eventIndex: number, fees: bigint) =>
    buildEvent(eventIndex, buildSystemTypeId('local', 'FlowTransactionScheduler', 'Scheduled'), {
      fees,
      transactionHandlerOwner: ALICE,
      transactionHandlerTypeIdentifier: 'A.01.Alarm.Handler',
    })
  const canceled = (eventIndex: number, feesReturned: bigint, feesDeducted: bigint) =>
    buildEvent(eventIndex, buildSystemTypeId('local', 'FlowTransactionScheduler', 'Canceled'), {
      feesReturned,
      feesDeducted,
    })
  interface Move {
    account: Address
    amount: bigint
    /** Index of the withdrawal event that filled the vault; for a withdrawal, its own index. */
    source: number
    type?: string
  }
  const withdrawn = ({ account, amount, source, type = FLOW }: Move) => {
    const uuids = { fromUUID: 1n, withdrawnUUID: BigInt(100 + source) }
    return buildEvent(source, WITHDRAWN, {
      type,
      amount,
      from: account,
      ...uuids,
      balanceAfter: 900n,
    })
  }
  const deposited = (eventIndex: number, { account, amount, source, type = FLOW }: Move) => {
    const uuids = { toUUID: 2n, depositedUUID: BigInt(100 + source) }
    return buildEvent(eventIndex, DEPOSITED, {
      type,
      amount,
      to: account,
      ...uuids,
      balanceAfter: 900n,
    })
  }
  /** Builds a payment by alice; its two events have the indexes from `source`. */
  const paid = (to: Address, money: Omit<Move, 'account'>): [ChainEvent, ChainEvent] => [
    withdrawn({ ...money, account: ALICE }),
    deposited(money.source + 1, { ...money, account: to }),
  ]
  const listTransfers = (...events: [ChainEvent, ...ChainEvent[]]) =>
    buildEventRows(events, buildRoles())
      .transfers.filter(({ side }) => side === 'out')
      .map(({ address, counterparty, units }) => [address, counterparty, units])

  it('are not payments, but other amounts to its account in the transaction are', () => {
    const fee = paid(SCHEDULER, { amount: 40n, source: 0 })
    expect(listTransfers(...fee)).toEqual([[ALICE, SCHEDULER, 40n]])
    expect(listTransfers(...fee, scheduled(2, 40n))).toEqual([])
    expect(listTransfers(...fee, scheduled(2, 39n))).toHaveLength(1)
    expect(
      listTransfers(scheduled(0, 40n), ...paid(SCHEDULER, { amount: 40n, source: 1 })),
    ).toHaveLength(1)
    const other = paid(SCHEDULER, { amount: 40n, source: 3 })
    expect(listTransfers(...fee, scheduled(2, 40n), ...other)).toHaveLength(1)
    expect(listTransfers(...fee, scheduled(2, 40n), ...other, scheduled(5, 40n))).toEqual([])
  })

  it('are FLOW for the account of the scheduler: other payments of that amount stay', () => {
    const dollars = { amount: 40n, source: 0, type: 'A.f8d6e0586b0a20c7.TestDollar.Vault' }
    const tip = paid(BOB, { amount: 40n, source: 2 })
    expect(listTransfers(...paid(SCHEDULER, dollars), ...tip, scheduled(4, 40n))).toHaveLength(2)
  })

  it('are not receipts when a cancelled run refunds them, although both halves are equal', () => {
    const returned = { account: SCHEDULER, amount: 20n, source: 0 }
    const deducted = { ...returned, source: 1 }
    const fees = NETWORKS.local.systemContracts.FlowFees
    expect(
      listTransfers(
        withdrawn(returned),
        withdrawn(deducted),
        deposited(2, { ...deducted, account: fees }),
        canceled(3, 20n, 20n),
        deposited(4, { ...returned, account: ALICE }),
      ),
    ).toEqual([])
    const gift = [withdrawn(returned), deposited(1, { ...returned, account: ALICE })] as const
    expect(listTransfers(...gift, canceled(2, 21n, 21n))).toEqual([[SCHEDULER, ALICE, 20n]])
  })
})

it.each([
  ['flow.AccountContractAdded', 'contract', { address: ALICE }],
  ['flow.AccountContractAdded', 'contract', { address: ALICE, contract: 5n }],
  ['flow.AccountContractAdded', 'address', { address: '0x12', contract: 'Art' }],
  ['flow.AccountKeyRemoved', 'publicKey', { address: ALICE, publicKey: '3' }],
  ['flow.CapabilityPublished', 'capability', { address: ALICE, capability: { borrowType: null } }],
  [DEPOSITED, 'to', { ...buildPayment()[1].fields, to: '0x1' }],
])('an event %s without a usable %s stops the indexer, which names both', (type, name, fields) => {
  const decode = () => decodeTransaction([buildEvent(0, type, fields)], 'local')
  expect(decode).toThrow(FatalError)
  expect(decode).toThrow(
    `The event ${type} of transaction ${'ab'.repeat(32)} has no usable field '${name}'`,
  )
})
