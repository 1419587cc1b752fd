import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import * as transactions from '@app/contracts/transactions.generated.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import type { TransactionResult } from '@app/flow/read/chain.ts'
import type { Address } from '@app/values/address.ts'
import type { Chain } from '../chain/create-chain.ts'
import { type AppealDraft, findAppealId, signAppeal } from './appeals.ts'
import {
  findProposalId,
  type ProposalDraft,
  signProposal,
  signVote,
  type VoteDraft,
} from './proposals.ts'
import { signConsent } from './sign-consent.ts'

/** The account that a message is about. */
interface Target {
  address: Address
}

/** Sends the transaction with a signed message and pays for it. */
interface Relayer {
  submitUntilSealed(call: CadenceCall): Promise<TransactionResult>
}

/** Actions that a person signs as a message; the relayer sends the transaction and pays for it. */
export interface RelayedTransactions {
  /** Resolves with the number of the proposal. */
  propose(draft: ProposalDraft, relayer: Relayer): Promise<bigint>
  vote(vote: VoteDraft, relayer: Relayer): Promise<TransactionResult>
  /** Resolves with the number of the appeal and of the proposal that decides it. */
  appeal(draft: AppealDraft, relayer: Relayer): Promise<bigint>
  report(target: Target, reason: string, relayer: Relayer): Promise<TransactionResult>
  withdrawReport(target: Target, relayer: Relayer): Promise<TransactionResult>
  vouch(target: Target, relayer: Relayer): Promise<TransactionResult>
  withdrawVouch(target: Target, relayer: Relayer): Promise<TransactionResult>
}

export function createRelayedTransactions(chain: Chain, signer: Signer): RelayedTransactions {
  return {
    propose: async (draft, relayer) => {
      const proposal = await signProposal(chain, signer, draft)
      return findProposalId(await relayer.submitUntilSealed(transactions.createProposal(proposal)))
    },
    vote: async (vote, relayer) =>
      relayer.submitUntilSealed(transactions.castVotes(await signVote(chain, signer, vote))),
    appeal: async (draft, relayer) => {
      const appeal = await signAppeal(chain, signer, draft)
      return findAppealId(await relayer.submitUntilSealed(transactions.openAppeal(appeal)))
    },
    ...createReportTransactions(chain, signer),
  }
}

function createReportTransactions(
  chain: Chain,
  signer: Signer,
): Pick<RelayedTransactions, 'report' | 'withdrawReport' | 'vouch' | 'withdrawVouch'> {
  const { address: signerAddress } = signer
  return {
    report: async ({ address }, reason, relayer) => {
      const reasonHash = hashReason(reason)
      const content = { kind: 'report', target: address, reasonHash } as const
      const consent = await signConsent(chain, signer, content)
      const report = { address, reasonHash, reporter: signerAddress, ...consent }
      return relayer.submitUntilSealed(transactions.reportWallet(report))
    },
    withdrawReport: async ({ address }, relayer) => {
      const content = { kind: 'report withdrawal', target: address } as const
      const consent = await signConsent(chain, signer, content)
      return relayer.submitUntilSealed(
        transactions.withdrawReport({ address, reporter: signerAddress, ...consent }),
      )
    },
    vouch: async ({ address }, relayer) => {
      const consent = await signConsent(chain, signer, { kind: 'vouch', target: address })
      return relayer.submitUntilSealed(
        transactions.vouchForWallet({ address, voucher: signerAddress, ...consent }),
      )
    },
    withdrawVouch: async ({ address }, relayer) => {
      const content = { kind: 'vouch withdrawal', target: address } as const
      const consent = await signConsent(chain, signer, content)
      return relayer.submitUntilSealed(
        transactions.withdrawVouch({ address, voucher: signerAddress, ...consent }),
      )
    },
  }
}
