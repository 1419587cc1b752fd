import "DharmaProposals"
import "DharmaProtection"

/// Freezes without any vote. It can only do so in the contracts' own account.
access(all) contract DirectFreeze {

    init() {
        let proposal = DharmaProtection.open(
            terms: DharmaProposals.Terms(
                DharmaProposals.Action.freeze,
                target: 0x0000000000000014,
                flagNumber: nil,
                freezeNumber: nil,
                flagCaseId: nil,
                flaggedAt: nil,
                recoveryAddress: nil,
                accusedAt: nil
            ),
            proposer: 0x0000000000000014,
            rank: DharmaProposals.Rank.other,
            reason: "No reason"
        )
        DharmaProtection.freeze(proposal)
    }
}
