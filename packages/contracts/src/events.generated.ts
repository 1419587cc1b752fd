// Made by `npm run generate` from the .cdc files: change those, not this.
import type { Address } from '@app/values/address.ts'

/**
 * Fields of the events of our own contracts, as `decodeCadence` gives them: amounts, times and
 * integers are bigint, UFix64 in units of 10⁻⁸. Source: contracts/
 */
export interface ContractEvents {
  'DharmaAllowance.Requested': { address: Address; requestId: bigint; kind: string; type: string | null; amount: bigint | null; nftId: bigint | null; recoveryAddress: Address | null; readyAt: bigint; expiresAt: bigint }
  /** `cause` is used, cancelled, or void. */
  'DharmaAllowance.RequestEnded': { address: Address; requestId: bigint; cause: string }
  'DharmaAllowance.AllowanceChanged': { address: Address; type: string; before: bigint; after: bigint }
  /** A message of `address` was accepted. */
  'DharmaConsent.Accepted': { address: Address; series: string; subject: string; sequence: bigint; sequenceBefore: bigint; validUntil: bigint }
  'DharmaCustody.Deposited': { address: Address; type: string; amount: bigint; balanceBefore: bigint; balanceAfter: bigint }
  'DharmaCustody.DepositedNFT': { address: Address; type: string; id: bigint; countAfter: bigint }
  /** `requestId` is nil within the allowance, while leaving, and after a recovery. */
  'DharmaCustody.Withdrawn': { address: Address; type: string; amount: bigint; balanceBefore: bigint; balanceAfter: bigint; requestId: bigint | null }
  'DharmaCustody.WithdrawnNFT': { address: Address; type: string; id: bigint; countAfter: bigint; requestId: bigint | null }
  /** A payment for storage: with it, `paidAfter` is paid for `slots`. */
  'DharmaCustody.StoragePaid': { address: Address; amount: bigint; paidAfter: bigint; slots: bigint }
  /** `slots` are still in use. */
  'DharmaCustody.StorageReturned': { address: Address; to: Address; amount: bigint; paidAfter: bigint; slots: bigint }
  'DharmaFlaggers.FlaggerAppointed': { flagger: Address }
  'DharmaFlaggers.FlaggerDismissed': { flagger: Address }
  /** `rank` is appointed, voter or other. An unfreeze touches only the flag and the freeze of these numbers. */
  'DharmaGovernance.ProposalCreated': { id: bigint; action: string; target: Address; flagNumber: bigint | null; freezeNumber: bigint | null; proposer: Address; rank: string; isAppeal: boolean; title: string; description: string; reason: string; reasonHash: string; votingEndsAt: bigint; executableUntil: bigint }
  /** `supportBefore` is the earlier choice of the same voter, which this one replaces. The last four fields are the published score that the vote relies on. */
  'DharmaGovernance.VoteCast': { id: bigint; voter: Address; support: boolean; supportBefore: boolean | null; sequence: bigint; votesFor: bigint; votesAgainst: bigint; scoreTenths: bigint; evidenceHash: string; blockHeight: bigint; publisher: Address }
  'DharmaGovernance.ProposalExecuted': { id: bigint; action: string; target: Address; dao: Address }
  /** `before` is nil at first. */
  'DharmaGovernance.DaoChanged': { before: Address | null; after: Address }
  'DharmaProposals.StatusChanged': { id: bigint; before: string; after: string; votesFor: bigint; votesAgainst: bigint }
  /** Storage of a closed proposal was freed; the events remain. */
  'DharmaProposals.ProposalPruned': { id: bigint }
  'DharmaProtection.Flagged': { address: Address; flagNumber: bigint; caseId: string; reasonCode: string; reasonHash: string; flagger: Address }
  /** `cause` is recheck, appeal, or unfreeze. */
  'DharmaProtection.FlagLifted': { address: Address; flagNumber: bigint; caseId: string; reasonCode: string; cause: string; liftedAt: bigint }
  /** Until then a flag is refused: with a code of the ground of this one, or with every code (nil); by this flagger, or by everybody (nil). */
  'DharmaProtection.FlagBarred': { address: Address; reasonCode: string | null; flagger: Address | null; until: bigint }
  /** `until` is the end of its days, `untilBefore` the end of the freeze that this one renews. `flagCaseId` is nil where nothing was held against the address when it was proposed: it is protected by a vote. */
  'DharmaProtection.Frozen': { address: Address; freezeNumber: bigint; proposalId: bigint; reasonHash: string; since: bigint; until: bigint; untilBefore: bigint | null; flagCaseId: string | null }
  /** A vote approved an unfreeze of the freeze: proposals to freeze that are older, and recoveries under it, are void. */
  'DharmaProtection.FreezeOverruled': { address: Address; freezeNumber: bigint; proposalId: bigint; overruledAt: bigint }
  /** An unfreeze was executed. FlagLifted and FreezeEnded tell what there was. */
  'DharmaProtection.Unfrozen': { address: Address; proposalId: bigint; reasonHash: string; flagNumber: bigint | null; freezeNumber: bigint | null }
  /** `proposalId` is the executed proposal that ended the freeze, nil when it lapsed. */
  'DharmaProtection.FreezeEnded': { address: Address; freezeNumber: bigint; proposalId: bigint | null; endedAt: bigint }
  /** Against a flag or a freeze. `id` is the number of the proposal that decides it, at `deadline`. `caseId` is that of the flag, nil for a freeze. */
  'DharmaProtection.AppealOpened': { id: bigint; address: Address; flagNumber: bigint | null; freezeNumber: bigint | null; caseId: string | null; reasonHash: string; deadline: bigint }
  /** `outcome` is upheld, denied, undecided, or void: what it was against ended otherwise. */
  'DharmaProtection.AppealClosed': { id: bigint; address: Address; outcome: string; closedAt: bigint }
  /** Nothing is remembered about the address any more. */
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
  /** `scoreTenths` is the lowest of the author's latest scores by the live publishers. */
  'DharmaReports.Reported': { address: Address; reporter: Address; reasonHash: string; sequence: bigint; scoreTenths: bigint }
  'DharmaReports.ReportWithdrawn': { address: Address; reporter: Address; sequence: bigint }
  'DharmaReports.Vouched': { address: Address; voucher: Address; sequence: bigint; scoreTenths: bigint }
  'DharmaReports.VouchWithdrawn': { address: Address; voucher: Address; sequence: bigint }
  'DharmaScore.PublisherAppointed': { publisher: Address }
  'DharmaScore.PublisherDismissed': { publisher: Address }
  /** `scoreTenthsBefore` and `levelBefore` are of the same publisher's last record, nil at its first one of an address. */
  'DharmaScore.ScorePublished': { address: Address; scoreTenths: bigint; scoreTenthsBefore: bigint | null; level: string; levelBefore: string | null; factors: readonly (bigint)[]; version: string; evidenceHash: string; blockHeight: bigint; publisher: Address }
  'DharmaVault.Opened': { address: Address; recoveryAddress: Address }
  /** What was paid for storage went to `returnedTo`. */
  'DharmaVault.Closed': { address: Address; returnedTo: Address }
  /** From now on only this key of the account reaches its vaults. */
  'DharmaVault.KeyBound': { address: Address; keyId: bigint }
  'DharmaVault.RecoveryAddressChanged': { address: Address; before: Address | null; after: Address }
  /** `to` is the owner from now on, and there is no recovery address any more. */
  'DharmaVault.Recovered': { address: Address; to: Address; proposalId: bigint; reasonHash: string }
  'GardenPass.Awarded': { id: bigint; season: string; totalSupply: bigint }
  'LotusToken.SupplyCreated': { totalSupply: bigint }
  'StonePrint.Printed': { id: bigint; price: bigint; totalSupply: bigint }
  'TestDollar.Issued': { amount: bigint; totalSupply: bigint }
  'TestDollar.Redeemed': { amount: bigint; totalSupply: bigint }
  'DeFiActions.Deposited': { type: string; amount: bigint; fromUUID: bigint; uniqueID: bigint | null; sinkType: string }
  'DeFiActions.Withdrawn': { type: string; amount: bigint; withdrawnUUID: bigint; uniqueID: bigint | null; sourceType: string }
}
