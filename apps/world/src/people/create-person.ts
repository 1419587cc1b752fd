import {
  castVotes,
  createProposal,
  getBalance,
  getIds,
  reportWallet,
  withdrawReport,
} from '@app/contracts/calls.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import type { CadenceCall } from '@app/contracts/resolve-imports.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import type { TransactionResult } from '@app/flow/read/chain.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Chain } from '../create-chain.ts'
import type { AccountName } from './account-names.ts'
import {
  findProposalId,
  type ProposalDraft,
  signConsent,
  signProposal,
  signVote,
  type VoteDraft,
} from './signed-messages.ts'
import * as transactions from './transactions.ts'
import { COLLECTIONS, type Collection, TOKENS, type Token } from './transactions.ts'

/** All people of the local world by name. */
export type People = Record<AccountName, Person>

/**
 * A person of the local world. Every action is a real transaction and resolves with its sealed
 * result.
 */
export interface Person extends RelayedTransactions {
  name: string
  address: Address
  /** Pays decimal text such as '12.50' in Test Dollars, or in another token. */
  pay(to: Person, amount: string, token?: Token): Promise<TransactionResult>
  /** Takes the victim's whole balance of these tokens, as a wallet drainer does. */
  sweep(victim: Person, tokens?: readonly Token[]): Promise<TransactionResult>
  /** Opens a guarded vault for dollars, of which `perDay` can leave at once. */
  openVault(recoveryAccount: Person, perDay: string): Promise<TransactionResult>
  /** Deposits dollars into the guarded vault. */
  depositToVault(amount: string): Promise<TransactionResult>
  /** Withdraws dollars from the guarded vault. */
  withdrawFromVault(amount: string): Promise<TransactionResult>
  /** Sends any transaction of the product. */
  submitUntilSealed(call: CadenceCall): Promise<TransactionResult>
  /** In units of 10⁻⁸. */
  readBalance(token?: Token): Promise<bigint>
}

/** The account that a message is about. */
interface Target {
  address: Address
}

/** Sends the transaction with a signed message and pays for it. */
interface Relayer {
  submitUntilSealed(call: CadenceCall): Promise<TransactionResult>
}

/** Actions that a person signs as a message; the relayer sends the transaction and pays for it. */
interface RelayedTransactions {
  /** Resolves with the number of the proposal. */
  propose(draft: ProposalDraft, relayer: Relayer): Promise<bigint>
  vote(vote: VoteDraft, relayer: Relayer): Promise<TransactionResult>
  report(target: Target, reason: string, relayer: Relayer): Promise<TransactionResult>
  withdrawReport(target: Target, relayer: Relayer): Promise<TransactionResult>
}

/** Creates a person for each account. */
export function createPeople(
  chain: Chain,
  addresses: Iterable<readonly [string, Address]>,
): People {
  const people = [...addresses].map(([name, address]) => [name, createPerson(chain, name, address)])
  return Object.fromEntries(people)
}

export function createPerson(chain: Chain, name: string, address: Address): Person {
  return {
    name,
    address,
    pay: (to, amount, token = 'TUSD') =>
      chain.submitUntilSealed(
        transactions.buildPaymentRequest({ from: address, to: to.address, amount, token }),
      ),
    sweep: (victim, tokens = ['TUSD']) =>
      chain.submitUntilSealed(transactions.buildSweepRequest(address, victim.address, tokens)),
    openVault: (recoveryAccount, perDay) =>
      chain.submitUntilSealed(
        transactions.buildVaultOpeningRequest(address, {
          recoveryAddress: recoveryAccount.address,
          perDay,
        }),
      ),
    depositToVault: (amount) =>
      chain.submitUntilSealed(transactions.buildVaultDepositRequest(address, amount)),
    withdrawFromVault: (amount) =>
      chain.submitUntilSealed(transactions.buildVaultWithdrawalRequest(address, amount)),
    ...createRelayedTransactions(chain, chain.toSigner(address)),
    submitUntilSealed: (call) => chain.submitUntilSealed({ call, signers: [address] }),
    readBalance: async (token = 'TUSD') => readTokenBalance(chain, address, token),
  }
}

async function readTokenBalance(chain: Chain, address: Address, token: Token): Promise<bigint> {
  return (await chain.runScript(getBalance({ address, vault: TOKENS[token].balance }))) as bigint
}

/** Reads the ids of an account's NFTs of a collection. */
export async function readAccountNftIds(
  chain: Chain,
  address: Address,
  collection: Collection,
): Promise<bigint[]> {
  return (await chain.runScript(
    getIds({ address, collection: COLLECTIONS[collection] }),
  )) as bigint[]
}

/** Returns the first item. Throws `FatalError` with the message when there is none. */
export function expectFirst<T>(items: readonly T[], message: string): T {
  const [first] = items
  if (first === undefined) throw new FatalError(message)
  return first
}

function createRelayedTransactions(chain: Chain, signer: Signer): RelayedTransactions {
  return {
    propose: async (draft, relayer) => {
      const proposal = await signProposal(chain, signer, draft)
      return findProposalId(await relayer.submitUntilSealed(createProposal(proposal)))
    },
    vote: async (vote, relayer) =>
      relayer.submitUntilSealed(castVotes(await signVote(chain, signer, vote))),
    ...createReportTransactions(chain, signer),
  }
}

function createReportTransactions(
  chain: Chain,
  signer: Signer,
): Pick<RelayedTransactions, 'report' | 'withdrawReport'> {
  const { address: signerAddress } = signer
  return {
    report: async ({ address }, reason, relayer) => {
      const reasonHash = hashReason(reason)
      const content = { kind: 'report', target: address, reasonHash } as const
      const consent = await signConsent(chain, signer, content)
      const report = { address, reasonHash, reporter: signerAddress, ...consent }
      return relayer.submitUntilSealed(reportWallet(report))
    },
    withdrawReport: async ({ address }, relayer) => {
      const content = { kind: 'report withdrawal', target: address } as const
      const consent = await signConsent(chain, signer, content)
      return relayer.submitUntilSealed(
        withdrawReport({ address, reporter: signerAddress, ...consent }),
      )
    },
  }
}
