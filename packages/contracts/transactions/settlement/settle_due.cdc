import "DharmaGovernance"
import "DharmaProposals"
import "DharmaProtection"

/// Records and emits what time and votes have made of some proposals and of what is recorded about some addresses.
/// Proposals that were pruned are skipped. Signed by anyone.
transaction(proposalIds: [UInt64], addresses: [Address]) {

    prepare(signer: &Account) {}

    execute {
        for id in proposalIds {
            if DharmaProposals.borrowProposal(id) != nil {
                DharmaGovernance.settle(id)
            }
        }
        for address in addresses {
            DharmaProtection.settle(address)
        }
    }
}
