import "DharmaProposals"
import "DharmaProtection"

/// Lets a test open proposals past all topics, which only contracts of the same account can.
access(all) contract ProtectionProbe {

    /// Half of them unfreezes of the flag and the freeze that stand, half of them recoveries under the freeze.
    access(all) fun openMany(accused: Address, count: Int) {
        var number = 0
        while number < count {
            let isRecovery = number % 2 == 1
            let _ = DharmaProtection.open(
                terms: DharmaProposals.Terms(
                    isRecovery ? DharmaProposals.Action.recover : DharmaProposals.Action.unfreeze,
                    target: accused,
                    flagNumber: isRecovery ? nil : DharmaProtection.getFlag(accused)?.number,
                    freezeNumber: DharmaProtection.getFreeze(accused)!.number,
                    flagCaseId: nil,
                    flaggedAt: nil,
                    recoveryAddress: isRecovery
                        ? DharmaProposals.RecoveryAddress(address: 0x16, since: 1.0, before: nil)
                        : nil,
                    accusedAt: nil
                ),
                proposer: 0x15,
                rank: DharmaProposals.Rank.other,
                reason: "A reason of enough characters"
            )
            number = number + 1
        }
    }
}
