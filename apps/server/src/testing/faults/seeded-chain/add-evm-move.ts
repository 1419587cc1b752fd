import { arg } from '@app/flow/decode/cadence-arg.ts'
import { buildSystemTypeId } from '@app/flow/read/system-contracts.ts'
import { type DirectCall, encodeDirectCall } from '@app/flow/testing/evm-events.ts'
import type { Address } from '@app/values/address.ts'
import { EVM_FLOW_BRIDGE, type EvmAddress, toEvmAddress } from '@app/values/evm-address.ts'
import { buildFlowVaultTypeId } from '@app/values/token-type.ts'
import {
  type Draft,
  type Emit,
  emitDeposited,
  emitWithdrawn,
  hash,
  type SeededBlock,
  startTransaction,
  takeUuid,
} from './draft.ts'

const FLOW = buildFlowVaultTypeId('local')
const ATTO_PER_UNIT = 10n ** 10n

interface Ends {
  from: Address
  to: Address
}

/** Adds a transaction with a move in the EVM, into it or out of it; some COAs are used by others than who created them. */
export function addEvmMove(draft: Draft, block: SeededBlock, { from, to }: Ends): void {
  const { random, evm } = draft
  const coa = evm.coas.get(from)
  if (coa === undefined) {
    openCoa(draft, block, from)
    return
  }
  const kind = random()
  const receiver = evm.coas.get(to) ?? coa
  const emit = startTransaction(draft, block, kind > 0.9 ? to : from)
  if (kind < 0.3) deposit(draft, emit, { account: from, to: receiver })
  else if (kind < 0.6) withdraw(draft, emit, { account: from, coa })
  else {
    const value = takeAmount(draft, coa)
    execute(draft, emit, { subType: 5, from: coa, to: receiver, value })
    add(draft, coa, -value)
    add(draft, receiver, value)
  }
}

function openCoa(draft: Draft, block: SeededBlock, owner: Address): void {
  const emit = startTransaction(draft, block, owner)
  const uuid = takeUuid(draft)
  const coa = toEvmAddress(`${'0'.repeat(23)}2${hash(`coa ${owner}`).slice(0, 16)}`)
  draft.evm.coas.set(owner, coa)
  emit(buildSystemTypeId('local', 'EVM', 'CadenceOwnedAccountCreated'), {
    address: arg.string(coa.slice(2)),
    uuid: arg.integer('UInt64', uuid),
  })
  deposit(draft, emit, { account: owner, to: coa })
}

function deposit(
  draft: Draft,
  emit: Emit,
  { account, to }: { account: Address; to: EvmAddress },
): void {
  const uuid = takeUuid(draft)
  const units = BigInt(Math.floor(1 + draft.random() * 5e9)) * 10n
  emitWithdrawn(emit, { token: FLOW, units, uuid, account, balanceAfter: units * 5n })
  const value = units * ATTO_PER_UNIT
  execute(draft, emit, { subType: 1, from: EVM_FLOW_BRIDGE, to, value })
  emit(buildSystemTypeId('local', 'EVM', 'FLOWTokensDeposited'), {
    address: arg.string(to.slice(2)),
    amount: arg.ufix64(units),
    depositedUUID: arg.integer('UInt64', uuid),
    balanceAfterInAttoFlow: arg.integer('UInt', add(draft, to, value)),
  })
}

function withdraw(
  draft: Draft,
  emit: Emit,
  { account, coa }: { account: Address; coa: EvmAddress },
): void {
  const units = takeAmount(draft, coa) / ATTO_PER_UNIT
  const value = units * ATTO_PER_UNIT
  const uuid = takeUuid(draft)
  execute(draft, emit, { subType: 2, from: coa, to: EVM_FLOW_BRIDGE, value })
  emit(buildSystemTypeId('local', 'EVM', 'FLOWTokensWithdrawn'), {
    address: arg.string(coa.slice(2)),
    amount: arg.ufix64(units),
    withdrawnUUID: arg.integer('UInt64', uuid),
    balanceAfterInAttoFlow: arg.integer('UInt', add(draft, coa, -value)),
  })
  emitDeposited(emit, { token: FLOW, units, uuid, account, balanceAfter: units * 3n })
}

/** Returns a part of what an address has; sometimes all, or more, which it got from a contract that no event shows. */
function takeAmount(draft: Draft, address: EvmAddress): bigint {
  const { evm, random } = draft
  const known = evm.balances.get(address) ?? 0n
  const unseen = known === 0n || random() < 0.1 ? 3n * 10n ** 18n : 0n
  const balance = add(draft, address, unseen)
  return random() < 0.2 ? balance : (balance * BigInt(1 + Math.floor(random() * 99))) / 100n
}

function add({ evm }: Draft, address: EvmAddress, atto: bigint): bigint {
  const balance = (evm.balances.get(address) ?? 0n) + atto
  evm.balances.set(address, balance)
  return balance
}

function execute({ evm }: Draft, emit: Emit, call: DirectCall): void {
  evm.executed += 1
  const none = arg.bytes(new Uint8Array())
  emit(buildSystemTypeId('local', 'EVM', 'TransactionExecuted'), {
    hash: arg.bytes(Buffer.from(hash(`evm transaction ${evm.executed}`), 'hex')),
    index: arg.integer('UInt16', 0),
    type: arg.integer('UInt8', 255),
    payload: arg.bytes(encodeDirectCall(call)),
    errorCode: arg.integer('UInt16', 0),
    errorMessage: arg.string(''),
    gasConsumed: arg.integer('UInt64', 21_000),
    contractAddress: arg.string(''),
    logs: none,
    blockHeight: arg.integer('UInt64', evm.executed),
    returnedData: none,
    precompiledCalls: none,
    stateUpdateChecksum: arg.bytes(Uint8Array.of(1, 2, 3, 4)),
  })
}
