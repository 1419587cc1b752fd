// Made by `npm run generate` from the .cdc files: change those, not this.
import type { Address } from '@app/values/address.ts'

/**
 * Fields of the events of our own contracts, as `decodeCadence` gives them: amounts, times and
 * integers are bigint, UFix64 in units of 10⁻⁸. Source: contracts/
 */
export interface ContractEvents {
  'DharmaConnectors.Refused': { connectorType: string; uniqueID: bigint | null; counterparty: Address; cause: string }
  /** A message of `address` was accepted. */
  'DharmaConsent.Accepted': { address: Address; subject: string; sequence: bigint; sequenceBefore: bigint }
  'DharmaCustody.Deposited': { address: Address; type: string; amount: bigint; balanceBefore: bigint; balanceAfter: bigint }
  'DharmaCustody.DepositedNFT': { address: Address; type: string; id: bigint; countAfter: bigint }
  /** `requestId` is nil within the allowance and while leaving. */
  'DharmaCustody.Withdrawn': { address: Address; type: string; amount: bigint; balanceBefore: bigint; balanceAfter: bigint; requestId: bigint | null }
  'DharmaCustody.WithdrawnNFT': { address: Address; type: string; id: bigint; countAfter: bigint; requestId: bigint | null }
  /** After a recovery, to the recovery address. */
  'DharmaCustody.Delivered': { address: Address; to: Address; type: string; amount: bigint }
  'DharmaCustody.DeliveredNFT': { address: Address; to: Address; type: string; id: bigint }
  'DharmaGovernance.ProposalCreated': { id: bigint; action: string; target: Address; proposer: Address; title: string; description: string; reason: string; reasonHash: string; votingEndsAt: bigint; executableUntil: bigint }
  /** `supportBefore` is the earlier choice of the same voter, which this one replaces. */
  'DharmaGovernance.VoteCast': { id: bigint; voter: Address; support: boolean; supportBefore: boolean | null; sequence: bigint; votesFor: bigint; votesAgainst: bigint }
  'DharmaGovernance.StatusChanged': { id: bigint; before: string; after: string; votesFor: bigint; votesAgainst: bigint }
  'DharmaGovernance.ProposalExecuted': { id: bigint; action: string; target: Address; admin: Address }
  /** Storage of a closed proposal was freed; its receipts are the events. */
  'DharmaGovernance.ProposalPruned': { id: bigint }
  'DharmaGovernanceActions.ActionExecuted': { action: string; target: Address; proposalId: bigint }
  'DharmaGovernanceActions.ActionRejected': { action: string; target: Address; proposalId: bigint; proposedAt: bigint }
  'DharmaProtection.FlaggerAppointed': { flagger: Address }
  'DharmaProtection.FlaggerDismissed': { flagger: Address }
  'DharmaProtection.Flagged': { address: Address; caseId: string; reasonHash: string; flagger: Address }
  /** `cause` is recheck, release, or undecided appeal. */
  'DharmaProtection.FlagLifted': { address: Address; caseId: string; cause: string }
  /** `untilBefore` is the end of the freeze that this one prolongs. */
  'DharmaProtection.Frozen': { address: Address; proposalId: bigint; reasonHash: string; since: bigint; until: bigint; untilBefore: bigint | null }
  /** `proposalId` is the decision that ended the freeze before its time, nil when it lapsed. */
  'DharmaProtection.FreezeEnded': { address: Address; proposalId: bigint | null; endedAt: bigint; untilBefore: bigint }
  /** A decision lifted whatever marked the address. */
  'DharmaProtection.Released': { address: Address; proposalId: bigint; reasonHash: string }
  /** A person's own flag. It marks nothing; the agent and everybody else may weigh it. */
  'DharmaProtection.Reported': { address: Address; reporter: Address; reasonHash: string; sequence: bigint }
  'DharmaProtection.ReportWithdrawn': { address: Address; reporter: Address; sequence: bigint }
  'DharmaProtection.AppealOpened': { id: bigint; address: Address; reasonHash: string; deadline: bigint }
  /** `proposalId` is the decision that closed it, nil when none did. */
  'DharmaProtection.AppealClosed': { id: bigint; address: Address; outcome: string; proposalId: bigint | null }
  'DharmaProtection.RecordCleared': { address: Address }
  'DharmaRecheck.WatcherAppointed': { watcher: Address }
  'DharmaRecheck.WatcherDismissed': { watcher: Address }
  'DharmaRecheck.WatchStarted': { address: Address; watcher: Address }
  'DharmaRecheck.WatchEnded': { address: Address; refund: bigint }
  'DharmaRecheck.RunScheduled': { address: Address; runId: bigint; dueAt: bigint; fee: bigint; fundAfter: bigint }
  /** No run could be scheduled; `revive` schedules one when the cause is gone. */
  'DharmaRecheck.RunNotScheduled': { address: Address; cause: string }
  'DharmaRecheck.RecheckDue': { address: Address; runId: bigint; dueAt: bigint; nextDueAt: bigint | null }
  'DharmaRecheck.Revived': { address: Address; dueAtBefore: bigint }
  'DharmaRecheck.Funded': { amount: bigint; fundAfter: bigint }
  'DharmaRecheck.FundWithdrawn': { amount: bigint; fundAfter: bigint }
  'DharmaRecheck.ExecutionEffortChanged': { before: bigint; after: bigint }
  'DharmaScore.PublisherAppointed': { publisher: Address }
  'DharmaScore.PublisherDismissed': { publisher: Address }
  /** `tenthsBefore` and `levelBefore` are nil at the first publication of an address. */
  'DharmaScore.ScorePublished': { address: Address; scoreTenths: bigint; scoreTenthsBefore: bigint | null; level: string; levelBefore: string | null; factors: readonly (bigint)[]; version: string; evidenceHash: string; blockHeight: bigint; publisher: Address }
  /** `jobKey` is 'proposal' or 'protection', a space, and the number or the address. */
  'DharmaSettlementScheduler.RunScheduled': { jobKey: string; placeClass: bigint; runId: bigint; dueAt: bigint; fee: bigint; fundAfter: bigint }
  /** No run could be scheduled; anyone may schedule one when the cause is gone. */
  'DharmaSettlementScheduler.RunNotScheduled': { jobKey: string; placeClass: bigint; cause: string }
  /** A run has settled the proposal or the marks. */
  'DharmaSettlementScheduler.RunExecuted': { jobKey: string; runId: bigint }
  'DharmaSettlementScheduler.Funded': { amount: bigint; fundAfter: bigint }
  'DharmaSettlementScheduler.FundWithdrawn': { amount: bigint; fundAfter: bigint }
  'DharmaSettlementScheduler.ExecutionEffortChanged': { before: bigint; after: bigint }
  'DharmaVault.Opened': { address: Address; recoveryAddress: Address }
  'DharmaVault.Closed': { address: Address }
  'DharmaVault.Requested': { address: Address; requestId: bigint; kind: string; type: string | null; amount: bigint | null; nftId: bigint | null; recoveryAddress: Address | null; readyAt: bigint; expiresAt: bigint }
  /** `cause` is used, cancelled, or void. */
  'DharmaVault.RequestEnded': { address: Address; requestId: bigint; cause: string }
  'DharmaVault.AllowanceChanged': { address: Address; type: string; before: bigint; after: bigint }
  'DharmaVault.RecoveryAddressChanged': { address: Address; before: Address; after: Address }
  /** From here on the contents can only go to `to`. */
  'DharmaVault.Recovered': { address: Address; to: Address; proposalId: bigint; reasonHash: string }
  'GardenPass.Awarded': { id: bigint; season: string; totalSupply: bigint }
  'LotusToken.SupplyCreated': { totalSupply: bigint }
  'StonePrint.Printed': { id: bigint; price: bigint; totalSupply: bigint }
  'TestDollar.Issued': { amount: bigint; totalSupply: bigint }
  'TestDollar.Redeemed': { amount: bigint; totalSupply: bigint }
  'DeFiActions.Deposited': { type: string; amount: bigint; fromUUID: bigint; uniqueID: bigint | null; sinkType: string }
  'DeFiActions.Withdrawn': { type: string; amount: bigint; withdrawnUUID: bigint; uniqueID: bigint | null; sourceType: string }
}
