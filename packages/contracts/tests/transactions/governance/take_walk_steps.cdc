import WalkProbe from 0x0000000000000008

/// Takes steps of walks, see tests/contracts/WalkProbe. Signed by the account of the contracts, a publisher and the DAO.
transaction(
    steps: [[UInt64]],
    looks: [[UInt64]],
    views: [String],
    voters: [Address],
    fresh: [Address],
    evidenceHash: String
) {

    prepare(contracts: auth(BorrowValue) &Account, publisher: auth(CopyValue) &Account, dao: auth(BorrowValue) &Account) {
        WalkProbe.takeSteps(
            contracts: contracts,
            publisher: publisher,
            dao: dao,
            steps: steps,
            looks: looks,
            views: views,
            voters: voters,
            fresh: fresh,
            evidenceHash: evidenceHash
        )
    }
}
