import "DharmaProtection"

/// Freezes without any vote. It can only do so in the contracts' own account.
access(all) contract DirectFreeze {

    init() {
        DharmaProtection.freeze(0x0000000000000014, proposalId: 1, reasonHash: "")
    }
}
