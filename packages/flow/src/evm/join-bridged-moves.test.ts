import { toEvmAddress } from '@app/values/evm-address.ts'
import { NETWORKS } from '@app/values/network.ts'
import { describe, expect, test } from 'vitest'
import { decodeEvent } from '../decode/decode-cadence.ts'
import {
  ALICE,
  BOB,
  buildEvents,
  CAROL,
  DOLLAR,
  type EmittedEvent,
  type EmittedLog,
  emitCall,
  emitDeposit,
  emitWithdrawal,
  logTransfer,
  TOKENS,
  WFLOW,
} from '../testing/evm-events.ts'
import {
  encodeRecordedEvent,
  RECORDED_BRIDGE,
  type RecordedEvent,
} from '../testing/recorded/recorded-chain.ts'
import { decodeEvmMoves, type EvmMoves } from './decode-evm-moves.ts'

const ZERO = toEvmAddress('0'.repeat(40))

describe('tokens that pass through the bridge', () => {
  const bridge = NETWORKS.testnet.evmBridge!
  const BRIDGE_COA = NETWORKS.testnet.evmBridgeCoa!
  const bridged = (way: 'To' | 'From', fields: Record<string, unknown>) => ({
    name: `A.${bridge.slice(2)}.IFlowEVMTokenBridge.BridgedTokens${way}EVM`,
    fields: { type: 'A.1.T.Vault', bridgedUUID: 71n, bridgeAddress: bridge, ...fields },
  })
  const from = (sender: string, logs: EmittedLog[]) =>
    emitCall({ subType: 5, from: sender, to: DOLLAR, logs })
  const decodeOnTestnet = (...events: EmittedEvent[]) =>
    decodeEvmMoves(buildEvents('testnet', ...events), 'testnet', TOKENS)
  const getCrossings = ({ moves }: EvmMoves) =>
    moves.map((move) => [move.from, move.to, move.units, move.vaultUuid])

  test('come from the vault, newly minted or out of its account', () => {
    const event = bridged('To', {
      amount: 5n * 10n ** 8n,
      to: BOB.slice(2),
      evmContractAddress: DOLLAR,
    })
    for (const payer of [ZERO, BRIDGE_COA]) {
      const paid = from(BRIDGE_COA, [logTransfer(DOLLAR, payer, BOB, 5_000_000n)])
      expect(getCrossings(decodeOnTestnet(event, paid))).toEqual([[null, BOB, 5_000_000n, 71n]])
    }
    const paid = from(BRIDGE_COA, [logTransfer(DOLLAR, BRIDGE_COA, BOB, 5_000_000n)])
    expect(getCrossings(decodeOnTestnet(paid, event, paid))).toEqual([
      [BRIDGE_COA, BOB, 5_000_000n, null],
      [null, BOB, 5_000_000n, 71n],
    ])
    const other = from(BRIDGE_COA, [logTransfer(DOLLAR, BRIDGE_COA, BOB, 5n)])
    expect(getCrossings(decodeOnTestnet(event, other))).toEqual([[BRIDGE_COA, BOB, 5n, null]])
  })

  test('go to the vault', () => {
    const event = bridged('From', { amount: 5n, caller: BOB, evmContractAddress: DOLLAR })
    const taken = from(BOB, [logTransfer(DOLLAR, BOB, BRIDGE_COA, 5n)])
    expect(getCrossings(decodeOnTestnet(taken, event))).toEqual([[BOB, null, 5n, 71n]])
    expect(getCrossings(decodeOnTestnet(event, taken))).toEqual([[BOB, BRIDGE_COA, 5n, null]])
  })

  test('come and go as the contracts of the bridge report it, which also mints and burns', () => {
    const [token, owner] = [
      toEvmAddress('0x9a7b1d144828c356ec23ec862843fca4a8ff829e'),
      '0x000000000000000000000002a55bb90000000000',
    ]
    const listed = { address: token, symbol: 'EXT', name: 'Example', decimals: 18 }
    const decodeRecorded = (events: readonly RecordedEvent[]) =>
      decodeEvmMoves(
        events.map((event) => ({
          ...{ txId: '1'.repeat(64), txIndex: 0, eventIndex: event.index, type: event.type },
          fields: decodeEvent(encodeRecordedEvent(event)),
        })),
        'testnet',
        [{ ...listed, isWrappedFlow: false }],
      )
    expect(getCrossings(decodeRecorded(RECORDED_BRIDGE.in))).toEqual([
      [null, owner, 7n * 10n ** 18n, 35_184_372_088_832n],
    ])
    expect(getCrossings(decodeRecorded(RECORDED_BRIDGE.out))).toEqual([
      [owner, null, 3n * 10n ** 18n, 170_424_302_305_282n],
      [BRIDGE_COA, null, 3n * 10n ** 18n, null],
    ])
  })

  test('are not what others pay the same address while the bridge is paid its fee', () => {
    const event = bridged('To', { amount: 5n * 10n ** 8n, to: BOB, evmContractAddress: DOLLAR })
    const stolen = from(ALICE, [logTransfer(DOLLAR, ALICE, BOB, 5_000_000n)])
    const paid = from(BRIDGE_COA, [logTransfer(DOLLAR, BRIDGE_COA, BOB, 5_000_000n)])
    expect(getCrossings(decodeOnTestnet(event, stolen, paid))).toEqual([
      [ALICE, BOB, 5_000_000n, null],
      [null, BOB, 5_000_000n, 71n],
    ])
  })

  test('are FLOW between vault and address when the bridge wraps or unwraps it', () => {
    const atto = 10n ** 10n
    const inwards = bridged('To', { amount: 5n, to: BOB, evmContractAddress: WFLOW })
    const wrapped = from(BRIDGE_COA, [logTransfer(WFLOW, BRIDGE_COA, BOB, 5n * atto)])
    const paid = decodeOnTestnet(inwards, ...emitDeposit(BRIDGE_COA, 5n, 71n), wrapped)
    expect(getCrossings(paid)).toEqual([[null, BOB, 5n * atto, 71n]])
    const outwards = bridged('From', { amount: 5n * atto, caller: BOB, evmContractAddress: WFLOW })
    const taken = from(BOB, [logTransfer(WFLOW, BOB, BRIDGE_COA, 5n * atto)])
    const withdrawn = decodeOnTestnet(taken, ...emitWithdrawal(BRIDGE_COA, 5n, 71n), outwards)
    expect(getCrossings(withdrawn)).toEqual([[BOB, null, 5n * atto, 71n]])
  })

  test('stay where they are when a vault is taken out and put in again', () => {
    const atto = 10n ** 10n
    const inwards = bridged('To', { amount: 5n, to: BOB, evmContractAddress: WFLOW })
    const wrapped = from(BRIDGE_COA, [logTransfer(WFLOW, BRIDGE_COA, BOB, 5n * atto)])
    const events = [
      ...[...emitWithdrawal(ALICE, 5n, 71n), inwards],
      ...[...emitDeposit(BRIDGE_COA, 5n, 71n), wrapped],
    ]
    expect(getCrossings(decodeOnTestnet(...events))).toEqual([
      [ALICE, null, 5n * atto, 71n],
      [null, BOB, 5n * atto, 71n],
    ])
  })

  test('are not those of another contract with the same interface', () => {
    const fields = { amount: 5n, caller: BOB, evmContractAddress: DOLLAR }
    const forged = bridged('From', { ...fields, bridgeAddress: '0x0123456789abcdef' })
    const taken = from(BOB, [logTransfer(DOLLAR, BOB, CAROL, 5n)])
    const result = decodeOnTestnet(taken, forged)
    expect(getCrossings(result)).toEqual([[BOB, CAROL, 5n, null]])
    expect(result.unreadable).toEqual([])
  })

  test('are unreadable when the bridge names no token', () => {
    const event = bridged('From', { amount: 5n, caller: BOB, evmContractAddress: '' })
    expect(decodeOnTestnet(event).unreadable).toHaveLength(1)
  })
})
