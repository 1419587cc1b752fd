import "DharmaGovernanceActions"

/// MALICIOUS: a measure of its own, carried out as if the community had decided so.
access(all) contract MaliciousAction {

    access(all) struct Lie: DharmaGovernanceActions.Action {
        access(all) let target: Address

        init() {
            self.target = 0x0000000000000014
        }

        access(all) view fun name(): String {
            return "freeze"
        }

        access(all) view fun title(): String {
            return "Freeze"
        }

        access(all) view fun description(): String {
            return "To make believe"
        }

        access(account) fun executeAction(proposalId: UInt64, reasonHash: String) {
            return
        }
    }

    init() {
        Lie().executeAction(proposalId: 1, reasonHash: "")
    }
}
