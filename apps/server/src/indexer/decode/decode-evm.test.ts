import type { ChainEvent } from '@app/flow/read/chain.ts'
import {
  ALICE,
  BOB,
  buildEvents,
  DOLLAR,
  type EmittedEvent,
  emitCall,
  emitDeposit,
  emitWithdrawal,
  logTransfer,
  NATIVE,
  TOKENS,
  WFLOW,
} from '@app/flow/testing/evm-events.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { toEvmAddress } from '@app/values/evm-address.ts'
import { NETWORKS, type Network } from '@app/values/network.ts'
import { buildFlowVaultTypeId } from '@app/values/token-type.ts'
import { describe, expect, it } from 'vitest'
import { buildRows } from './build-rows.ts'
import { toTokenId } from './decode-evm.ts'
import { decodeTransaction } from './decode-transaction.ts'

const FLOW = buildFlowVaultTypeId('local')
const ANN = computeAddressAtIndex(10, 'local')
const BEN = computeAddressAtIndex(11, 'local')
const COA = toEvmAddress(`${'0'.repeat(23)}2${'0'.repeat(15)}9`)
const ONE_UNIT = 10n ** 10n

const toChainEvents = (network: Network, events: readonly EmittedEvent[]): ChainEvent[] =>
  buildEvents(network, ...events).map((event) => ({
    ...event,
    ...{ height: 7, blockId: 'b', blockTimeMs: 1_000 },
  }))

const decode = (events: readonly EmittedEvent[], network: Network = 'local') =>
  decodeTransaction(
    toChainEvents(network, events) as [ChainEvent, ...ChainEvent[]],
    network,
    TOKENS,
  )

const listPayments = (events: readonly EmittedEvent[], network?: Network) =>
  decode(events, network).transfers.map(({ token, units, from, to }) => [token, units, from, to])

const TOKEN_EVENTS = 'A.ee82856bf20e2aa6.FungibleToken'

/** A Cadence event of a vault of FLOW. */
const vault = (
  kind: 'Withdrawn' | 'Deposited',
  account: string,
  { uuid, units, balance = 10_000n }: { uuid: bigint; units: bigint; balance?: bigint },
): EmittedEvent => ({
  name: `${TOKEN_EVENTS}.${kind}`,
  fields: {
    ...{ type: FLOW, amount: units, balanceAfter: balance },
    ...(kind === 'Withdrawn'
      ? { from: account, fromUUID: 1n, withdrawnUUID: uuid }
      : { to: account, toUUID: 2n, depositedUUID: uuid }),
  },
})

const call = (from: string, logs: Parameters<typeof emitCall>[0]['logs']) =>
  emitCall({ subType: 5, from, to: DOLLAR, logs: logs ?? [] })

describe('FLOW that crosses', () => {
  it('goes from the account to the address, and from the address to the account', () => {
    const into = [
      vault('Withdrawn', ANN, { uuid: 71n, units: 500_000n }),
      ...emitDeposit(BOB, 500_000n, 71n),
    ]
    expect(listPayments(into)).toEqual([[FLOW, 500_000n, ANN, BOB]])
    const outOf = [
      ...emitWithdrawal(COA, 500_000n, 72n),
      vault('Deposited', BEN, { uuid: 72n, units: 500_000n }),
    ]
    expect(listPayments(outOf)).toEqual([[FLOW, 500_000n, COA, BEN]])
    expect(decode(outOf).transfers).toMatchObject([
      { initiator: COA, eventIndex: 0, splitIndex: 0 },
    ])
  })
})

describe('a token that crosses', () => {
  it('is the same one in Cadence and in the EVM, and never the bridge’s', () => {
    const bridge = NETWORKS.testnet.evmBridge!
    const bridgeCoa = NETWORKS.testnet.evmBridgeCoa!
    const account = computeAddressAtIndex(10, 'testnet')
    const token = toTokenId(DOLLAR, 'testnet')
    const passage: EmittedEvent = {
      name: `A.${bridge.slice(2)}.IFlowEVMTokenBridge.BridgedTokensToEVM`,
      fields: {
        ...{ type: token, bridgedUUID: 71n, bridgeAddress: bridge, amount: 5n * 10n ** 8n },
        ...{ to: BOB.slice(2), evmContractAddress: DOLLAR },
      },
    }
    const ofToken = (name: string, fields: Record<string, unknown>): EmittedEvent => ({
      name: `A.9a0766d93b6608b7.FungibleToken.${name}`,
      fields: { type: token, amount: 5n * 10n ** 8n, balanceAfter: 0n, ...fields },
    })
    const events = [
      ofToken('Withdrawn', { from: account, fromUUID: 1n, withdrawnUUID: 71n }),
      ofToken('Deposited', { to: bridge, toUUID: 2n, depositedUUID: 71n }),
      passage,
      call(bridgeCoa, [logTransfer(DOLLAR, bridgeCoa, BOB, 5_000_000n)]),
    ]
    expect(listPayments(events, 'testnet')).toEqual([[token, 5n * 10n ** 8n, account, BOB]])
  })
})

describe('amounts', () => {
  it('of the same two in one transaction are added before they are rounded, once', () => {
    const half = ONE_UNIT / 2n
    const parts = call(ALICE, [
      logTransfer(NATIVE, ALICE, BOB, half),
      logTransfer(WFLOW, ALICE, BOB, half),
      logTransfer(NATIVE, BOB, ALICE, half),
    ])
    expect(listPayments([parts])).toEqual([[FLOW, 1n, ALICE, BOB]])
  })

  it('of any number of decimals have eight, and those that no column holds are counted', () => {
    const paid = call(ALICE, [logTransfer(DOLLAR, ALICE, BOB, 1_500_000n)])
    expect(listPayments([paid])).toEqual([[DOLLAR, 150_000_000n, ALICE, BOB]])
    const huge = call(ALICE, [logTransfer(DOLLAR, ALICE, BOB, 2n ** 256n - 1n)])
    expect(decode([huge])).toMatchObject({ transfers: [], rows: { evmSkips: [{ count: 1 }] } })
  })

  it('below a thousandth of a FLOW are dust', () => {
    const paid = (units: bigint) => call(ALICE, [logTransfer(NATIVE, ALICE, BOB, units * ONE_UNIT)])
    expect(decode([paid(99_999n)]).transfers).toMatchObject([{ isDust: true }])
    expect(decode([paid(100_000n)]).transfers).toMatchObject([{ isDust: false }])
  })
})

describe('who acts', () => {
  const listActs = (events: readonly EmittedEvent[]) => decode(events).coaActs.map(({ coa }) => coa)

  it('with a Cadence-owned account creates it, calls or withdraws, also in vain', () => {
    const created = {
      name: 'CadenceOwnedAccountCreated',
      fields: { address: COA.slice(2), uuid: 5n },
    }
    expect(listActs([created, emitCall({ subType: 4, from: ALICE, to: COA })])).toEqual([COA])
    expect(listActs([call(COA, [])])).toEqual([COA])
    expect(listActs([emitCall({ subType: 5, from: COA, to: BOB, hasFailed: true })])).toEqual([COA])
    expect(listActs(emitWithdrawal(COA, 5n, 71n))).toEqual([COA])
  })

  it('is nobody who deposits, or pays it', () => {
    expect(listActs(emitDeposit(COA, 5n, 71n))).toEqual([])
    expect(listActs([call(BOB, [logTransfer(NATIVE, COA, BOB, ONE_UNIT)])])).toEqual([])
  })

  it('is the only authorizer, or none alone; who only proposes or pays is no authorizer', () => {
    const decoded = decode([call(COA, [])])
    const roles = { txId: decoded.txId, proposer: BEN, payer: BEN, authorizers: [ANN] }
    expect(buildRows([{ decoded, roles }]).coaActs).toMatchObject([
      { address: COA, authorizer: ANN, is_sole: true },
    ])
    const both = { ...roles, authorizers: [ANN, BEN] }
    expect(buildRows([{ decoded, roles: both }]).coaActs).toMatchObject([
      { authorizer: ANN, is_sole: false },
      { authorizer: BEN, is_sole: false },
    ])
    expect(buildRows([{ decoded, roles: null }]).coaActs).toEqual([])
  })

  it('is noted of twenty authorizers at most, so that a transaction has few rows', () => {
    const decoded = decode([call(COA, [])])
    const authorizers = Array.from({ length: 300 }, (_, index) =>
      computeAddressAtIndex(1_000 + index, 'local'),
    )
    const roles = { txId: decoded.txId, proposer: BEN, payer: BEN, authorizers }
    const { coaActs } = buildRows([{ decoded, roles }])
    expect(coaActs.map(({ authorizer }) => authorizer)).toEqual(authorizers.toSorted().slice(0, 20))
    expect(coaActs.every(({ is_sole }) => !is_sole)).toBe(true)
  })
})
