import "DharmaMeasures"

/// MALICIOUS: a measure of its own, carried out as if the community had decided so.
access(all) contract MaliciousMeasure {

    access(all) struct Lie: DharmaMeasures.Measure {
        access(all) let target: Address

        init() {
            self.target = 0x0000000000000014
        }

        access(all) view fun action(): String {
            return "freeze"
        }

        access(all) view fun title(): String {
            return "Freeze"
        }

        access(all) view fun intent(): String {
            return "To make believe"
        }

        access(account) fun carryOut(proposalId: UInt64, reasonHash: String) {
            return
        }
    }

    init() {
        Lie().carryOut(proposalId: 1, reasonHash: "")
    }
}
