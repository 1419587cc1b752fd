import { hash } from 'node:crypto'
import type { CadenceCall } from '@app/contracts/resolve-imports.ts'
import { arg } from '@app/flow/decode/cadence-arg.ts'
import { createEvmSigner, type EvmSigner } from '@app/flow/evm/create-evm-signer.ts'
import type { Address } from '@app/values/address.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import { FatalError } from '@app/values/errors.ts'
import { type EvmAddress, toEvmAddress } from '@app/values/evm-address.ts'
import type { Chain, TransactionRequest } from '../create-chain.ts'

const IMPORTS = `
import "EVM"
import "FlowToken"
import "FungibleToken"
`

const FLOW_VAULT = `owner.storage
            .borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)!`

/** Transactions of the owner of an account in the EVM, with an amount of FLOW. */
const COA_CALLS = {
  /** Opens the account, which only the signer controls, with FLOW from its vault. */
  openCoa: `
transaction(amount: UFix64) {
    prepare(owner: auth(BorrowValue, SaveValue, IssueStorageCapabilityController, PublishCapability) &Account) {
        let coa <- EVM.createCadenceOwnedAccount()
        let vault <- ${FLOW_VAULT}.withdraw(amount: amount)
        coa.deposit(from: <- (vault as! @FlowToken.Vault))
        owner.storage.save(<- coa, to: /storage/evm)
        owner.capabilities.publish(
            owner.capabilities.storage.issue<&EVM.CadenceOwnedAccount>(/storage/evm),
            at: /public/evm
        )
    }
}`,
  depositToCoa: `
transaction(amount: UFix64) {
    prepare(owner: auth(BorrowValue) &Account) {
        let vault <- ${FLOW_VAULT}.withdraw(amount: amount)
        owner.storage.borrow<&EVM.CadenceOwnedAccount>(from: /storage/evm)!
            .deposit(from: <- (vault as! @FlowToken.Vault))
    }
}`,
  withdrawFromCoa: `
transaction(amount: UFix64) {
    prepare(owner: auth(BorrowValue) &Account) {
        let balance = EVM.Balance(attoflow: 0)
        balance.setFLOW(flow: amount)
        let vault <- owner.storage
            .borrow<auth(EVM.Withdraw) &EVM.CadenceOwnedAccount>(from: /storage/evm)!
            .withdraw(balance: balance)
        owner.storage.borrow<&FlowToken.Vault>(from: /storage/flowTokenVault)!.deposit(from: <- vault)
    }
}`,
}

/** Opens an account in the EVM, or moves FLOW between it and the vault of its owner. */
export const buildCoaRequest = (
  name: keyof typeof COA_CALLS,
  owner: Address,
  amount: string,
): TransactionRequest =>
  buildRequest(owner, {
    name,
    cadence: `${IMPORTS}${COA_CALLS[name]}`,
    args: [arg.ufix64(parseUfix64(amount))],
  })

const CALL_FROM_COA = `${IMPORTS}
transaction(to: String, data: [UInt8], amount: UFix64) {
    prepare(owner: auth(BorrowValue) &Account) {
        let value = EVM.Balance(attoflow: 0)
        value.setFLOW(flow: amount)
        let result = owner.storage.borrow<auth(EVM.Call) &EVM.CadenceOwnedAccount>(from: /storage/evm)!
            .call(to: EVM.addressFromString(to), data: data, gasLimit: 1_000_000, value: value)
        assert(result.status == EVM.Status.successful, message: result.errorMessage)
    }
}`

/** A call in the EVM; it pays an amount of FLOW, such as '12.50'. */
interface EvmCall {
  to: EvmAddress
  amount: string
  data?: Uint8Array
}

/** Calls an address in the EVM from the signer's account there, and pays it. */
export const buildCoaCallRequest = (
  owner: Address,
  { to, amount, data = new Uint8Array() }: EvmCall,
): TransactionRequest =>
  buildRequest(owner, {
    name: 'call_from_coa',
    cadence: CALL_FROM_COA,
    args: [arg.string(to), arg.bytes(data), arg.ufix64(parseUfix64(amount))],
  })

/**
 * Code that creates a contract, which stores who deployed it. What it is paid without input it keeps. Only its deployer
 * can call it with two words, an address and an amount, which it pays. Opcodes: ethereum.org/developers/docs/evm.
 */
const GAME_CODE = Buffer.from(
  [
    ...['33', '5f', '55'], // storage[0] = caller
    ...['6021', '80', '600c', '5f', '39', '5f', 'f3'], // return the 33 bytes that follow
    ...['36', '15', '601b', '57'], // without input: stop
    ...['33', '5f', '54', '18', '601d', '57'], // caller other than storage[0]: revert
    ...['5f', '5f', '5f', '5f', '6020', '35', '5f', '35', '5a', 'f1'], // call input[0] with value input[1]
    ...['15', '601d', '57'], // failed: revert
    ...['5b', '00', '5b', '5f', '5f', 'fd'],
  ].join(''),
  'hex',
)

const DEPLOY_GAME = `${IMPORTS}
transaction(code: [UInt8]) {
    prepare(owner: auth(BorrowValue, SaveValue) &Account) {
        let result = owner.storage.borrow<auth(EVM.Deploy) &EVM.CadenceOwnedAccount>(from: /storage/evm)!
            .deploy(code: code, gasLimit: 1_000_000, value: EVM.Balance(attoflow: 0))
        assert(result.status == EVM.Status.successful, message: result.errorMessage)
        owner.storage.save(result.deployedContract!.toString(), to: /storage/game)
    }
}`

/** Deploys the game from the signer's account in the EVM. */
export const buildGameDeploymentRequest = (owner: Address): TransactionRequest =>
  buildRequest(owner, { name: 'deploy_game', cadence: DEPLOY_GAME, args: [arg.bytes(GAME_CODE)] })

/** Builds the input with which the game pays a prize. */
export function encodePrize(winner: EvmAddress, amount: string): Uint8Array {
  const words = [BigInt(winner), toAtto(amount)]
  return Buffer.from(words.map((word) => word.toString(16).padStart(64, '0')).join(''), 'hex')
}

const toAtto = (amount: string): bigint => parseUfix64(amount) * ATTO_PER_UNIT
const ATTO_PER_UNIT = 10n ** 10n

const RUN_SIGNED = `
import "EVM"

transaction(signed: [UInt8]) {
    prepare(relayer: auth(BorrowValue) &Account) {
        let coinbase = relayer.storage.borrow<&EVM.CadenceOwnedAccount>(from: /storage/evm)!.address()
        let result = EVM.run(tx: signed, coinbase: coinbase)
        assert(result.status == EVM.Status.successful, message: result.errorMessage)
    }
}`

/** Many times what paying an account takes; what is not used costs nothing. */
const GAS_OF_PAYMENT = 300_000n
const GAS_PRICE_ATTO = 10n ** 9n

/** Pays from an address that a key controls. The relayer, who sends it for others, only gets the gas. */
export async function buildRelayedPaymentRequest(
  chain: Pick<Chain, 'runScript'>,
  relayer: Address,
  { from, to, amount }: { from: EvmSigner } & Omit<EvmCall, 'data'>,
): Promise<TransactionRequest> {
  const signed = from.sign({
    ...{ type: 'legacy', gas: GAS_OF_PAYMENT, gasPrice: GAS_PRICE_ATTO },
    ...{ nonce: await readNonce(chain, from.address), to, value: toAtto(amount) },
  })
  return buildRequest(relayer, {
    name: 'run_signed',
    cadence: RUN_SIGNED,
    args: [arg.bytes(signed)],
  })
}

/** An address in the EVM with a key; the same name has the same key in every world. */
export const getEvmSigner = (name: string): EvmSigner =>
  createEvmSigner(`0x${hash('sha256', name)}`)

async function readNonce(chain: Pick<Chain, 'runScript'>, address: EvmAddress): Promise<bigint> {
  const cadence = `
import "EVM"
access(all) fun main(address: String): UInt64 { return EVM.addressFromString(address).nonce() }`
  const answer = await chain.runScript({ name: 'nonce', cadence, args: [arg.string(address)] })
  return answer as bigint
}

/** Reads the address of an account's account in the EVM. Throws `FatalError` when it has none. */
export const readCoaAddress = (
  chain: Pick<Chain, 'runScript'>,
  owner: Address,
): Promise<EvmAddress> =>
  readEvmAddress(
    chain,
    owner,
    'getAccount(owner).capabilities.borrow<&EVM.CadenceOwnedAccount>(/public/evm)?.address()?.toString()',
  )

/** Reads the address of the game that an account deployed. Throws `FatalError` when it has none. */
export const readGameAddress = (
  chain: Pick<Chain, 'runScript'>,
  owner: Address,
): Promise<EvmAddress> =>
  readEvmAddress(
    chain,
    owner,
    'getAuthAccount<auth(CopyValue) &Account>(owner).storage.copy<String>(from: /storage/game)',
  )

async function readEvmAddress(
  chain: Pick<Chain, 'runScript'>,
  owner: Address,
  expression: string,
): Promise<EvmAddress> {
  const cadence = `
import "EVM"
access(all) fun main(owner: Address): String? { return ${expression} }`
  const text = await chain.runScript({ name: 'evm_address', cadence, args: [arg.address(owner)] })
  if (typeof text === 'string') return toEvmAddress(text)
  throw new FatalError(`${owner} has nothing in the EVM at that place.`)
}

const buildRequest = (owner: Address, call: CadenceCall): TransactionRequest => ({
  call,
  signers: [owner],
})
