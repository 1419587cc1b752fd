import type { EvmAddress } from '@app/values/evm-address.ts'
import * as Bytes from 'ox/Bytes'
import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import * as Rlp from 'ox/Rlp'
import * as Secp256k1 from 'ox/Secp256k1'
import {
  createEvmSigner as createSigner,
  type EvmSigner as Signer,
} from '../evm/create-evm-signer.ts'

const IMPORTS = `
import EVM from 0xf8d6e0586b0a20c7
import FlowToken from 0x0ae53cb6e3f42a79
import FungibleToken from 0xee82856bf20e2aa6
`

/** Creates a Cadence-owned account, deposits FLOW there, and saves it. */
export const CREATE_COA = `${IMPORTS}
transaction(amount: UFix64) {
    prepare(signer: auth(BorrowValue, SaveValue) &Account) {
        let coa <- EVM.createCadenceOwnedAccount()
        let vault <- signer.storage
            .borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)!
            .withdraw(amount: amount)
        coa.deposit(from: <-(vault as! @FlowToken.Vault))
        signer.storage.save(<-coa, to: /storage/evm)
    }
}`

/** Deposits FLOW of the signer's vault to an address in the EVM. */
export const DEPOSIT_TO_EVM = `${IMPORTS}
transaction(to: String, amount: UFix64) {
    prepare(signer: auth(BorrowValue) &Account) {
        let vault <- signer.storage
            .borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)!
            .withdraw(amount: amount)
        EVM.addressFromString(to).deposit(from: <-(vault as! @FlowToken.Vault))
    }
}`

/** Moves the Cadence-owned account of the first signer to the second one. */
export const HAND_OVER_COA = `${IMPORTS}
transaction {
    prepare(giver: auth(LoadValue) &Account, taker: auth(LoadValue, SaveValue) &Account) {
        if let old <- taker.storage.load<@EVM.CadenceOwnedAccount>(from: /storage/evm) {
            taker.storage.save(<-old, to: /storage/formerEvm)
        }
        let coa <- giver.storage.load<@EVM.CadenceOwnedAccount>(from: /storage/evm)!
        taker.storage.save(<-coa, to: /storage/evm)
    }
}`

/** Offers somebody to call once from the signer's Cadence-owned account. */
export const LEND_COA = `${IMPORTS}
transaction(borrower: Address) {
    prepare(signer: auth(IssueStorageCapabilityController, PublishInboxCapability) &Account) {
        let right = signer.capabilities.storage
            .issue<auth(EVM.Call) &EVM.CadenceOwnedAccount>(/storage/evm)
        signer.inbox.publish(right, name: "evm", recipient: borrower)
    }
}`

/** Pays 10⁻¹⁸ FLOW from a Cadence-owned account that its holder lent to the signer. */
export const CALL_FROM_LENT_COA = `${IMPORTS}
transaction(holder: Address, to: String, value: UInt) {
    prepare(signer: auth(ClaimInboxCapability) &Account) {
        signer.inbox
            .claim<auth(EVM.Call) &EVM.CadenceOwnedAccount>("evm", provider: holder)!
            .borrow()!
            .call(
                to: EVM.addressFromString(to),
                data: [],
                gasLimit: 1_000_000,
                value: EVM.Balance(attoflow: value)
            )
    }
}`

/** Calls from the signer's Cadence-owned account, with a value in 10⁻¹⁸ FLOW; the call itself may fail. */
export const CALL_FROM_COA = `${IMPORTS}
transaction(to: String, data: [UInt8], value: UInt) {
    prepare(signer: auth(BorrowValue) &Account) {
        signer.storage.borrow<auth(EVM.Call) &EVM.CadenceOwnedAccount>(from: /storage/evm)!.call(
            to: EVM.addressFromString(to),
            data: data,
            gasLimit: 1_000_000,
            value: EVM.Balance(attoflow: value)
        )
    }
}`

/** Deploys a contract from the signer's Cadence-owned account. */
export const DEPLOY_FROM_COA = `${IMPORTS}
transaction(code: [UInt8]) {
    prepare(signer: auth(BorrowValue) &Account) {
        let result = signer.storage
            .borrow<auth(EVM.Deploy) &EVM.CadenceOwnedAccount>(from: /storage/evm)!
            .deploy(code: code, gasLimit: 5_000_000, value: EVM.Balance(attoflow: 0))
        assert(result.status == EVM.Status.successful, message: result.errorMessage)
    }
}`

/** Withdraws 10⁻¹⁸ FLOW from the signer's Cadence-owned account to the signer's vault. */
export const WITHDRAW_FROM_COA = `${IMPORTS}
transaction(amount: UInt) {
    prepare(signer: auth(BorrowValue) &Account) {
        let vault <- signer.storage
            .borrow<auth(EVM.Withdraw) &EVM.CadenceOwnedAccount>(from: /storage/evm)!
            .withdraw(balance: EVM.Balance(attoflow: amount))
        signer.storage.borrow<&FlowToken.Vault>(from: /storage/flowTokenVault)!.deposit(from: <-vault)
    }
}`

/** Runs signed transactions, of which `coinbase` gets the gas. */
export const RUN_SIGNED = `${IMPORTS}
transaction(signed: [[UInt8]], coinbase: String) {
    prepare(signer: &Account) {
        let results = EVM.batchRun(txs: signed, coinbase: EVM.addressFromString(coinbase))
        for result in results {
            let isExecuted = result.status == EVM.Status.successful || result.status == EVM.Status.failed
            assert(isExecuted, message: result.errorMessage)
        }
    }
}`

/**
 * Code that creates a contract, which does what its test asks for, by the length of the input: 32 bytes, pays that
 * amount to the caller (as wrapped FLOW does on unwrapping); 64 bytes, logs an ERC-20 transfer of the caller,
 * to an address, of an amount; 96 bytes, of which the last word means nothing, pays an amount to an address; one
 * byte, fails. Without input it only takes what it is paid.
 */
export const TEST_CONTRACT = buildCreationCode(`
  36 6020 14 601d 57  36 6040 14 6028 57  36 6060 14 6057 57  36 6001 14 6064 57  00
  5b  5f 5f 5f 5f  5f 35  33  5a f1 00
  5b  6020 35 5f 52  5f 35  33
      7f ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef  6020 5f a3 00
  5b  5f 5f 5f 5f  6020 35  5f 35  5a f1 00
  5b  5f 5f fd
`)

/**
 * Code that creates a contract, which pays a half of what it is paid to each of two addresses, the words of its input.
 * It logs nothing.
 */
export const SPLITTER = buildCreationCode(`
  5f 5f 5f 5f  6002 34 04  5f 35  5a f1 50
  5f 5f 5f 5f  6002 34 04  6020 35  5a f1 00
`)

/** Prepends code that copies the rest, which is that of the contract, and returns it. */
function buildCreationCode(source: string): Uint8Array {
  const runtime = Buffer.from(source.replace(/\s/g, ''), 'hex')
  const copy = `60${runtime.length.toString(16)} 80 6009 5f 39 5f f3`
  return Buffer.concat([Buffer.from(copy.replaceAll(' ', ''), 'hex'), runtime])
}

/** Encodes numbers and addresses as words of 32 bytes. */
export function encodeWords(...words: (bigint | EvmAddress)[]): Uint8Array {
  return Buffer.from(
    words.map((word) => BigInt(word).toString(16).padStart(64, '0')).join(''),
    'hex',
  )
}

/** The id of an emulator's chain in the EVM. Source: flow-go `fvm/evm/types/chainIDs.go`. */
export const LOCAL_EVM_CHAIN = 646

/** Somebody with a key in the EVM, who also signs what libraries do not. */
export interface EvmSigner extends Signer {
  /** Signs the fields of a transaction that has a type byte, also such as `sign` refuses. */
  signFields(type: number, fields: RlpFields): Uint8Array
}

type RlpFields = readonly (bigint | Hex.Hex | RlpFields)[]

/** Creates a signer with a key, by default a new one. */
export function createEvmSigner(privateKey = Secp256k1.randomPrivateKey()): EvmSigner {
  return {
    ...createSigner(privateKey),
    signFields: (type, fields) => {
      const payload = Hash.keccak256(encodeTyped(type, fields))
      const { yParity, r, s } = Secp256k1.sign({ payload, privateKey })
      return encodeTyped(type, [...fields, BigInt(yParity), BigInt(r), BigInt(s)])
    },
  }
}

const encodeTyped = (type: number, fields: RlpFields): Uint8Array =>
  Bytes.concat(Uint8Array.of(type), Rlp.fromHex(toRlpHex(fields), { as: 'Bytes' }))

/** Writes integers without leading zeros, and zero without a byte, as RLP wants it. */
const toRlpHex = (fields: RlpFields): RlpHex[] =>
  fields.map((field) => {
    if (typeof field === 'bigint') return field === 0n ? '0x' : Hex.fromNumber(field)
    return typeof field === 'string' ? field : toRlpHex(field)
  })

type RlpHex = Hex.Hex | RlpHex[]
