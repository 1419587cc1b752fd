// Made by `npm run generate` from the .cdc files: change those, not this.
import { arg } from '@app/flow/decode/cadence-arg.ts'
import type { Address } from '@app/values/address.ts'
import type { CadenceCall } from './resolve-imports.ts'

/**
 * Those of the contracts that are not where they are looked for.
 * Source: scripts/deployment/get_absent.cdc
 */
export const getAbsent = (args: { places: ReadonlyMap<string, Address> }): CadenceCall => ({
  name: 'deployment/get_absent',
  cadence: `/// Those of the contracts that are not where they are looked for.
access(all) fun main(places: {String: Address}): [String] {
    let absent: [String] = []
    for name in places {
        if getAccount(places[name]!).contracts.get(name: name) == nil {
            absent.append(name)
        }
    }
    return absent
}
`,
  args: [arg.dictionary([...args.places].map(([key, value]) => ({ key: arg.string(key), value: arg.address(value) })))],
})

/**
 * What the contracts answer now, a sentence each, by contract; where one needs an address, about `address`.
 * Source: scripts/deployment/get_answers.cdc
 */
export const getAnswers = (args: { address: Address }): CadenceCall => ({
  name: 'deployment/get_answers',
  cadence: `import "DharmaConnectors"
import "DharmaConsent"
import "DharmaVoterEligibility"
import "DharmaProposals"
import "DharmaProtection"
import "DharmaRecheck"
import "DharmaScore"
import "DharmaVault"

/// What the contracts answer now, a sentence each, by contract; where one needs an address, about \`address\`.
access(all) fun main(address: Address): {String: String} {
    let verdict = DharmaScore.requireMin(address: address, minScoreTenths: 0, maxAge: 86400.0)
    let terms = DharmaConnectors.Terms(counterparty: address, minScoreTenths: 0, maxScoreAge: 86400.0)
    return {
        "DharmaScore": "\\(address) has \\(verdict == DharmaScore.Verdict.unknown ? "no" : "a") score",
        "DharmaConsent": "signed messages name the network \\(DharmaConsent.getNetwork())",
        "DharmaProtection": "\\(address) is \\(DharmaProtection.isFrozen(address) ? "frozen" : "not frozen")",
        "DharmaVoterEligibility": "\\(address) \\(DharmaVoterEligibility.getIneligibilityReason(address) == nil ? "may" : "may not") vote",
        "DharmaVault": "\\(address) has \\(DharmaVault.borrowVault(address) == nil ? "no" : "a") guarded vault",
        "DharmaProposals": "\\(DharmaProposals.lastId) proposals so far",
        "DharmaRecheck": "\\(DharmaRecheck.watched().length) addresses watched",
        "DharmaConnectors": "\\(address) is refused for: \\(terms.getRefusalReason() ?? "nothing")"
    }
}
`,
  args: [arg.address(args.address)],
})

/**
 * Cadence of a contract as the account has it; nil when it has none of that name.
 * Source: scripts/deployment/get_code.cdc
 */
export const getCode = (args: { address: Address; name: string }): CadenceCall => ({
  name: 'deployment/get_code',
  cadence: `/// Cadence of a contract as the account has it; nil when it has none of that name.
access(all) fun main(address: Address, name: String): String? {
    if let deployed = getAccount(address).contracts.get(name: name) {
        return String.fromUTF8(deployed.code)
    }
    return nil
}
`,
  args: [arg.address(args.address), arg.string(args.name)],
})

/**
 * Every delegation of an account. The ids of its capabilities are consecutive, so that none is missed wherever it
 * leads: not even one to a path where nothing is stored yet.
 * Source: scripts/deployment/get_delegations.cdc
 */
export const getDelegations = (args: { address: Address }): CadenceCall => ({
  name: 'deployment/get_delegations',
  cadence: `/// A capability that the account has issued and not revoked.
access(all) struct IssuedCapability {
    access(all) let id: UInt64
    /// What it gives, such as '&A.0ae53cb6e3f42a79.FlowToken.Vault' or 'auth(Storage) &Account'.
    access(all) let type: String
    /// Where what it gives is stored; nil for a capability to the account itself.
    access(all) let path: String?

    init(id: UInt64, type: Type, path: StoragePath?) {
        self.id = id
        self.type = type.identifier
        self.path = path?.toString()
    }
}

/// How others can act for an account without its keys.
access(all) struct Delegations {
    /// Names of the contracts in the account: the code of each may do all that the account may.
    access(all) let contracts: [String]
    access(all) let capabilities: [IssuedCapability]

    init(contracts: [String], capabilities: [IssuedCapability]) {
        self.contracts = contracts
        self.capabilities = capabilities
    }
}

/// Every delegation of an account. The ids of its capabilities are consecutive, so that none is missed wherever it
/// leads: not even one to a path where nothing is stored yet.
access(all) fun main(address: Address): Delegations {
    let account = getAuthAccount<auth(Capabilities) &Account>(address)
    // A script stores nothing: this only tells the next id.
    let nextId = account.capabilities.storage.issue<&AnyStruct>(/storage/nothing).id
    let issued: [IssuedCapability] = []
    var id: UInt64 = 1
    while id < nextId {
        if let controller = account.capabilities.storage.getController(byCapabilityID: id) {
            issued.append(IssuedCapability(id: id, type: controller.borrowType, path: controller.target()))
        } else if let controller = account.capabilities.account.getController(byCapabilityID: id) {
            issued.append(IssuedCapability(id: id, type: controller.borrowType, path: nil))
        }
        id = id + 1
    }
    return Delegations(contracts: *account.contracts.names, capabilities: issued)
}
`,
  args: [arg.address(args.address)],
})

/**
 * SHA3-256, in hex, of the code of those of the contracts that the account has.
 * Source: scripts/deployment/get_hashes.cdc
 */
export const getHashes = (args: { address: Address; names: readonly (string)[] }): CadenceCall => ({
  name: 'deployment/get_hashes',
  cadence: `/// SHA3-256, in hex, of the code of those of the contracts that the account has.
access(all) fun main(address: Address, names: [String]): {String: String} {
    let hashes: {String: String} = {}
    for name in names {
        if let deployed = getAccount(address).contracts.get(name: name) {
            hashes[name] = String.encodeHex(HashAlgorithm.SHA3_256.hash(deployed.code))
        }
    }
    return hashes
}
`,
  args: [arg.address(args.address), arg.array(args.names.map((item) => arg.string(item)))],
})

/**
 * How far an agent has got each of its powers: none, offered (it has to claim it), held.
 * Source: scripts/deployment/get_powers.cdc
 */
export const getPowers = (args: { contracts: Address; agent: Address }): CadenceCall => ({
  name: 'deployment/get_powers',
  cadence: `import "DharmaFlaggers"
import "DharmaRecheck"
import "DharmaScore"

/// How far an agent has got each of its powers: none, offered (it has to claim it), held.
access(all) fun main(contracts: Address, agent: Address): {String: String} {
    let storage = getAuthAccount<auth(CopyValue) &Account>(agent).storage
    let publisher = storage.copy<Capability<auth(DharmaScore.Publish) &DharmaScore.Publisher>>(from: DharmaScore.publisherStoragePath)
    let flagger = storage.copy<Capability<auth(DharmaFlaggers.Flag) &DharmaFlaggers.Flagger>>(from: DharmaFlaggers.flaggerStoragePath)
    let watcher = storage.copy<Capability<auth(DharmaRecheck.Watch) &DharmaRecheck.Watcher>>(from: DharmaRecheck.watcherStoragePath)
    return {
        "publish": getState(publisher, at: DharmaScore.getInboxName(publisher: agent), of: contracts),
        "flag": getState(flagger, at: DharmaFlaggers.getInboxName(flagger: agent), of: contracts),
        "watch": getState(watcher, at: DharmaRecheck.getInboxName(watcher: agent), of: contracts)
    }
}

access(all) fun getState(_ held: Capability?, at name: String, of contracts: Address): String {
    if held != nil && held!.address == contracts && held!.check<&AnyResource>() {
        return "held"
    }
    let isAppointed = getAccount(contracts).storage.type(at: StoragePath(identifier: name)!) != nil
    return isAppointed ? "offered" : "none"
}
`,
  args: [arg.address(args.contracts), arg.address(args.agent)],
})

/**
 * Bytes that an account uses, and bytes that its balance pays for.
 * Source: scripts/deployment/get_storage.cdc
 */
export const getStorage = (args: { address: Address }): CadenceCall => ({
  name: 'deployment/get_storage',
  cadence: `/// Bytes that an account uses, and bytes that its balance pays for.
access(all) fun main(address: Address): [UInt64] {
    let storage = getAccount(address).storage
    return [storage.used, storage.capacity]
}
`,
  args: [arg.address(args.address)],
})

/**
 * Lets the chain judge a new code for a contract, and changes nothing: a script cannot write. It always fails, with
 * Cadence's reasons when the code is not compatible, else with error 1057 at the point of writing.
 * Source: scripts/deployment/try_update.cdc
 */
export const tryUpdate = (args: { address: Address; name: string; code: string }): CadenceCall => ({
  name: 'deployment/try_update',
  cadence: `/// Lets the chain judge a new code for a contract, and changes nothing: a script cannot write. It always fails, with
/// Cadence's reasons when the code is not compatible, else with error 1057 at the point of writing.
access(all) fun main(address: Address, name: String, code: String): String {
    return getAuthAccount<auth(UpdateContract) &Account>(address).contracts.update(name: name, code: code.utf8).name
}
`,
  args: [arg.address(args.address), arg.string(args.name), arg.string(args.code)],
})

/**
 * What a proposal does, nil when there is none of that number or it was pruned.
 * Source: scripts/governance/get_action.cdc
 */
export const getAction = (args: { id: bigint | number }): CadenceCall => ({
  name: 'governance/get_action',
  cadence: `import "DharmaProposals"

/// What a proposal does, as the signed messages about it describe it.
access(all) struct Action {
    /// freeze, unfreeze or recover.
    access(all) let name: String
    access(all) let target: Address
    access(all) let flagNumber: UInt64?
    access(all) let freezeNumber: UInt64?
    access(all) let recoveryAddress: Address?
    access(all) let recoveryAddressSince: UFix64?
    access(all) let recoveryAddressBefore: Address?

    init(_ terms: &DharmaProposals.Terms) {
        self.name = DharmaProposals.getActionName(terms.action)
        self.target = terms.target
        self.flagNumber = terms.flagNumber
        self.freezeNumber = terms.freezeNumber
        self.recoveryAddress = terms.recoveryAddress?.address
        self.recoveryAddressSince = terms.recoveryAddress?.since
        self.recoveryAddressBefore = terms.recoveryAddress?.before ?? nil
    }
}

/// What a proposal does, nil when there is none of that number or it was pruned.
access(all) fun main(id: UInt64): Action? {
    if let proposal = DharmaProposals.borrowProposal(id) {
        return Action(proposal.terms)
    }
    return nil
}
`,
  args: [arg.integer('UInt64', args.id)],
})

/**
 * The account whose shared keys execute approved proposals, nil before it was handed over.
 * Source: scripts/governance/get_dao.cdc
 */
export const getDao = (): CadenceCall => ({
  name: 'governance/get_dao',
  cadence: `import "DharmaGovernance"

/// The account whose shared keys execute approved proposals, nil before it was handed over.
access(all) fun main(): Address? {
    return DharmaGovernance.daoAddress
}
`,
  args: [],
})

/**
 * Whether an address may vote on some proposals now, and on which another publication by a publisher lets it vote. Fails
 * when one of them does not exist.
 * Source: scripts/governance/get_eligibility.cdc
 */
export const getEligibility = (args: { voter: Address; ids: readonly (bigint | number)[]; publisher: Address | null }): CadenceCall => ({
  name: 'governance/get_eligibility',
  cadence: `import "DharmaGovernance"
import "DharmaProposals"
import "DharmaScore"
import "DharmaStanding"
import "DharmaVoterEligibility"

/// Whether an address may vote, with what that depends on.
access(all) struct Eligibility {
    /// Why it may not vote now, by proposal; those on which it may vote are left out.
    access(all) let reasons: {UInt64: String}
    /// For which of these the reason is that the publisher's record is older than a day: the least score, in tenths, with
    /// which another publication by it lets the address vote at once.
    access(all) let refreshTenths: {UInt64: UInt64}
    /// When the publisher last published the address; nil when it never did.
    access(all) let publishedAt: UFix64?
    /// Since when its published records stand without a break; nil when they do not.
    access(all) let standingSince: UFix64?
    /// Time and height of the block to which all this belongs.
    access(all) let now: UFix64
    access(all) let height: UInt64

    init(_ voter: Address, _ ids: [UInt64], _ publisher: Address?) {
        self.reasons = {}
        self.refreshTenths = {}
        for id in ids {
            if let reason = DharmaGovernance.getIneligibilityReason(voter: voter, id: id) {
                self.reasons[id] = reason
                if let by = publisher {
                    let accusedAt = DharmaProposals.borrowExisting(id).terms.accusedAt
                    self.refreshTenths[id] = findRefreshTenths(voter, by: by, accusedAt: accusedAt)
                }
            }
        }
        let history = DharmaScore.borrowHistory(voter)
        self.publishedAt = publisher == nil ? nil : (history?.recordBy(publisher!) ?? nil)?.publishedAt
        self.standingSince = DharmaScore.getStandingSince(voter)
        self.now = getCurrentBlock().timestamp
        self.height = getCurrentBlock().height
    }
}

/// The least score of a publication now that lets an address vote; nil where none does, or where the record of this
/// publisher is not older than a day. \`accusedAt\` is the time of the accusation for an appeal.
access(all) view fun findRefreshTenths(_ voter: Address, by publisher: Address, accusedAt: UFix64?): UInt64? {
    let record = DharmaScore.borrowHistory(voter)?.recordBy(publisher) ?? nil
    if record == nil || isRecent(record!.publishedAt) || !DharmaScore.isPublisher(publisher) {
        return nil
    }
    // A score that breaks nothing keeps the standing; a higher one keeps no more than that.
    let thresholds = [
        DharmaVoterEligibility.minJurorScoreTenths(),
        DharmaStanding.breakBelowTenths(),
        DharmaVoterEligibility.minScoreTenths()
    ]
    for tenths in thresholds {
        let draft = Draft(publisher, tenths)
        if accusedAt != nil && draft.makesJuror(voter, accusedAt: accusedAt!) || draft.makesVoter(voter) {
            return tenths
        }
    }
    return nil
}

access(all) view fun isRecent(_ time: UFix64): Bool {
    return time >= getCurrentBlock().timestamp.saturatingSubtract(DharmaVoterEligibility.maxScoreAge())
}

/// A publication that is not made: what \`DharmaVoterEligibility\` would say after it.
access(all) struct Draft {
    access(all) let publisher: Address
    access(all) let tenths: UInt64

    view init(_ publisher: Address, _ tenths: UInt64) {
        self.publisher = publisher
        self.tenths = tenths
    }

    access(all) view fun makesVoter(_ voter: Address): Bool {
        return self.isStanding(voter, at: getCurrentBlock().timestamp, least: 0, good: DharmaVoterEligibility.minScoreTenths())
    }

    access(all) view fun makesJuror(_ voter: Address, accusedAt: UFix64): Bool {
        let least = DharmaVoterEligibility.minJurorScoreTenths()
        return self.isStanding(voter, at: accusedAt, least: least, good: least)
    }

    /// Whether no live publisher had broken at a time or is below \`least\` now, and one that had stood then has a recent
    /// record of at least \`good\`.
    access(self) view fun isStanding(_ voter: Address, at time: UFix64, least: UInt64, good: UInt64): Bool {
        let history = DharmaScore.borrowHistory(voter)!
        var isStanding = false
        for assessment in history.assessments {
            let record = assessment.record
            if !DharmaScore.isPublisher(record.publisher) {
                continue
            }
            let isOwn = record.publisher == self.publisher
            let before = history.standingBy(record.publisher)!
            let standing = isOwn ? before.next(scoreTenths: self.tenths) : before
            let tenths = isOwn ? self.tenths : record.scoreTenths
            if !standing.wasUnbroken(at: time) || tenths < least {
                return false
            }
            let isGood = tenths >= good && (isOwn || isRecent(record.publishedAt))
            isStanding = isStanding || isGood && standing.hadStood(at: time)
        }
        return isStanding
    }
}

/// Whether an address may vote on some proposals now, and on which another publication by a publisher lets it vote. Fails
/// when one of them does not exist.
access(all) fun main(voter: Address, ids: [UInt64], publisher: Address?): Eligibility {
    return Eligibility(voter, ids, publisher)
}
`,
  args: [arg.address(args.voter), arg.array(args.ids.map((item) => arg.integer('UInt64', item))), arg.optional(args.publisher === null ? null : arg.address(args.publisher))],
})

/**
 * The proposals that the DAO can execute, and at least the first `maxVoters` of those whose votes count or may come to
 * count, at most those of one proposal more. It walks from the oldest: an approved one waits for 8 days, in which a crowd
 * can open any number of newer ones.
 * Source: scripts/governance/get_executable_proposals.cdc
 */
export const getExecutableProposals = (args: { maxVoters: bigint | number }): CadenceCall => ({
  name: 'governance/get_executable_proposals',
  cadence: `import "DharmaGovernance"
import "DharmaProposals"
import "DharmaProtection"

/// What the signers of the DAO have to look at now.
access(all) struct Work {
    /// The account whose keys execute proposals, nil before it was handed over.
    access(all) let dao: Address?
    /// Numbers of the approved proposals that can be executed now, oldest first.
    access(all) let executable: [UInt64]
    /// Those who voted on proposals in voting or approved.
    access(all) let voters: [Address]

    init(executable: [UInt64], voters: [Address]) {
        self.dao = DharmaGovernance.daoAddress
        self.executable = executable
        self.voters = voters
    }
}

/// Whether a proposal may be in voting or approved, by its own fields: to ask for the status of each would cost too much
/// after a crowd opened hundreds.
access(all) view fun mayCount(_ proposal: &DharmaProposals.Proposal): Bool {
    if DharmaProposals.isFinal(proposal.storedStatus) {
        return false
    }
    return proposal.isVotingOver() ? proposal.getResult() == DharmaProposals.Status.approved : proposal.hasVotes()
}

/// Whether the DAO has something to execute: the approval of an appeal against a flag lifts it by itself.
access(all) view fun isExecutable(_ proposal: &DharmaProposals.Proposal): Bool {
    let isCarriedOut = proposal.terms.isAppeal() && proposal.terms.freezeNumber == nil
    return !isCarriedOut && DharmaProtection.getExecutionObstacle(proposal.id) == nil
}

/// The proposals that the DAO can execute, and at least the first \`maxVoters\` of those whose votes count or may come to
/// count, at most those of one proposal more. It walks from the oldest: an approved one waits for 8 days, in which a crowd
/// can open any number of newer ones.
access(all) fun main(maxVoters: Int): Work {
    let executable: [UInt64] = []
    let voters: {Address: Bool} = {}
    var id = DharmaProposals.firstId
    while id <= DharmaProposals.lastId {
        let proposal = DharmaProposals.borrowProposal(id)!
        id = id + 1
        if !mayCount(proposal) {
            continue
        }
        let status = DharmaGovernance.getStatus(proposal.id)
        let isApproved = status == DharmaProposals.Status.approved
        if isApproved && isExecutable(proposal) {
            executable.append(proposal.id)
        }
        if (isApproved || status == DharmaProposals.Status.active) && voters.length < maxVoters {
            for voter in proposal.getVotes() {
                voters[voter] = true
            }
        }
    }
    return Work(executable: executable, voters: voters.keys)
}
`,
  args: [arg.integer('Int', args.maxVoters)],
})

/**
 * Why an address may not vote on a proposal now, nil when it may.
 * Source: scripts/governance/get_ineligibility_reason.cdc
 */
export const getIneligibilityReason = (args: { id: bigint | number; voter: Address }): CadenceCall => ({
  name: 'governance/get_ineligibility_reason',
  cadence: `import "DharmaGovernance"

/// Why an address may not vote on a proposal now, nil when it may.
access(all) fun main(id: UInt64, voter: Address): String? {
    return DharmaGovernance.getIneligibilityReason(voter: voter, id: id)
}
`,
  args: [arg.integer('UInt64', args.id), arg.address(args.voter)],
})

/**
 * Numbers of the proposals of an address that are not written down as closed.
 * Source: scripts/governance/get_open_proposals.cdc
 */
export const getOpenProposals = (args: { proposer: Address }): CadenceCall => ({
  name: 'governance/get_open_proposals',
  cadence: `import "DharmaGovernance"

/// Numbers of the proposals of an address that are not written down as closed.
access(all) fun main(proposer: Address): [UInt64] {
    return DharmaGovernance.getOpenProposals(proposer)
}
`,
  args: [arg.address(args.proposer)],
})

/**
 * All about a proposal as it stands now, nil when there is none of that number or it was pruned.
 * Source: scripts/governance/get_proposal.cdc
 */
export const getProposal = (args: { id: bigint | number }): CadenceCall => ({
  name: 'governance/get_proposal',
  cadence: `import "DharmaGovernance"

/// All about a proposal as it stands now, nil when there is none of that number or it was pruned.
access(all) fun main(id: UInt64): DharmaGovernance.Summary? {
    return DharmaGovernance.getSummary(id)
}
`,
  args: [arg.integer('UInt64', args.id)],
})

/**
 * What can keep an address from proposing this now. Fails where nothing can be proposed.
 * Source: scripts/governance/get_proposal_limits.cdc
 */
export const getProposalLimits = (args: { action: string; target: Address; proposer: Address }): CadenceCall => ({
  name: 'governance/get_proposal_limits',
  cadence: `import "DharmaFlaggers"
import "DharmaGovernance"
import "DharmaProposals"
import "DharmaVoterEligibility"

/// What can keep an address from opening a proposal now, by its rank.
access(all) struct Limits {
    /// The open proposal on the same topic that keeps it from that; nil when none does.
    access(all) let openOnTopic: UInt64?
    /// How many open proposals the address has, and how many it may have.
    access(all) let open: Int
    access(all) let maxOpen: Int
    /// How many proposals all people who may not vote open within 24 hours; nil where the address is none of them.
    access(all) let maxShared: Int?

    init(_ terms: DharmaProposals.Terms, _ proposer: Address) {
        let rank = getRank(terms, proposer)
        self.openOnTopic = DharmaGovernance.findOpenOnTopic(&terms as &DharmaProposals.Terms, rank: rank)
        self.open = DharmaGovernance.getOpenProposals(proposer).length
        self.maxOpen = rank == DharmaProposals.Rank.appointed
            ? DharmaGovernance.maxOpenPerAppointed()
            : DharmaGovernance.maxOpenPerPerson()
        self.maxShared = rank == DharmaProposals.Rank.other ? DharmaGovernance.maxShared() : nil
    }
}

/// What can keep an address from proposing this now. Fails where nothing can be proposed.
access(all) fun main(action: String, target: Address, proposer: Address): Limits {
    return Limits(DharmaGovernance.createTerms(action: action, target: target), proposer)
}

/// As \`DharmaGovernance\` ranks proposers: the target is among the others, whatever it may do elsewhere.
access(all) view fun getRank(_ terms: DharmaProposals.Terms, _ proposer: Address): DharmaProposals.Rank {
    if proposer == terms.target {
        return DharmaProposals.Rank.other
    }
    if DharmaFlaggers.isFlagger(proposer) {
        return DharmaProposals.Rank.appointed
    }
    let mayVote = !terms.isExcludedVoter(proposer) && DharmaVoterEligibility.getIneligibilityReason(proposer) == nil
    return mayVote ? DharmaProposals.Rank.voter : DharmaProposals.Rank.other
}
`,
  args: [arg.string(args.action), arg.address(args.target), arg.address(args.proposer)],
})

/**
 * The exact text that a person signs to propose; `reasonHash` is the SHA-256 of the reason, in hex.
 * Source: scripts/governance/get_proposal_message.cdc
 */
export const getProposalMessage = (args: { action: string; target: Address; reasonHash: string; proposer: Address; sequence: bigint | number; validUntil: bigint | number }): CadenceCall => ({
  name: 'governance/get_proposal_message',
  cadence: `import "DharmaConsent"
import "DharmaGovernance"

/// The exact text that a person signs to propose; \`reasonHash\` is the SHA-256 of the reason, in hex.
access(all) fun main(
    action: String,
    target: Address,
    reasonHash: String,
    proposer: Address,
    sequence: UInt64,
    validUntil: UInt64
): String {
    let details = DharmaGovernance.createTerms(action: action, target: target).getDetails()
    return DharmaConsent.buildMessage(
        subject: "proposal",
        details: details.concat(["Reason SHA-256: \\(reasonHash)"]),
        role: "Proposer",
        address: proposer,
        sequence: sequence,
        validUntil: validUntil
    )
}
`,
  args: [arg.string(args.action), arg.address(args.target), arg.string(args.reasonHash), arg.address(args.proposer), arg.integer('UInt64', args.sequence), arg.integer('UInt64', args.validUntil)],
})

/**
 * The last number that an address used in a series, and the time from which a message counts.
 * Source: scripts/governance/get_sequence.cdc
 */
export const getSequence = (args: { address: Address; series: bigint | number }): CadenceCall => ({
  name: 'governance/get_sequence',
  cadence: `import "DharmaConsent"

/// What a person needs to sign the next message of a series (0 proposals, 1 votes, 2 appeals, 3 reports and vouches).
access(all) struct Next {
    /// The last number used, 0 before the first; the next must be above it.
    access(all) let sequence: UInt64
    /// Time of the latest block.
    access(all) let now: UFix64
    /// How far ahead of that the end of validity may be, in seconds.
    access(all) let maxValidity: UInt64

    init(sequence: UInt64, maxValidity: UInt64) {
        self.sequence = sequence
        self.now = getCurrentBlock().timestamp
        self.maxValidity = maxValidity
    }
}

/// The last number that an address used in a series, and the time from which a message counts.
access(all) fun main(address: Address, series: UInt8): Next {
    let checked = DharmaConsent.Series(rawValue: series) ?? panic("\\(series) is not a series: give 0 to 3")
    return Next(
        sequence: DharmaConsent.getSequence(address, series: checked),
        maxValidity: DharmaConsent.getMaxValidity(checked)
    )
}
`,
  args: [arg.address(args.address), arg.integer('UInt8', args.series)],
})

/**
 * The vote of an address on a proposal with the record it relied on, nil when it has not voted.
 * Source: scripts/governance/get_vote.cdc
 */
export const getVote = (args: { id: bigint | number; voter: Address }): CadenceCall => ({
  name: 'governance/get_vote',
  cadence: `import "DharmaProposals"

/// The vote of an address on a proposal with the record it relied on, nil when it has not voted.
access(all) fun main(id: UInt64, voter: Address): DharmaProposals.Vote? {
    let proposal = DharmaProposals.borrowProposal(id) ?? panic("There is no proposal \\(id)")
    return proposal.getVote(voter)
}
`,
  args: [arg.integer('UInt64', args.id), arg.address(args.voter)],
})

/**
 * The exact text that a person signs to cast votes, `supports` in the order of `ids`.
 * Source: scripts/governance/get_vote_message.cdc
 */
export const getVoteMessage = (args: { ids: readonly (bigint | number)[]; supports: readonly (boolean)[]; voter: Address; sequence: bigint | number; validUntil: bigint | number }): CadenceCall => ({
  name: 'governance/get_vote_message',
  cadence: `import "DharmaConsent"
import "DharmaGovernance"

/// The exact text that a person signs to cast votes, \`supports\` in the order of \`ids\`.
access(all) fun main(ids: [UInt64], supports: [Bool], voter: Address, sequence: UInt64, validUntil: UInt64): String {
    return DharmaConsent.buildMessage(
        subject: "vote",
        details: DharmaGovernance.getVoteDetails(ids: ids, supports: supports),
        role: "Voter",
        address: voter,
        sequence: sequence,
        validUntil: validUntil
    )
}
`,
  args: [arg.array(args.ids.map((item) => arg.integer('UInt64', item))), arg.array(args.supports.map((item) => arg.bool(item))), arg.address(args.voter), arg.integer('UInt64', args.sequence), arg.integer('UInt64', args.validUntil)],
})

/**
 * The proposals from `fromId` to `toId` that have votes relying on scores of a publisher, such as one whose key was
 * stolen. Pruned ones are left out: their votes are in the events VoteCast.
 * Source: scripts/governance/get_votes_in_doubt.cdc
 */
export const getVotesInDoubt = (args: { publisher: Address; fromId: bigint | number; toId: bigint | number }): CadenceCall => ({
  name: 'governance/get_votes_in_doubt',
  cadence: `import "DharmaGovernance"
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

/// The proposals from \`fromId\` to \`toId\` that have votes relying on scores of a publisher, such as one whose key was
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
`,
  args: [arg.address(args.publisher), arg.integer('UInt64', args.fromId), arg.integer('UInt64', args.toId)],
})

/**
 * The ids of the NFTs that an account shows at a public path, none when there is no collection.
 * Source: scripts/nfts/get_ids.cdc
 */
export const getIds = (args: { address: Address; collection: string }): CadenceCall => ({
  name: 'nfts/get_ids',
  cadence: `import "NonFungibleToken"

/// The ids of the NFTs that an account shows at a public path, none when there is no collection.
access(all) fun main(address: Address, collection: PublicPath): [UInt64] {
    return getAccount(address).capabilities
        .borrow<&{NonFungibleToken.CollectionPublic}>(collection)?.getIDs() ?? []
}
`,
  args: [arg.address(args.address), arg.path('public', args.collection)],
})

/**
 * The exact text that an account signs to appeal against a flag or a freeze, by its number.
 * Source: scripts/protection/get_appeal_message.cdc
 */
export const getAppealMessage = (args: { flagNumber: bigint | number | null; freezeNumber: bigint | number | null; reasonHash: string; address: Address; sequence: bigint | number; validUntil: bigint | number }): CadenceCall => ({
  name: 'protection/get_appeal_message',
  cadence: `import "DharmaConsent"
import "DharmaGovernance"

/// The exact text that an account signs to appeal against a flag or a freeze, by its number.
access(all) fun main(
    flagNumber: UInt64?,
    freezeNumber: UInt64?,
    reasonHash: String,
    address: Address,
    sequence: UInt64,
    validUntil: UInt64
): String {
    return DharmaConsent.buildMessage(
        subject: "appeal",
        details: DharmaGovernance.getAppealDetails(flagNumber: flagNumber, freezeNumber: freezeNumber, reasonHash: reasonHash),
        role: "Appellant",
        address: address,
        sequence: sequence,
        validUntil: validUntil
    )
}
`,
  args: [arg.optional(args.flagNumber === null ? null : arg.integer('UInt64', args.flagNumber)), arg.optional(args.freezeNumber === null ? null : arg.integer('UInt64', args.freezeNumber)), arg.string(args.reasonHash), arg.address(args.address), arg.integer('UInt64', args.sequence), arg.integer('UInt64', args.validUntil)],
})

/**
 * Flag, freeze, bars and undecided proposals of an address as they stand now.
 * Source: scripts/protection/get_protection_status.cdc
 */
export const getProtectionStatus = (args: { address: Address }): CadenceCall => ({
  name: 'protection/get_protection_status',
  cadence: `import "DharmaProposals"
import "DharmaProtection"
import "DharmaProtectionTypes"

/// Flag, freeze and appeals of an address by the rules of time.
access(all) struct ProtectionStatus {
    access(all) let isFlagged: Bool
    access(all) let isFrozen: Bool
    access(all) let flag: DharmaProtectionTypes.Flag?
    access(all) let freeze: DharmaProtectionTypes.Freeze?
    /// The end of the last freeze, past or to come.
    access(all) let freezeEnd: UFix64?
    /// Since when proposals to freeze that are older are void.
    access(all) let overruledAt: UFix64?
    access(all) let bars: [DharmaProtectionTypes.Bar]
    /// Proposals about the address whose outcome is not recorded, with their status now.
    access(all) let undecided: {UInt64: String}

    init(_ address: Address) {
        let record = DharmaProtection.borrowRecord(address)
        self.isFlagged = DharmaProtection.isFlagged(address)
        self.isFrozen = DharmaProtection.isFrozen(address)
        self.flag = DharmaProtection.getFlag(address)
        self.freeze = DharmaProtection.getFreeze(address)
        self.freezeEnd = DharmaProtection.freezeEndsAt(address)
        self.overruledAt = record?.getState()?.overruledAt
        self.bars = record?.getBars() ?? []
        self.undecided = {}
        if let known = record {
            for id in known.undecided {
                self.undecided[id] = DharmaProposals.getStatusName(DharmaProtection.getProposalStatus(id))
            }
        }
    }
}

/// Flag, freeze, bars and undecided proposals of an address as they stand now.
access(all) fun main(address: Address): ProtectionStatus {
    return ProtectionStatus(address)
}
`,
  args: [arg.address(args.address)],
})

/**
 * When the next recheck of an address is due, in Unix seconds; nil when it is not watched.
 * Source: scripts/recheck/get_next_run.cdc
 */
export const getNextRun = (args: { address: Address }): CadenceCall => ({
  name: 'recheck/get_next_run',
  cadence: `import "DharmaRecheck"

/// When the next recheck of an address is due, in Unix seconds; nil when it is not watched.
access(all) fun main(address: Address): UFix64? {
    return DharmaRecheck.borrowEntry(address)?.dueAt
}
`,
  args: [arg.address(args.address)],
})

/**
 * Addresses whose recheck did not schedule the next one in time.
 * Source: scripts/recheck/get_overdue.cdc
 */
export const getOverdue = (): CadenceCall => ({
  name: 'recheck/get_overdue',
  cadence: `import "DharmaRecheck"

/// Addresses whose recheck did not schedule the next one in time.
access(all) fun main(): [Address] {
    return DharmaRecheck.overdue()
}
`,
  args: [],
})

/**
 * FLOW in the fund from which rechecks are paid.
 * Source: scripts/recheck/get_recheck_fund.cdc
 */
export const getRecheckFund = (): CadenceCall => ({
  name: 'recheck/get_recheck_fund',
  cadence: `import "DharmaRecheck"

/// FLOW in the fund from which rechecks are paid.
access(all) fun main(): UFix64 {
    return DharmaRecheck.fundBalance()
}
`,
  args: [],
})

/**
 * Addresses whose score is rechecked again and again.
 * Source: scripts/recheck/get_watched.cdc
 */
export const getWatched = (): CadenceCall => ({
  name: 'recheck/get_watched',
  cadence: `import "DharmaRecheck"

/// Addresses whose score is rechecked again and again.
access(all) fun main(): [Address] {
    return DharmaRecheck.watched()
}
`,
  args: [],
})

/**
 * The published scores of an address that are kept, newest first.
 * Source: scripts/score/get_history.cdc
 */
export const getHistory = (args: { address: Address }): CadenceCall => ({
  name: 'score/get_history',
  cadence: `import "DharmaScore"

/// The published scores of an address that are kept, newest first.
access(all) fun main(address: Address): [DharmaScore.Record] {
    return DharmaScore.borrowHistory(address)?.records() ?? []
}
`,
  args: [arg.address(args.address)],
})

/**
 * The latest record of an address by each live publisher.
 * Source: scripts/score/get_live_records.cdc
 */
export const getLiveRecords = (args: { address: Address }): CadenceCall => ({
  name: 'score/get_live_records',
  cadence: `import "DharmaScore"

/// The latest record of an address by each live publisher.
access(all) fun main(address: Address): [DharmaScore.Record] {
    let records: [DharmaScore.Record] = []
    for publisher in DharmaScore.getPublishers() {
        if let record = DharmaScore.borrowHistory(address)?.recordBy(publisher) ?? nil {
            records.append(record)
        }
    }
    return records
}
`,
  args: [arg.address(args.address)],
})

/**
 * The published score that counts for an address: of the latest ones by the live publishers that with the lowest score;
 * nil when there is none.
 * Source: scripts/score/get_score.cdc
 */
export const getScore = (args: { address: Address }): CadenceCall => ({
  name: 'score/get_score',
  cadence: `import "DharmaScore"

/// The published score that counts for an address: of the latest ones by the live publishers that with the lowest score;
/// nil when there is none.
access(all) fun main(address: Address): DharmaScore.Record? {
    return DharmaScore.lowest(address)
}
`,
  args: [arg.address(args.address)],
})

/**
 * How long the records of an address have stood, by the live publisher that published them.
 * Source: scripts/score/get_standing.cdc
 */
export const getStanding = (args: { address: Address }): CadenceCall => ({
  name: 'score/get_standing',
  cadence: `import "DharmaScore"
import "DharmaStanding"

/// How long the records of an address have stood, by the live publisher that published them.
access(all) fun main(address: Address): {Address: DharmaStanding.Standing} {
    let standings: {Address: DharmaStanding.Standing} = {}
    for publisher in DharmaScore.getPublishers() {
        if let standing = DharmaScore.borrowHistory(address)?.standingBy(publisher) ?? nil {
            standings[publisher] = standing
        }
    }
    return standings
}
`,
  args: [arg.address(args.address)],
})

/**
 * Whether the score of an address is at least `minTenths` and not older than `maxAge` seconds:
 * 0 pass, 1 fail, 2 stale, 3 unknown.
 * Source: scripts/score/get_verdict.cdc
 */
export const getVerdict = (args: { address: Address; minScoreTenths: bigint | number; maxAge: bigint }): CadenceCall => ({
  name: 'score/get_verdict',
  cadence: `import "DharmaScore"

/// Whether the score of an address is at least \`minTenths\` and not older than \`maxAge\` seconds:
/// 0 pass, 1 fail, 2 stale, 3 unknown.
access(all) fun main(address: Address, minScoreTenths: UInt64, maxAge: UFix64): UInt8 {
    return DharmaScore.requireMin(address: address, minScoreTenths: minScoreTenths, maxAge: maxAge).rawValue
}
`,
  args: [arg.address(args.address), arg.integer('UInt64', args.minScoreTenths), arg.ufix64(args.maxAge)],
})

/**
 * The balance that an account shows at a public path, 0.0 when there is none.
 * Source: scripts/tokens/get_balance.cdc
 */
export const getBalance = (args: { address: Address; vault: string }): CadenceCall => ({
  name: 'tokens/get_balance',
  cadence: `import "FungibleToken"

/// The balance that an account shows at a public path, 0.0 when there is none.
access(all) fun main(address: Address, vault: PublicPath): UFix64 {
    return getAccount(address).capabilities.borrow<&{FungibleToken.Balance}>(vault)?.balance ?? 0.0
}
`,
  args: [arg.address(args.address), arg.path('public', args.vault)],
})

/**
 * What a proposal to recover the vault of an address would name, nil when it has no vault, or one that was recovered.
 * Source: scripts/vault/get_recovery_address.cdc
 */
export const getRecoveryAddress = (args: { address: Address }): CadenceCall => ({
  name: 'vault/get_recovery_address',
  cadence: `import "DharmaVault"

/// The recovery address of a guarded vault as it stands now.
access(all) struct RecoveryAddress {
    access(all) let recoveryAddress: Address
    access(all) let recoveryAddressSince: UFix64
    /// nil where the owner never changed it.
    access(all) let recoveryAddressBefore: Address?

    init(_ vault: &DharmaVault.GuardedVault) {
        self.recoveryAddress = vault.recoveryAddress!
        self.recoveryAddressSince = vault.recoveryAddressSince
        self.recoveryAddressBefore = vault.recoveryAddressBefore
    }
}

/// What a proposal to recover the vault of an address would name, nil when it has no vault, or one that was recovered.
access(all) fun main(address: Address): RecoveryAddress? {
    if let vault = DharmaVault.borrowVault(address) {
        return vault.recoveredTo == nil ? RecoveryAddress(vault) : nil
    }
    return nil
}
`,
  args: [arg.address(args.address)],
})

/**
 * What may still leave a guarded vault today without a request, of one token.
 * Source: scripts/vault/get_remaining_allowance.cdc
 */
export const getRemainingAllowance = (args: { address: Address; type: string }): CadenceCall => ({
  name: 'vault/get_remaining_allowance',
  cadence: `import "DharmaVault"

/// What may still leave a guarded vault today without a request, of one token.
access(all) fun main(address: Address, type: String): UFix64 {
    let vault = DharmaVault.borrowVault(address) ?? panic("\\(address) has no guarded vault")
    let tokenType = CompositeType(type) ?? panic("\\(type) is not a type")
    let remaining = vault.getAllowance(tokenType)?.remaining() ?? 0.0
    let free = vault.getFreeAmount(tokenType)
    return remaining < free ? remaining : free
}
`,
  args: [arg.address(args.address), arg.string(args.type)],
})

/**
 * The guarded vault of an address, nil when it has none.
 * Source: scripts/vault/get_vault.cdc
 */
export const getVault = (args: { address: Address }): CadenceCall => ({
  name: 'vault/get_vault',
  cadence: `import "DharmaAllowance"
import "DharmaCustody"
import "DharmaVault"

/// A guarded vault to read; types are identifiers.
access(all) struct Info {
    /// Of the account that opened it.
    access(all) let address: Address
    /// nil after a recovery.
    access(all) let recoveryAddress: Address?
    access(all) let recoveryAddressSince: UFix64
    access(all) let recoveryAddressBefore: Address?
    /// The owner after a recovery.
    access(all) let recoveredTo: Address?
    access(all) let isLeaving: Bool
    access(all) let balances: {String: UFix64}
    /// What no request has set aside.
    access(all) let freeBalances: {String: UFix64}
    access(all) let nftIds: {String: [UInt64]}
    access(all) let requests: [DharmaAllowance.Request]
    /// Slots of storage in use, with those of its own data.
    access(all) let slots: Int
    /// FLOW that was paid for storage, and the price of one slot.
    access(all) let storagePaid: UFix64
    access(all) let slotPrice: UFix64

    init(_ vault: &DharmaVault.GuardedVault) {
        self.address = vault.address
        self.recoveryAddress = vault.recoveryAddress
        self.recoveryAddressSince = vault.recoveryAddressSince
        self.recoveryAddressBefore = vault.recoveryAddressBefore
        self.recoveredTo = vault.recoveredTo
        self.isLeaving = vault.isLeaving()
        self.requests = vault.allRequests()
        self.balances = {}
        self.freeBalances = {}
        self.nftIds = {}
        let holdings = vault.borrowHoldings()
        self.slots = holdings.slots
        self.storagePaid = holdings.paid
        self.slotPrice = DharmaCustody.slotPrice()
        for type in holdings.tokenTypes() {
            self.balances[type.identifier] = holdings.getBalance(type)
            self.freeBalances[type.identifier] = vault.getFreeAmount(type)
        }
        for type in holdings.nftTypes() {
            self.nftIds[type.identifier] = holdings.getIDs(type)
        }
    }
}

/// The guarded vault of an address, nil when it has none.
access(all) fun main(address: Address): Info? {
    if let vault = DharmaVault.borrowVault(address) {
        return Info(vault)
    }
    return nil
}
`,
  args: [arg.address(args.address)],
})
