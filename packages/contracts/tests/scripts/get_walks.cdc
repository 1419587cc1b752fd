import "DharmaGovernance"
import "DharmaGovernanceActions"
import "DharmaProposals"
import "DharmaProtection"

/// Where random walks stand, for each target: flag and freeze, the end of the last freeze, each of its proposals, and
/// each of its appeals with the time at which it closed. Panics where something in `allowed` is refused: 1 a recovery,
/// 2 an appeal against the freeze, 4 an appeal against the flag of the case.
access(all) fun main(
    targets: [Address],
    heirs: [Address],
    voter: Address,
    proposals: [[UInt64]],
    appeals: [[UInt64]],
    allowed: [UInt8],
    caseId: String
): [[Int]] {
    let views: [[Int]] = []
    for index, target in targets {
        requireAllowed(target, allowed[index], caseId)
        let end = DharmaProtection.freezeEndsAt(target)
        let view = [
            (DharmaProtection.isFrozen(target) ? 1 : 0) + (DharmaProtection.isFlagged(target) ? 2 : 0),
            end == nil ? -1 : Int(end!)
        ]
        for id in proposals[index] {
            view.append(viewProposal(id, [voter, target, heirs[index]]))
        }
        if appeals[index].length > 0 {
            view.appendAll(viewAppeals(target, appeals[index]))
        }
        views.append(view)
    }
    return views
}

access(all) view fun requireAllowed(_ target: Address, _ allowed: UInt8, _ caseId: String) {
    if allowed & 1 == 1 {
        let _ = DharmaGovernanceActions.createAction(name: "recover", target: target)
        let votingEndsAt = getCurrentBlock().timestamp + DharmaProposals.votingPeriod
        DharmaProtection.requireRecoverable(target, votingEndsAt: votingEndsAt)
    }
    if allowed & 2 == 2 {
        DharmaProtection.requireAppealable(target, caseId: nil)
    }
    if allowed & 4 == 4 {
        DharmaProtection.requireAppealable(target, caseId: caseId)
    }
}

/// Status + 10 × voting outcome + 100 × who may vote (1, 2, 4) + 1,000 when it can be executed; -1 when it is pruned.
access(all) view fun viewProposal(_ id: UInt64, _ voters: [Address]): Int {
    let proposal = DharmaGovernance.borrowProposal(id)
    if proposal == nil {
        return -1
    }
    let status = proposal!.status()
    let isExecutable = status == DharmaProposals.Status.approved && proposal!.action.getExecutionObstacle() == nil
    var mayVote = 0
    let isVotingOver = getCurrentBlock().timestamp >= proposal!.votingEndsAt
    for index, voter in isVotingOver ? [voters[0]] : voters {
        mayVote = mayVote + (DharmaGovernance.getIneligibilityReason(voter: voter, id: id) == nil ? 1 << index : 0)
    }
    return Int(status.rawValue) + 10 * Int(proposal!.getVotingOutcome().rawValue) + 100 * mayVote
        + (isExecutable ? 1000 : 0)
}

/// For each appeal, outcome + 10 when a second proposal is due, and when it closed; -1 when it is forgotten or open.
access(all) fun viewAppeals(_ target: Address, _ ids: [UInt64]): [Int] {
    let views: {UInt64: [Int]} = {}
    for appeal in DharmaProtection.borrowRecord(target)?.getAppeals() ?? [] {
        let closedAt = appeal.getClosedAt()
        let outcome = Int(appeal.getOutcome().rawValue) + (appeal.isSecondBallotDue() ? 10 : 0)
        views[appeal.id] = [outcome, closedAt == nil ? -1 : Int(closedAt!)]
    }
    let view: [Int] = []
    for id in ids {
        view.appendAll(views[id] ?? [-1, -1])
    }
    return view
}
