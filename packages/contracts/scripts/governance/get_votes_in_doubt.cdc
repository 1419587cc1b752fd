import "DharmaGovernance"
import "DharmaProposals"

/// A proposal some of whose votes rely on scores of one publisher.
access(all) struct Doubt {
    access(all) let id: UInt64
    access(all) let action: String
    access(all) let target: Address
    access(all) let status: String
    access(all) let votesFor: UInt64
    access(all) let votesAgainst: UInt64
    /// Those who voted by a score of the publisher.
    access(all) let doubtedFor: [Address]
    access(all) let doubtedAgainst: [Address]
    /// Whether the votes without the doubted ones For would not have approved it.
    access(all) let isOutcomeInDoubt: Bool

    init(_ summary: DharmaGovernance.Summary, _ publisher: Address) {
        self.id = summary.id
        self.action = summary.action
        self.target = summary.target
        self.status = summary.status
        self.votesFor = summary.votesFor
        self.votesAgainst = summary.votesAgainst
        self.doubtedFor = []
        self.doubtedAgainst = []
        for voter in summary.votes {
            let vote = summary.votes[voter]!
            if vote.publisher == publisher && vote.support {
                self.doubtedFor.append(voter)
            } else if vote.publisher == publisher {
                self.doubtedAgainst.append(voter)
            }
        }
        let leftFor = summary.votesFor - UInt64(self.doubtedFor.length)
        self.isOutcomeInDoubt = leftFor + summary.votesAgainst < summary.votesRequired
            || leftFor <= summary.votesAgainst
            || leftFor < summary.minVotesFor
    }
}

/// The proposals from `fromId` to `toId` that have votes relying on scores of a publisher, such as one whose key was
/// stolen. Pruned ones are left out: their votes are in the events VoteCast.
access(all) fun main(publisher: Address, fromId: UInt64, toId: UInt64): [Doubt] {
    let doubts: [Doubt] = []
    var id = fromId > DharmaProposals.firstId ? fromId : DharmaProposals.firstId
    while id <= toId && id <= DharmaProposals.lastId {
        let doubt = Doubt(DharmaGovernance.getSummary(id)!, publisher)
        if doubt.doubtedFor.length + doubt.doubtedAgainst.length > 0 {
            doubts.append(doubt)
        }
        id = id + 1
    }
    return doubts
}
