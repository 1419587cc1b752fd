import Test

/// All helpers are in one file, because a file that a test imports cannot import another one.

/// Where flow.json puts the Dharma contracts, and the tokens and NFTs of the examples, on the testing network.
access(all) let contractsAddress: Address = 0x0000000000000008
access(all) let worldAddress: Address = 0x0000000000000007

/// Accounts of the testing network that play a part in several tests.
access(all) let agentAddress: Address = 0x0000000000000009
access(all) let daoAddress: Address = 0x000000000000000a

/// Test keys of the DAO.
access(all) let daoKeys: [Int] = [6, 7, 8]

/// Series of sequence numbers.
access(all) let proposals: UInt8 = 0
access(all) let votes: UInt8 = 1
access(all) let appeals: UInt8 = 2
access(all) let reports: UInt8 = 3

access(all) let hour: Fix64 = 3600.0
access(all) let day: Fix64 = 86400.0

access(all) fun contractsAccount(): Test.TestAccount {
    return Test.getAccount(contractsAddress)
}

access(all) fun agent(): Test.TestAccount {
    return Test.getAccount(agentAddress)
}

/// The product's contracts in the order of their imports, without the connectors, which need Flow Actions.
access(all) let dharmaContracts: [String] = Test.readFile("../../src/contract-sources.ts")
    .split(separator: "DEPLOYMENT_ORDER = [")[1]
    .split(separator: "]")[0]
    .split(separator: "'")
    .filter(view fun (word: String): Bool { return word.contains("Dharma") && word != "DharmaConnectors" })

access(all) fun deployDharma() {
    for name in dharmaContracts {
        deployTo(name, getContractPath(name), contractsAccount())
    }
}

/// Where flow.json says that the source of a contract is, relative to a test file.
access(all) fun getContractPath(_ name: String): String {
    let words = Test.readFile("../../flow.json").split(separator: "/\(name).cdc\"")[0].split(separator: "\"./")
    return "../../\(words[words.length - 1])/\(name).cdc"
}

/// Deploys what publishing a score needs, and nothing else.
access(all) fun deployScore() {
    for name in ["DharmaStanding", "DharmaScore"] {
        deployTo(name, "../../contracts/\(name).cdc", contractsAccount())
    }
}

/// Where contracts of the chain are that ours import.
access(all) let chainContracts: {String: Address} = {
    "FungibleToken": 0x0000000000000002, "FungibleTokenMetadataViews": 0x0000000000000002,
    "FlowToken": 0x0000000000000003, "FlowStorageFees": 0x0000000000000001, "FlowTransactionScheduler": 0x0000000000000001,
    "MetadataViews": 0x0000000000000001, "NonFungibleToken": 0x0000000000000001, "ViewResolver": 0x0000000000000001
}

/// Deploys a contract to the account that flow.json gives it.
access(all) fun deploy(_ name: String, _ path: String) {
    closeBlock()
    let error = Test.deployContract(name: name, path: path, arguments: [])
    Test.assert(error == nil, message: "\(name): \(error?.message ?? "")")
}

/// Deploys a contract to an account, in the next block.
access(all) fun deployTo(_ name: String, _ path: String, _ account: Test.TestAccount) {
    deployChanged(name, path, account, {})
}

/// Deploys a contract to an account with some of its words replaced, such as its name.
access(all) fun deployChanged(_ name: String, _ path: String, _ account: Test.TestAccount, _ changes: {String: String}) {
    perform("../transactions/accounts/add_contract.cdc", [account], [changes[name] ?? name, readChanged(path, changes)], nil)
}

/// Replaces the code of a contract by its own with some words replaced.
access(all) fun updateContract(_ name: String, _ changes: {String: String}) {
    send("accounts/update_contract", [contractsAccount()], [name, readChanged(getContractPath(name), changes)])
    closeBlock()
}

access(all) fun readChanged(_ path: String, _ changes: {String: String}): String {
    var code = Test.readFile(path)
    for word in changes.keys {
        Test.assert(code.contains(word), message: "\(path) has no '\(word)'")
        code = code.replaceAll(of: word, with: changes[word]!)
    }
    for imported in chainContracts.keys {
        code = code.replaceAll(of: "import \"\(imported)\"", with: "import \(imported) from \(chainContracts[imported]!)")
    }
    for imported in dharmaContracts.concat(["DeFiActions"]) {
        code = code.replaceAll(of: "import \"\(imported)\"", with: "import \(imported) from \(contractsAddress)")
    }
    return code
}

/// Gives the agent the power to publish, to flag, or to watch.
access(all) fun appoint(_ area: String, _ role: String) {
    send(area.concat("/appoint_").concat(role), [contractsAccount()], [agentAddress])
    send(area.concat("/claim_").concat(role), [agent()], [contractsAddress])
}

/// A transaction that waits for the next block, and the message by which it must fail, nil when it must succeed.
access(all) struct Queued {
    access(all) let path: String
    access(all) let transaction_: Test.Transaction
    access(all) let expectedError: String?

    init(_ path: String, _ transaction_: Test.Transaction, _ expectedError: String?) {
        self.path = path
        self.transaction_ = transaction_
        self.expectedError = expectedError
    }

    access(all) fun check(_ result: Test.TransactionResult) {
        let text = result.error?.message ?? ""
        if let expected = self.expectedError {
            Test.assert(result.status == Test.ResultStatus.failed, message: "\(self.path) was not refused")
            Test.assert(text.contains(expected), message: "\(self.path) was refused by: \(text)")
        } else {
            Test.assert(result.status == Test.ResultStatus.succeeded, message: "\(self.path) failed: \(text)")
        }
    }
}

/// Transactions of the next block: making a block takes as long as running a transaction, so several share one.
access(all) var queue: [Queued] = []

/// Sends a transaction of the product that must succeed.
access(all) fun send(_ name: String, _ signers: [Test.TestAccount], _ arguments: [AnyStruct]) {
    perform("../../transactions/\(name).cdc", signers, arguments, nil)
}

/// Sends a transaction of the product that must fail with this message.
access(all) fun refuse(_ name: String, _ signers: [Test.TestAccount], _ arguments: [AnyStruct], _ message: String) {
    perform("../../transactions/\(name).cdc", signers, arguments, message)
}

/// Sends a transaction and asserts, at the latest when something is asked, that it succeeds, or that it fails with
/// the expected message.
access(all) fun perform(
    _ path: String,
    _ signers: [Test.TestAccount],
    _ arguments: [AnyStruct],
    _ expectedError: String?
) {
    performCode(path, Test.readFile(path), signers, arguments, expectedError)
}

access(all) fun performCode(
    _ path: String,
    _ code: String,
    _ signers: [Test.TestAccount],
    _ arguments: [AnyStruct],
    _ expectedError: String?
) {
    queue.append(Queued(path, buildTransaction(code, signers, arguments), expectedError))
}

access(all) fun buildTransaction(_ code: String, _ signers: [Test.TestAccount], _ arguments: [AnyStruct]): Test.Transaction {
    var addresses: [Address] = []
    for signer in signers {
        if !addresses.contains(signer.address) {
            addresses.append(signer.address)
        }
    }
    return Test.Transaction(code: code, authorizers: addresses, signers: signers, arguments: arguments)
}

/// An account that signs with several test keys at once, in place of the key that it was created with. The keys must
/// be on the chain before the block in which they sign.
access(all) fun signedBy(_ address: Address, _ privateKeys: [Int]): [Test.TestAccount] {
    closeBlock()
    let publicKeys = Test.readFile("../vectors/public-keys.txt").split(separator: "\n")
    return privateKeys.map(fun (privateKey: Int): Test.TestAccount {
        let publicKey = PublicKey(
            publicKey: publicKeys[privateKey - 1].decodeHex(),
            signatureAlgorithm: SignatureAlgorithm.ECDSA_P256
        )
        return Test.TestAccount(address: address, publicKey: publicKey)
    })
}

/// Runs what is queued in one block.
access(all) fun closeBlock() {
    let block = queue
    queue = []
    if block.length == 0 {
        return
    }
    let results = Test.executeTransactions(
        block.map(fun (queued: Queued): Test.Transaction { return queued.transaction_ })
    )
    for index, queued in block {
        queued.check(results[index])
    }
}

/// Closes the block and lets time pass, two seconds more than asked for: block times are cut to whole seconds.
access(all) fun wait(_ seconds: Fix64) {
    closeBlock()
    Test.moveTime(by: seconds + 2.0)
}

/// Lets the time pass that a scheduled run needs to be executed: two blocks after it is due.
access(all) fun letPass(_ seconds: Fix64) {
    wait(seconds)
    wait(1.0)
    wait(1.0)
}

/// What a script of the product answers.
access(all) fun ask(_ name: String, _ arguments: [AnyStruct]): AnyStruct? {
    return askFile("../../scripts/".concat(name).concat(".cdc"), arguments)
}

access(all) fun askFile(_ path: String, _ arguments: [AnyStruct]): AnyStruct? {
    return askCode(Test.readFile(path), arguments)
}

access(all) fun askCode(_ code: String, _ arguments: [AnyStruct]): AnyStruct? {
    closeBlock()
    let result = Test.executeScript(code, arguments)
    Test.assert(result.status == Test.ResultStatus.succeeded, message: result.error?.message ?? "")
    return result.returnValue
}

/// Part of what a script answers, such as `.isFrozen`: the test network cannot take the script's own structs whole.
access(all) fun askPart(_ name: String, _ part: String, _ argument: AnyStruct): AnyStruct? {
    let type = argument.getType().identifier
    let label = type == "Address" ? "address" : "id"
    let code = Test.readFile("../../scripts/".concat(name).concat(".cdc"))
        .replaceAll(of: "access(all) fun main(", with: "access(all) fun answer(")
        .concat("access(all) fun main(a: \(type)): AnyStruct? { return answer(\(label): a)\(part) }")
    return askCode(code, [argument])
}

/// The last event of a type.
access(all) fun lastEvent(_ type: Type): AnyStruct {
    closeBlock()
    let events = Test.eventsOfType(type)
    Test.assert(events.length > 0, message: "No event ".concat(type.identifier))
    return events[events.length - 1]
}

access(all) fun countEvents(_ type: Type): Int {
    closeBlock()
    return Test.eventsOfType(type).length
}

/// Adds the public key of a test private key to an account: it gets the next key index, 1 at first.
access(all) fun addKey(_ account: Test.TestAccount, _ privateKey: Int, _ weight: UFix64) {
    let publicKey = Test.readFile("../vectors/public-keys.txt").split(separator: "\n")[privateKey - 1]
    perform("../transactions/accounts/add_key.cdc", [account], [publicKey, weight], nil)
}

/// Signs a user message with a test private key. The nonce is 1, which gives the private key away to everybody:
/// good for keys that protect nothing, and simple enough for Cadence.
access(all) fun sign(_ privateKey: Int, _ message: String): String {
    let order: UInt = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551
    let r: UInt = 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296
    let digest = HashAlgorithm.SHA3_256.hashWithTag(message.utf8, tag: "FLOW-V0.0-user")
    let s = (UInt.fromBigEndianBytes(digest)! + r * UInt(privateKey)) % order
    return toHex(r).concat(toHex(s))
}

access(self) fun toHex(_ number: UInt): String {
    var bytes = number.toBigEndianBytes()
    while bytes.length < 32 {
        bytes.insert(at: 0, 0)
    }
    return String.encodeHex(bytes)
}

/// SHA-256 in hex, as reasons are hashed.
access(all) fun sha256Hex(_ text: String): String {
    return String.encodeHex(HashAlgorithm.SHA2_256.hash(text.utf8))
}

/// One value for each factor, so that the score is this value.
access(all) fun equalFactors(_ factor: UInt64): [UInt64] {
    return [factor, factor, factor, factor, factor, factor]
}

/// Publishes equal factors, so that the score is `percent`.
access(all) fun publishScore(_ address: Address, _ percent: UInt64) {
    publishScores([address], percent)
}

access(all) fun publishScores(_ addresses: [Address], _ percent: UInt64) {
    perform("../transactions/score/publish_scores.cdc", [agent()], [addresses, equalFactors(percent * 100), sha256Hex(percent.toString())], nil)
}

access(all) fun getHeight(): UInt64 {
    return askCode("access(all) fun main(): UInt64 { return getCurrentBlock().height }", []) as! UInt64
}

access(all) fun getNow(): UFix64 {
    return askCode("access(all) fun main(): UFix64 { return getCurrentBlock().timestamp }", []) as! UFix64
}

/// Lets an account with a test key in second place (index 1) speak.
access(all) struct Person {
    access(all) let account: Test.TestAccount
    access(all) let privateKey: Int

    init(_ address: Address, _ privateKey: Int) {
        self.account = Test.getAccount(address)
        self.privateKey = privateKey
    }

    access(all) fun address(): Address {
        return self.account.address
    }

    /// The next sequence number of a series, and an end of validity an hour from now.
    access(all) fun next(_ series: UInt8): [UInt64] {
        return askFile("../scripts/get_next.cdc", [self.address(), series]) as! [UInt64]
    }

    /// What follows the other arguments of a transaction that relays a message of this person.
    access(all) fun signed(_ message: String, _ next: [UInt64]): [AnyStruct] {
        return [self.address(), next[0], next[1], [1], [sign(self.privateKey, message)]]
    }

    /// Arguments of `governance/cast_votes` with one vote.
    access(all) fun vote(_ id: UInt64, _ support: Bool): [AnyStruct] {
        return self.voteWith(id, support, self.next(votes))
    }

    access(all) fun voteWith(_ id: UInt64, _ support: Bool, _ next: [UInt64]): [AnyStruct] {
        return self.votesWith([id], [support], next)
    }

    /// Arguments of `governance/cast_votes`.
    access(all) fun votesWith(_ ids: [UInt64], _ supports: [Bool], _ next: [UInt64]): [AnyStruct] {
        let message = ask("governance/get_vote_message", [ids, supports, self.address(), next[0], next[1]]) as! String
        let arguments: [AnyStruct] = [ids, supports]
        return arguments.concat(self.signed(message, next))
    }

    /// Arguments of `governance/create_proposal`.
    access(all) fun proposal(_ action: String, _ target: Address, _ reason: String): [AnyStruct] {
        return self.proposalWith(action, target, reason, self.next(proposals))
    }

    access(all) fun proposalWith(_ action: String, _ target: Address, _ reason: String, _ next: [UInt64]): [AnyStruct] {
        let message = action == "freeze"
            ? buildMessage("proposal", proposalDetails(action, target, reason), "Proposer", self.address(), next)
            : ask(
                "governance/get_proposal_message",
                [action, target, sha256Hex(reason), self.address(), next[0], next[1]]
            ) as! String
        let arguments: [AnyStruct] = [action, target, reason]
        return arguments.concat(self.signed(message, next))
    }

    /// Arguments of `protection/open_appeal` against the flag or the freeze of that number.
    access(all) fun appeal(_ flagNumber: UInt64?, _ freezeNumber: UInt64?, _ reason: String): [AnyStruct] {
        return self.appealWith(flagNumber, freezeNumber, reason, self.next(appeals))
    }

    access(all) fun appealWith(
        _ flagNumber: UInt64?,
        _ freezeNumber: UInt64?,
        _ reason: String,
        _ next: [UInt64]
    ): [AnyStruct] {
        let subject = flagNumber == nil ? "Freeze: \(freezeNumber!)" : "Flag: \(flagNumber!)"
        let details = [subject, "Reason SHA-256: ".concat(sha256Hex(reason))]
        let message = buildMessage("appeal", details, "Appellant", self.address(), next)
        return [
            self.address(), flagNumber, freezeNumber, reason, next[0], next[1], [1], [sign(self.privateKey, message)]
        ]
    }

    /// Arguments of `reports/report_wallet`.
    access(all) fun report(_ target: Address, _ reason: String, _ next: [UInt64]): [AnyStruct] {
        let details = ["Target: \(target)", "Reason SHA-256: ".concat(sha256Hex(reason))]
        let message = buildMessage("report", details, "Reporter", self.address(), next)
        let arguments: [AnyStruct] = [target, sha256Hex(reason)]
        return arguments.concat(self.signed(message, next))
    }

    /// Arguments of `reports/vouch_for_wallet`, or of a withdrawal in `reports`: what is signed names the target alone.
    access(all) fun statement(_ subject: String, _ role: String, _ target: Address): [AnyStruct] {
        let next = self.next(reports)
        let message = buildMessage(subject, ["Target: \(target)"], role, self.address(), next)
        let arguments: [AnyStruct] = [target]
        return arguments.concat(self.signed(message, next))
    }
}

/// The text that a person signs; `next` is the sequence number and the end of validity.
access(all) fun buildMessage(
    _ subject: String,
    _ details: [String],
    _ role: String,
    _ address: Address,
    _ next: [UInt64]
): String {
    let head = ["Dharma Guard \(subject)", "Contract: \(contractsAddress)", "Network: local"]
    let foot = ["\(role): \(address)", "Sequence: \(next[0])", "Valid until: \(formatMinute(next[1]))"]
    return String.join(head.concat(details).concat(foot), separator: "\n")
}

access(all) fun proposalDetails(_ action: String, _ target: Address, _ reason: String): [String] {
    return ["Action: \(action)", "Target: \(target)", "Reason SHA-256: ".concat(sha256Hex(reason))]
}

/// Unix seconds as '2026-11-23 12:00 UTC'. Counts year by year, unlike the contract.
access(all) fun formatMinute(_ seconds: UInt64): String {
    var days = seconds / 86400
    var year: UInt64 = 1970
    while days >= daysOfYear(year) {
        days = days - daysOfYear(year)
        year = year + 1
    }
    let months: [UInt64] = [31, daysOfYear(year) - 337, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var month = 0
    while days >= months[month] {
        days = days - months[month]
        month = month + 1
    }
    let minutes = seconds / 60
    return "\(year)-\(twoDigits(UInt64(month) + 1))-\(twoDigits(days + 1)) \(twoDigits(minutes / 60 % 24)):\(twoDigits(minutes % 60)) UTC"
}

access(self) fun daysOfYear(_ year: UInt64): UInt64 {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365
}

access(self) fun twoDigits(_ number: UInt64): String {
    return number < 10 ? "0\(number)" : "\(number)"
}

/// Five members of the community, in the order of their test keys.
access(all) fun members(): [Person] {
    return [
        Person(0x000000000000000b, 1), Person(0x000000000000000c, 2), Person(0x000000000000000d, 3),
        Person(0x000000000000000e, 4), Person(0x000000000000000f, 5)
    ]
}

/// Anyone who relays what others signed.
access(all) fun relayer(): Test.TestAccount {
    return Test.getAccount(0x0000000000000012)
}

/// Deploys everything, hands the admin to the DAO, and gives five members keys and scores that let them vote.
access(all) fun setUpCommunity() {
    deployDharma()
    appoint("score", "publisher")
    for member in members() {
        addKey(member.account, member.privateKey, 1000.0)
    }
    refreshScores()
    setUpDao()
    wait(8.0 * day)
    refreshScores()
}

/// Publishes the members' scores anew, as the server does before a vote.
access(all) fun refreshScores() {
    publishScores(members().map(fun (member: Person): Address { return member.address() }), 70)
}

/// The account of the DAO with three keys of half a signature each.
access(all) fun setUpDao() {
    let dao = Test.getAccount(daoAddress)
    for privateKey in daoKeys {
        addKey(dao, privateKey, 500.0)
    }
    perform("../transactions/accounts/revoke_key.cdc", [dao], [0], nil)
    closeBlock()
    send("governance/hand_over_dao", [contractsAccount()].concat(signedBy(daoAddress, [6, 7])), [])
}

/// Opens a proposal and answers its number.
access(all) fun propose(_ proposer: Person, _ action: String, _ target: Address): UInt64 {
    let reason = "A reason of enough characters"
    send("governance/create_proposal", [relayer()], proposer.proposal(action, target, reason))
    return lastProposal()
}

access(all) fun lastProposal(): UInt64 {
    return askCode(
        "import \"DharmaProposals\"\naccess(all) fun main(): UInt64 { return DharmaProposals.lastId }",
        []
    ) as! UInt64
}

access(all) fun castVote(_ voter: Person, _ id: UInt64, _ support: Bool) {
    send("governance/cast_votes", [relayer()], voter.vote(id, support))
}

/// Lets three members vote.
access(all) fun voteByThree(_ id: UInt64, _ support: Bool) {
    let voters = [members()[0], members()[1], members()[2]]
    for voter in voters {
        castVote(voter, id, support)
    }
}

/// Carries a proposal through a vote of three members and executes it, a day later.
access(all) fun decide(_ action: String, _ target: Address): UInt64 {
    refreshScores()
    let id = propose(members()[0], action, target)
    voteByThree(id, true)
    wait(day)
    executeProposal(id)
    refreshScores()
    return id
}

/// Freezes an address and hands its guarded vault over to its recovery address, as early as possible.
access(all) fun recoverVault(_ target: Address): UInt64 {
    decide("freeze", target)
    let id = propose(members()[0], "recover", target)
    voteByThree(id, true)
    wait(3.0 * day)
    executeProposal(id)
    refreshScores()
    return id
}

access(all) fun executeProposal(_ id: UInt64) {
    send("governance/execute_proposal", signedBy(daoAddress, [6, 8]), [id])
}

access(all) fun refuseExecution(_ id: UInt64, _ message: String) {
    refuse("governance/execute_proposal", signedBy(daoAddress, [6, 8]), [id], message)
}

/// Asserts that code outside the contracts of the house cannot even be written: the checker refuses the statement.
access(all) fun refuseCode(_ statement: String, _ imports: [String]) {
    var code = ""
    for name in imports {
        code = code.concat("import \"\(name)\"\n")
    }
    code = code.concat("transaction { prepare(signer: &Account) { \(statement) } }")
    closeBlock()
    let result = Test.executeTransaction(buildTransaction(code, [relayer()], []))
    Test.assert(result.status == Test.ResultStatus.failed, message: "\(statement) was not refused")
    let message = result.error!.message
    Test.assert(
        message.contains("access denied") || message.contains("cannot create resource type outside")
            || message.contains("cannot assign to"),
        message: "\(statement) was refused by: \(message)"
    )
}

access(all) let lotus: String = "A.0000000000000007.LotusToken.Vault"
access(all) let pass: String = "A.0000000000000007.GardenPass.NFT"

/// Deploys Lotus and garden passes, and gives wallets for both and 10 FLOW to the accounts, 1,000 Lotus and 3 passes to
/// the first. Storage costs what it does on public networks; on the testing network it is free at first.
access(all) fun setUpTokens(_ addresses: [Address]) {
    let steward = Test.getAccount(worldAddress)
    setStoragePrice(100.0)
    deployTo("LotusToken", "../../contracts/local/LotusToken.cdc", steward)
    deployTo("GardenPass", "../../contracts/local/GardenPass.cdc", steward)
    for address in addresses {
        perform("../transactions/accounts/set_up_wallet.cdc", [Test.getAccount(address)], [], nil)
        sendFlow(10.0, address)
    }
    sendLotus(steward, 1000.0, addresses[0])
    for season in ["spring", "summer", "autumn"] {
        send("nfts/award_pass", [steward], [addresses[0], season])
    }
}

access(all) fun sendLotus(_ from: Test.TestAccount, _ amount: UFix64, _ to: Address) {
    send("tokens/send_tokens", [from], [amount, to, /storage/lotusTokenVault, /public/lotusTokenReceiver])
}

access(all) fun setStoragePrice(_ megabytesPerFlow: UFix64) {
    perform("../transactions/accounts/set_storage_price.cdc", [Test.serviceAccount()], [megabytesPerFlow], nil)
}

access(all) fun sendFlow(_ amount: UFix64, _ to: Address) {
    send("tokens/send_tokens", [Test.serviceAccount()], [amount, to, /storage/flowTokenVault, /public/flowTokenReceiver])
}

/// Sends a transaction of the product and answers whether it succeeded: for tests that check what must hold anyway.
access(all) fun attempt(_ name: String, _ signer: Test.TestAccount, _ arguments: [AnyStruct]): Bool {
    closeBlock()
    let code = Test.readFile("../../transactions/\(name).cdc")
    let result = Test.executeTransaction(buildTransaction(code, [signer], arguments))
    return result.status == Test.ResultStatus.succeeded
}

/// The seed of a random walk, another one in each run: the runner prints it, and `--seed` repeats it.
access(all) fun freshSeed(): UInt64 {
    return UInt64.fromString(Test.readFile("seed.txt"))!
}

/// The account that stories flag, freeze and recover, and the recovery address of its guarded vault.
access(all) let accusedAddress: Address = 0x0000000000000014
access(all) let accusedHeirAddress: Address = 0x0000000000000016

access(all) fun accused(): Person {
    return Person(accusedAddress, 9)
}

/// Height and time at which each story of a file begins.
access(all) var storyHeight: UInt64 = 0
access(all) var storyStart: UFix64 = 0.0

/// Gives stories a community and a flagger, and the accused a key and, where asked for, a guarded vault.
access(all) fun setUpStories(_ hasVault: Bool) {
    setUpCommunity()
    appoint("protection", "flagger")
    addKey(accused().account, 9, 1000.0)
    if hasVault {
        openGuardedVault(accused().account, accusedHeirAddress)
    }
    storyStartsNow()
}

access(all) fun storyStartsNow() {
    storyStart = getNow()
    storyHeight = getHeight()
}

/// Goes back to hour 0.
access(all) fun restartStory() {
    queue = []
    Test.reset(to: storyHeight)
}

/// Moves the clock to so many hours and seconds after the start of the story.
access(all) fun goTo(_ hours: Fix64, _ seconds: Fix64) {
    closeBlock()
    Test.moveTime(by: Fix64(toTime(hours, seconds)) - Fix64(getNow()))
}

access(all) fun openGuardedVault(_ account: Test.TestAccount, _ recoveryAddress: Address) {
    sendFlow(1.0, account.address)
    send("vault/open_vault", [account], [recoveryAddress, {} as {String: UFix64}])
}

/// Lets members, given by their place, vote For and Against with fresh scores.
access(all) fun voteBy(_ id: UInt64, _ votersFor: [Int], _ votersAgainst: [Int]) {
    refreshScores()
    for voter in votersFor {
        castVote(members()[voter], id, true)
    }
    for voter in votersAgainst {
        castVote(members()[voter], id, false)
    }
}

/// A proposal about the accused by the first member on which members vote at once.
access(all) fun proposeAndVote(_ action: String, _ votersFor: [Int], _ votersAgainst: [Int]): UInt64 {
    refreshScores()
    let id = propose(members()[0], action, accusedAddress)
    voteBy(id, votersFor, votersAgainst)
    return id
}

/// Freezes the accused at hour 24 of the story by a proposal of hour 0; answers the proposal.
access(all) fun freezeAccused(): UInt64 {
    let id = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(24.0, 0.0)
    executeProposal(id)
    return id
}

/// Appeals against the freeze that holds; answers the proposal that decides the appeal.
access(all) fun appealAgainstFreeze(): UInt64 {
    let reason = "A freeze without a reason"
    send("protection/open_appeal", [relayer()], accused().appeal(nil, getFreezeNumber(accusedAddress), reason))
    return lastProposal()
}

/// Appeals against the flag that stands; answers the proposal that decides the appeal.
access(all) fun appealAgainstFlag(): UInt64 {
    let reason = "It was not me, I really swear"
    send("protection/open_appeal", [relayer()], accused().appeal(getFlagNumber(accusedAddress), nil, reason))
    return lastProposal()
}

access(all) fun getFreezeNumber(_ address: Address): UInt64 {
    return askPart("protection/get_protection_status", ".freeze!.number", address) as! UInt64
}

access(all) fun getFlagNumber(_ address: Address): UInt64 {
    return askPart("protection/get_protection_status", ".flag!.number", address) as! UInt64
}

/// Flags the accused for its behaviour.
access(all) fun flagAccused(_ caseId: String) {
    send("protection/flag_wallet", [agent()], [accusedAddress, caseId, "behaviour", sha256Hex("reason")])
}

access(all) fun settleAccused() {
    send("protection/settle_protection", [relayer()], [[accusedAddress]])
}

access(all) fun getStatus(_ id: UInt64): String {
    return askFile("../scripts/get_status.cdc", [id]) as! String
}

access(all) fun isAccusedFrozen(): Bool {
    return askPart("protection/get_protection_status", ".isFrozen", accusedAddress) as! Bool
}

access(all) fun isAccusedFlagged(): Bool {
    return askPart("protection/get_protection_status", ".isFlagged", accusedAddress) as! Bool
}

/// The proposals that the signers of the DAO would execute now.
access(all) fun listExecutable(): [UInt64] {
    let code = Test.readFile("../../scripts/governance/get_executable_proposals.cdc")
        .replaceAll(of: "access(all) fun main(", with: "access(all) fun answer(")
        .concat("access(all) fun main(): [UInt64] { return answer(maxVoters: 300).executable }")
    return askCode(code, []) as! [UInt64]
}

/// How the voting on a proposal ended, open before.
access(all) fun getVotingOutcome(_ id: UInt64): String {
    return askPart("governance/get_proposal", "!.votingOutcome", id) as! String
}

/// The time so many hours and seconds after the start of the story.
access(all) fun toTime(_ hours: Fix64, _ seconds: Fix64): UFix64 {
    return UFix64(Fix64(storyStart) + hours * hour + seconds)
}

/// The end of the last freeze of the accused, past or to come.
access(all) fun getFreezeEnd(): UFix64 {
    return askPart("protection/get_protection_status", ".freezeEnd!", accusedAddress) as! UFix64
}

/// Where the vault of the accused was given to, nil before a recovery.
access(all) fun getRecoveredTo(): Address? {
    return askPart("vault/get_vault", "!.recoveredTo", accusedAddress) as! Address?
}

/// Asserts that a proposal cannot be executed a second before an hour, and executes it at that hour.
access(all) fun executeFrom(_ hours: Fix64, _ id: UInt64, _ refusedBefore: String) {
    goTo(hours, -1.0)
    refuseExecution(id, refusedBefore)
    goTo(hours, 0.0)
    executeProposal(id)
    closeBlock()
}

/// So many accounts that have a key and no score.
access(all) fun createNewborns(_ count: Int): [Person] {
    let people: [Person] = []
    while people.length < count {
        let account = Test.createAccount()
        addKey(account, 10, 1000.0)
        people.append(Person(account.address, 10))
    }
    return people
}

/// Addresses that no proposal named before.
access(all) var nextTarget: UInt64 = 0x1000

/// Each of some people proposes to freeze so many new addresses, by messages from that number on; five people at once.
access(all) fun proposeMany(_ people: [Person], _ each: UInt64, _ firstSequence: UInt64) {
    if people.length > 5 {
        proposeMany(people.slice(from: 0, upTo: 5), each, firstSequence)
        proposeMany(people.slice(from: 5, upTo: people.length), each, firstSequence)
        return
    }
    let targets: [Address] = []
    let proposers: [Address] = []
    let sequences: [UInt64] = []
    let signatures: [String] = []
    let reason = "A reason of enough characters"
    let validUntil = UInt64(getNow()) / 60 * 60 + 3600
    for person in people {
        var sequence = firstSequence
        while sequence < firstSequence + each {
            let target = Address(nextTarget)
            let details = proposalDetails("freeze", target, reason)
            let message = buildMessage("proposal", details, "Proposer", person.address(), [sequence, validUntil])
            targets.append(target)
            proposers.append(person.address())
            sequences.append(sequence)
            signatures.append(sign(person.privateKey, message))
            nextTarget = nextTarget + 1
            sequence = sequence + 1
        }
    }
    let arguments: [AnyStruct] = [targets, reason, proposers, sequences, validUntil, signatures]
    perform("../transactions/governance/create_proposals.cdc", [relayer()], arguments, nil)
    closeBlock()
}

/// Arguments of a proposal also where nothing stands that it could name.
access(all) fun buildProposal(_ proposer: Person, _ action: String, _ target: Address): [AnyStruct] {
    let reason = "A reason of enough characters"
    let next = proposer.next(proposals)
    let code = Test.readFile("../../scripts/governance/get_proposal_message.cdc")
    let result = Test.executeScript(code, [action, target, sha256Hex(reason), proposer.address(), next[0], next[1]])
    let message = result.status == Test.ResultStatus.succeeded ? result.returnValue! as! String : ""
    let arguments: [AnyStruct] = [action, target, reason]
    return arguments.concat(proposer.signed(message, next))
}

/// Asserts that a proposal about the accused is refused.
access(all) fun refuseProposal(_ proposer: Person, _ action: String, _ message: String) {
    closeBlock()
    refuse("governance/create_proposal", [relayer()], buildProposal(proposer, action, accusedAddress), message)
    closeBlock()
}

access(all) fun refuseVote(_ voter: Person, _ id: UInt64, _ message: String) {
    refuse("governance/cast_votes", [relayer()], voter.vote(id, true), message)
    closeBlock()
}

/// Asserts statuses before anything is settled, and the same after everything is.
access(all) fun expectStatuses(_ expected: {UInt64: String}) {
    for id in expected.keys {
        Test.assertEqual("\(id): \(expected[id]!)", "\(id): \(getStatus(id))")
    }
    settleAll(expected.keys)
    for id in expected.keys {
        Test.assertEqual("settled \(id): \(expected[id]!)", "settled \(id): \(getStatus(id))")
    }
}

access(all) fun settleAll(_ ids: [UInt64]) {
    send("governance/settle_proposals", [relayer()], [ids])
    settleAccused()
    closeBlock()
}

/// Asserts whether the accused is flagged and frozen before anything is settled, and the same after.
access(all) fun expectAccused(_ isFlagged: Bool, _ isFrozen: Bool) {
    Test.assertEqual([isFlagged, isFrozen], [isAccusedFlagged(), isAccusedFrozen()])
    settleAccused()
    Test.assertEqual([isFlagged, isFrozen], [isAccusedFlagged(), isAccusedFrozen()])
}

/// Lifts the flag of the accused after a recheck.
access(all) fun unflagAccused() {
    send("protection/unflag_wallet", [agent()], [accusedAddress])
}

/// Arguments of `protection/flag_wallet` for the accused.
access(all) fun buildFlag(_ caseId: String, _ reasonCode: String): [AnyStruct] {
    return [accusedAddress, caseId, reasonCode, sha256Hex("reason")]
}

/// A person with a key and no score.
access(all) fun newborn(): Person {
    let person = Person(0x0000000000000013, 10)
    addKey(person.account, 10, 1000.0)
    return person
}

/// The agent as a proposer: an appointed account.
access(all) fun agentPerson(): Person {
    addKey(agent(), 11, 1000.0)
    return Person(agentAddress, 11)
}

/// Renews the freeze of the accused at that hour by a proposal of a day before, or begins a new one.
access(all) fun freezeAgain(_ hours: Fix64): UInt64 {
    goTo(hours - 24.0, 0.0)
    let id = proposeAndVote("freeze", [0, 1, 2], [])
    goTo(hours, 0.0)
    executeProposal(id)
    closeBlock()
    return id
}

/// Asserts that measured-costs.txt has these costs, by name, within 5 %.
access(all) fun expectDocumented(_ costs: {String: UInt64}) {
    let text = Test.readFile("measured-costs.txt")
    var wrong = ""
    for name in costs.keys {
        let measured = costs[name]!
        let parts = text.split(separator: "| `\(name)` | ")
        let documented: UInt64 = parts.length < 2 ? 0 : UInt64.fromString(parts[1].split(separator: " |")[0]) ?? 0
        let isTrue = documented <= measured + measured / 20 && measured <= documented + documented / 20
        wrong = wrong.concat(isTrue ? "" : "| `\(name)` | \(measured) |\n")
    }
    Test.assert(wrong == "", message: "measured-costs.txt says otherwise than:\n".concat(wrong))
}
