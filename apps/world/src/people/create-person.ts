import { castVotes, createProposal, getBalance, withdrawTokens } from '@app/contracts/calls.ts'
import type { CadenceCall } from '@app/contracts/resolve-imports.ts'
import type { TransactionResult } from '@app/flow/read/chain.ts'
import type { Address } from '@app/values/address.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import type { Chain } from '../create-chain.ts'
import type { AccountName } from './account-names.ts'
import {
  findProposalId,
  type ProposalDraft,
  signProposal,
  signVote,
  type VoteDraft,
} from './signed-messages.ts'
import {
  buildPaymentRequest,
  buildSweepRequest,
  buildVaultDepositRequest,
  buildVaultOpeningRequest,
  DOLLAR_VAULT_TYPE,
  TOKENS,
  type Token,
} from './transactions.ts'

/** All people of the local world by name. */
export type People = Record<AccountName, Person>

/** A person of the local world. Every action is a real transaction and resolves with its sealed result. */
export type Person = ReturnType<typeof createPerson>

interface Account {
  address: Address
}

/** Sends the transaction with a signed message and pays for it. */
interface Relayer {
  submitUntilSealed(call: CadenceCall): Promise<TransactionResult>
}

export function createPeople(
  chain: Chain,
  addresses: Iterable<readonly [string, Address]>,
): People {
  const people = [...addresses].map(([name, address]) => [name, createPerson(chain, name, address)])
  return Object.fromEntries(people)
}

export function createPerson(chain: Chain, name: string, address: Address) {
  const signer = chain.toSigner(address)
  const submitUntilSealed = (call: CadenceCall) =>
    chain.submitUntilSealed({ call, signers: [address] })
  return {
    name,
    address,
    /** Sends any transaction of the product. */
    submitUntilSealed,
    /** Pays decimal text such as '12.50' in Test Dollars, or in another token. */
    pay: ({ address: to }: Account, amount: string, token: Token = 'TUSD') =>
      chain.submitUntilSealed(buildPaymentRequest({ from: address, to, amount, token })),
    /** Takes the victim's whole balance of these tokens, as a wallet drainer does. */
    sweep: (victim: Account, tokens: readonly Token[] = ['TUSD']) =>
      chain.submitUntilSealed(buildSweepRequest(address, victim.address, tokens)),
    /** Opens a guarded vault for dollars, of which `perDay` can leave at once. */
    openVault: ({ address: recoveryAddress }: Account, perDay: string) =>
      chain.submitUntilSealed(buildVaultOpeningRequest(address, { recoveryAddress, perDay })),
    depositToVault: (amount: string) =>
      chain.submitUntilSealed(buildVaultDepositRequest(address, amount)),
    withdrawFromVault: (amount: string) =>
      submitUntilSealed(
        withdrawTokens({
          ...{ type: DOLLAR_VAULT_TYPE, tokens: TOKENS.TUSD.vault },
          amount: parseUfix64(amount),
        }),
      ),
    /** Signs a proposal, which the relayer sends; resolves with its number. */
    propose: async (draft: ProposalDraft, relayer: Relayer): Promise<bigint> => {
      const proposal = await signProposal(chain, signer, draft)
      return findProposalId(await relayer.submitUntilSealed(createProposal(proposal)))
    },
    vote: async (vote: VoteDraft, relayer: Relayer) =>
      relayer.submitUntilSealed(castVotes(await signVote(chain, signer, vote))),
    /** In units of 10⁻⁸. */
    readBalance: async (token: Token = 'TUSD') =>
      (await chain.runScript(getBalance({ address, vault: TOKENS[token].balance }))) as bigint,
  }
}
