import "DharmaGovernanceActions"

/// MALICIOUS: an action of its own, executed as if the community had decided so.
access(all) contract MaliciousAction {

    access(all) struct Lie: DharmaGovernanceActions.Action {
        access(all) let target: Address
        access(all) let minVotesFor: UInt64

        init() {
            self.target = 0x0000000000000014
            self.minVotesFor = 0
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

        access(all) view fun getDetails(): [String] {
            return []
        }

        access(all) view fun isVotingOverruled(): Bool {
            return false
        }

        access(all) view fun getOverruledAt(createdAt: UFix64): UFix64? {
            return nil
        }

        access(all) view fun getExecutionObstacle(): String? {
            return nil
        }

        access(all) view fun isExcludedVoter(_ voter: Address): Bool {
            return false
        }

        access(account) fun executeAction(proposalId: UInt64, reasonHash: String) {
            return
        }
    }

    init() {
        Lie().executeAction(proposalId: 1, reasonHash: "")
    }
}
