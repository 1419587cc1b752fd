import { buildSystemTypeId } from '@app/flow/read/system-contracts.ts'
import { createEvmSigner, type EvmSigner, LOCAL_EVM_CHAIN } from '@app/flow/testing/evm.ts'
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
  type SeededEvm,
  startTransaction,
  takeUuid,
} from './draft.ts'
import { cadence } from './encode-cadence.ts'

const FLOW = buildFlowVaultTypeId('local')
const ATTO_PER_UNIT = 10n ** 10n

export const createSeededEvm = (): SeededEvm => ({
  coas: new Map(),
  signers: [1, 2, 3].map((key) => createEvmSigner(`0x${String(key).padStart(64, '0')}`)),
  balances: new Map(),
  executed: 0,
})

interface Ends {
  from: Address
  to: Address
}

/**
 * Adds a transaction with a move in the EVM, into it or out of it. Some pay more than events show that they had, some
 * fail, some cannot be read, and some COAs are used by somebody else than who created them.
 */
export function addEvmMove(draft: Draft, block: SeededBlock, ends: Ends): void {
  const { random, evm } = draft
  const coa = evm.coas.get(ends.from)
  const kind = random()
  if (coa === undefined) openCoa(draft, block, ends.from)
  else if (kind < 0.2) {
    const emit = startTransaction(draft, block, ends.from)
    const to = random() < 0.6 ? coa : pickReceiver(draft, ends.to)
    deposit(draft, emit, { account: ends.from, to })
  } else if (kind < 0.5) call(draft, block, { ...ends, coa })
  else if (kind < 0.75) relay(draft, block, ends)
  else withdraw(draft, block, { from: ends.from, coa })
}

function openCoa(draft: Draft, block: SeededBlock, owner: Address): void {
  const emit = startTransaction(draft, block, owner)
  const uuid = takeUuid(draft)
  const coa = toEvmAddress(`${'0'.repeat(23)}2${hash(`coa ${owner}`).slice(0, 16)}`)
  draft.evm.coas.set(owner, coa)
  emit(buildSystemTypeId('local', 'EVM', 'CadenceOwnedAccountCreated'), {
    address: cadence.text(coa.slice(2)),
    uuid: cadence.integer('UInt64', uuid),
  })
  deposit(draft, emit, { account: owner, to: coa })
}

/** Returns the address in the EVM of an account, or one with a key. */
function pickReceiver({ evm, random }: Draft, account: Address): EvmAddress {
  const coa = evm.coas.get(account)
  return coa !== undefined && random() < 0.7 ? coa : pickSigner(evm, random()).address
}

function pickSigner({ signers }: SeededEvm, part: number): EvmSigner {
  return signers[Math.floor(part * signers.length)]!
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
  execute(draft, emit, { payload: { subType: 1, from: EVM_FLOW_BRIDGE, to, value } })
  emit(buildSystemTypeId('local', 'EVM', 'FLOWTokensDeposited'), {
    address: cadence.text(to.slice(2)),
    amount: cadence.ufix64(units),
    depositedUUID: cadence.integer('UInt64', uuid),
    balanceAfterInAttoFlow: cadence.integer('UInt', add(draft, to, value)),
  })
}

function call(
  draft: Draft,
  block: SeededBlock,
  { from, to, coa }: Ends & { coa: EvmAddress },
): void {
  const { random } = draft
  const emit = startTransaction(draft, block, random() < 0.2 ? to : from)
  const [receiver, value] = [pickReceiver(draft, to), takeAmount(draft, coa)]
  const payload = { subType: 5, from: coa, to: receiver, value }
  const [hasFailed, isUnreadable] = [random() < 0.1, random() < 0.1]
  execute(draft, emit, { payload, hasFailed, isUnreadable })
  if (!hasFailed) pass(draft, { from: coa, to: receiver, value })
}

/** An account brings to the chain what somebody with a key signed. */
function relay(draft: Draft, block: SeededBlock, { from, to }: Ends): void {
  const { evm, random } = draft
  const emit = startTransaction(draft, block, from)
  const signer = pickSigner(evm, random())
  const [receiver, value] = [pickReceiver(draft, to), takeAmount(draft, signer.address)]
  const fees = { type: 'legacy', chainId: LOCAL_EVM_CHAIN, gasPrice: 1n, gas: 21_000n } as const
  const payload = signer.sign({ ...fees, to: receiver, value, nonce: BigInt(evm.executed) })
  execute(draft, emit, { payload })
  pass(draft, { from: signer.address, to: receiver, value })
}

function withdraw(
  draft: Draft,
  block: SeededBlock,
  { from, coa }: { from: Address; coa: EvmAddress },
): void {
  const units = takeAmount(draft, coa) / ATTO_PER_UNIT
  const value = units * ATTO_PER_UNIT
  const emit = startTransaction(draft, block, from)
  const uuid = takeUuid(draft)
  execute(draft, emit, { payload: { subType: 2, from: coa, to: EVM_FLOW_BRIDGE, value } })
  emit(buildSystemTypeId('local', 'EVM', 'FLOWTokensWithdrawn'), {
    address: cadence.text(coa.slice(2)),
    amount: cadence.ufix64(units),
    withdrawnUUID: cadence.integer('UInt64', uuid),
    balanceAfterInAttoFlow: cadence.integer('UInt', add(draft, coa, -value)),
  })
  emitDeposited(emit, { token: FLOW, units, uuid, account: from, balanceAfter: units * 3n })
}

/** Returns a part of what an address has; sometimes it got more before, from a contract, which no event shows. */
function takeAmount(draft: Draft, address: EvmAddress): bigint {
  const { evm, random } = draft
  const known = evm.balances.get(address) ?? 0n
  const unseen = known === 0n || random() < 0.1 ? 3n * 10n ** 18n : 0n
  const balance = add(draft, address, unseen)
  return random() < 0.2 ? balance : (balance * BigInt(1 + Math.floor(random() * 99))) / 100n
}

function pass(
  draft: Draft,
  { from, to, value }: { from: EvmAddress; to: EvmAddress; value: bigint },
): void {
  add(draft, from, -value)
  add(draft, to, value)
}

function add({ evm }: Draft, address: EvmAddress, atto: bigint): bigint {
  const balance = (evm.balances.get(address) ?? 0n) + atto
  evm.balances.set(address, balance)
  return balance
}

interface Execution {
  /** As it was signed, or what Cadence calls for. */
  payload: Uint8Array | DirectCall
  hasFailed?: boolean
  isUnreadable?: boolean
}

const NO_BYTES = new Uint8Array()
/** RLP of a list of lists, which is none of logs. */
const WRONG_LOGS = Uint8Array.of(0xc1, 0xc0)

function execute({ evm }: Draft, emit: Emit, execution: Execution): void {
  const { payload, hasFailed = false, isUnreadable = false } = execution
  evm.executed += 1
  const id = hash(`evm transaction ${evm.executed}`)
  const isDirect = !(payload instanceof Uint8Array)
  emit(buildSystemTypeId('local', 'EVM', 'TransactionExecuted'), {
    hash: cadence.bytes(Buffer.from(id, 'hex')),
    index: cadence.integer('UInt16', 0),
    type: cadence.integer('UInt8', isDirect ? 255 : 0),
    payload: cadence.bytes(isDirect ? encodeDirectCall(payload) : payload),
    errorCode: cadence.integer('UInt16', hasFailed ? 306 : 0),
    errorMessage: cadence.text(hasFailed ? 'execution reverted' : ''),
    gasConsumed: cadence.integer('UInt64', 21_000),
    contractAddress: cadence.text(''),
    logs: cadence.bytes(isUnreadable ? WRONG_LOGS : NO_BYTES),
    blockHeight: cadence.integer('UInt64', evm.executed),
    returnedData: cadence.bytes(NO_BYTES),
    precompiledCalls: cadence.bytes(NO_BYTES),
    stateUpdateChecksum: cadence.bytes(Uint8Array.of(1, 2, 3, 4)),
  })
}
