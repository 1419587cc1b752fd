import { arg, type CadenceArg } from '@app/flow/decode/cadence-arg.ts'
import { type DecodedEvmEvent, decodeEvmEvent } from '@app/flow/evm/decode-evm-event.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import type { TransactionResult } from '@app/flow/read/chain.ts'
import {
  CALL_FROM_COA,
  CREATE_COA,
  DEPLOY_FROM_COA,
  type EvmSigner,
  LOCAL_EVM_CHAIN,
  RUN_SIGNED,
  WITHDRAW_FROM_COA,
} from '@app/flow/testing/evm.ts'
import type { TestChain } from '@app/flow/testing/test-chain.ts'
import type { Address } from '@app/values/address.ts'
import type { EvmAddress } from '@app/values/evm-address.ts'

/** Somebody with an account and a Cadence-owned account in the EVM. */
export interface Person {
  signer: Signer
  address: Address
  coa: EvmAddress
}

const GWEI = 10n ** 9n
const NO_DATA = new Uint8Array()

/** Sends a transaction. Throws an error when it fails. */
export async function send(
  chain: TestChain,
  signer: Signer,
  cadence: string,
  ...args: CadenceArg[]
): Promise<TransactionResult> {
  return checkSuccess(await chain.run({ cadence, args, proposer: signer }))
}

export function checkSuccess(result: TransactionResult): TransactionResult {
  if (result.error !== null) throw new Error(result.error.text)
  return result
}

/** Creates somebody with 100 FLOW, of which `deposit`, in 10⁻⁸, are in the EVM. */
export async function createPerson(chain: TestChain, deposit = 0n): Promise<Person> {
  const signer = await chain.createAccount()
  await chain.transfer(chain.service, signer.address, 100_00000000n)
  const created = await send(chain, signer, CREATE_COA, arg.ufix64(deposit))
  const event = findEvent(created, ({ kind }) => kind === 'coa created')
  if (event?.kind !== 'coa created') throw new Error('no account was created')
  return { signer, address: signer.address, coa: event.address }
}

const findEvent = ({ events }: TransactionResult, isWanted: (event: DecodedEvmEvent) => boolean) =>
  events
    .map((event) => decodeEvmEvent(event, 'local'))
    .find((event) => event !== null && event.kind !== 'unreadable' && isWanted(event))

/** Deploys a contract, of which `code` is what creates it. */
export async function deploy(
  chain: TestChain,
  { signer }: Person,
  code: Uint8Array,
): Promise<EvmAddress> {
  const result = await send(chain, signer, DEPLOY_FROM_COA, arg.bytes(code))
  const event = findEvent(result, ({ kind }) => kind === 'evm')
  if (event?.kind !== 'evm' || event.createdContract === null) throw new Error('no contract')
  return event.createdContract
}

/** What a call in the EVM gives, in 10⁻¹⁸ FLOW. */
interface Payment {
  to: EvmAddress
  atto: bigint
  data?: Uint8Array
}

/** Calls from a person's account in the EVM. */
export const pay = (chain: TestChain, { signer }: Person, payment: Payment) => {
  const { to, atto, data = NO_DATA } = payment
  return send(
    chain,
    signer,
    CALL_FROM_COA,
    arg.string(to),
    arg.bytes(data),
    arg.integer('UInt', atto),
  )
}

export const withdraw = (chain: TestChain, { signer }: Person, atto: bigint) =>
  send(chain, signer, WITHDRAW_FROM_COA, arg.integer('UInt', atto))

/** Pays what somebody with a key signed, for the first time, in a transaction of the relayer. */
export async function relay(
  chain: TestChain,
  { from, relayer }: { from: EvmSigner; relayer: Person },
  { to, atto }: Payment,
): Promise<TransactionResult> {
  const fields = {
    type: 'legacy',
    chainId: LOCAL_EVM_CHAIN,
    gasPrice: GWEI,
    gas: 300_000n,
  } as const
  const signed = from.sign({ ...fields, to, value: atto, nonce: 0n })
  const coinbase = arg.string(relayer.coa)
  return await send(chain, relayer.signer, RUN_SIGNED, arg.array([arg.bytes(signed)]), coinbase)
}
