import Test

/// All helpers are in one file, because a file that a test imports cannot import another one.

/// Where flow.json puts the Dharma contracts, and the tokens and NFTs of the examples, on the testing network.
access(all) let houseAddress: Address = 0x0000000000000008
access(all) let worldAddress: Address = 0x0000000000000007

/// Accounts of the testing network that play a part in several tests.
access(all) let agentAddress: Address = 0x0000000000000009
access(all) let daoAddress: Address = 0x000000000000000a

access(all) let hour: Fix64 = 3600.0
access(all) let day: Fix64 = 86400.0

access(all) fun house(): Test.TestAccount {
    return Test.getAccount(houseAddress)
}

access(all) fun agent(): Test.TestAccount {
    return Test.getAccount(agentAddress)
}

/// The contracts of the house, in the order in which they need each other.
access(all) let dharmaContracts: [String] = [
    "DharmaScore", "DharmaConsent", "DharmaMarks", "DharmaProtection", "DharmaElectorate", "DharmaAllowance",
    "DharmaChest", "DharmaVault", "DharmaMeasures", "DharmaGovernance", "DharmaSlots", "DharmaRecheck",
    "DharmaClerk"
]

access(all) fun deployDharma() {
    for name in dharmaContracts {
        deployTo(name, "../contracts/\(name).cdc", house())
    }
}

/// Where contracts of the chain are that ours import.
access(all) let chainContracts: {String: Address} = {
    "FungibleToken": 0x0000000000000002, "FungibleTokenMetadataViews": 0x0000000000000002,
    "FlowToken": 0x0000000000000003, "FlowTransactionScheduler": 0x0000000000000001,
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
    var code = Test.readFile(path)
    for word in changes.keys {
        code = code.replaceAll(of: word, with: changes[word]!)
    }
    for imported in chainContracts.keys {
        code = code.replaceAll(of: "import \"\(imported)\"", with: "import \(imported) from \(chainContracts[imported]!)")
    }
    for imported in dharmaContracts.concat(["DeFiActions", "FungibleTokenConnectors"]) {
        code = code.replaceAll(of: "import \"\(imported)\"", with: "import \(imported) from \(houseAddress)")
    }
    perform("transactions/add_contract.cdc", [account], [changes[name] ?? name, code], nil)
}

/// Gives the agent the power to publish, to flag, or to watch.
access(all) fun appoint(_ area: String, _ role: String) {
    send(area.concat("/appoint_").concat(role), [house()], [agentAddress])
    send(area.concat("/claim_").concat(role), [agent()], [houseAddress])
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
    perform("../transactions/\(name).cdc", signers, arguments, nil)
}

/// Sends a transaction of the product that must fail with this message.
access(all) fun refuse(_ name: String, _ signers: [Test.TestAccount], _ arguments: [AnyStruct], _ message: String) {
    perform("../transactions/\(name).cdc", signers, arguments, message)
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
    queue.append(Queued(path, transactionOf(code, signers, arguments), expectedError))
}

access(all) fun transactionOf(_ code: String, _ signers: [Test.TestAccount], _ arguments: [AnyStruct]): Test.Transaction {
    let addresses: [Address] = []
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
    let publicKeys = Test.readFile("vectors/public-keys.txt").split(separator: "\n")
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
    return askFile("../scripts/".concat(name).concat(".cdc"), arguments)
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
    let code = Test.readFile("../scripts/".concat(name).concat(".cdc"))
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
    let publicKey = Test.readFile("vectors/public-keys.txt").split(separator: "\n")[privateKey - 1]
    perform("transactions/add_key.cdc", [account], [publicKey, weight], nil)
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
access(all) fun hashOf(_ text: String): String {
    return String.encodeHex(HashAlgorithm.SHA2_256.hash(text.utf8))
}

/// Publishes six equal factors, so that the score is `percent`.
access(all) fun publishScore(_ address: Address, _ percent: UInt64) {
    publishScores([address], percent)
}

access(all) fun publishScores(_ addresses: [Address], _ percent: UInt64) {
    let factor = percent * 100
    let factors = [factor, factor, factor, factor, factor, factor]
    perform("transactions/publish_scores.cdc", [agent()], [addresses, factors, hashOf(percent.toString())], nil)
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

    access(all) fun nextSequence(): UInt64 {
        return (ask("governance/get_sequence", [self.address()]) as! UInt64) + 1
    }

    /// Arguments of `governance/cast_vote`.
    access(all) fun vote(_ id: UInt64, _ support: Bool, _ sequence: UInt64): [AnyStruct] {
        let message = ask("governance/get_vote_message", [id, support, self.address(), sequence]) as! String
        return [id, support, self.address(), sequence, [1], [sign(self.privateKey, message)]]
    }

    /// Arguments of `governance/create_proposal`.
    access(all) fun proposal(_ action: String, _ target: Address, _ reason: String): [AnyStruct] {
        let sequence = self.nextSequence()
        let message = proposalMessage(action, target, reason, self.address(), sequence)
        return [action, target, reason, self.address(), sequence, [1], [sign(self.privateKey, message)]]
    }

    /// Arguments of `protection/open_appeal`.
    access(all) fun appeal(_ reason: String): [AnyStruct] {
        let sequence = self.nextSequence()
        let message = messageOf("appeal", ["Reason SHA-256: ".concat(hashOf(reason))], "Appellant", self.address(), sequence)
        return [self.address(), hashOf(reason), sequence, [1], [sign(self.privateKey, message)]]
    }
}

/// The text that a person signs.
access(all) fun messageOf(
    _ subject: String,
    _ details: [String],
    _ role: String,
    _ address: Address,
    _ sequence: UInt64
): String {
    let head = ["Dharma Guard \(subject)", "Contract: \(houseAddress)", "Network: local"]
    return String.join(head.concat(details).concat(["\(role): \(address)", "Sequence: \(sequence)"]), separator: "\n")
}

access(all) fun proposalMessage(
    _ action: String,
    _ target: Address,
    _ reason: String,
    _ proposer: Address,
    _ sequence: UInt64
): String {
    let details = ["Action: \(action)", "Target: \(target)", "Reason SHA-256: ".concat(hashOf(reason))]
    return messageOf("proposal", details, "Proposer", proposer, sequence)
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

/// The account of the DAO with three keys of half a signature each, and a tester who was lent its admin.
access(all) fun setUpDao() {
    let dao = Test.getAccount(daoAddress)
    send("governance/hand_over_admin", [house(), dao], [])
    for privateKey in [6, 7, 8] {
        addKey(dao, privateKey, 500.0)
    }
    perform("transactions/lend_admin.cdc", [dao], [relayer().address], nil)
    perform("transactions/borrow_admin.cdc", [relayer()], [daoAddress], nil)
    perform("transactions/revoke_key.cdc", [dao], [0], nil)
}

/// Opens a proposal and answers its number.
access(all) fun propose(_ proposer: Person, _ action: String, _ target: Address): UInt64 {
    send("governance/create_proposal", [relayer()], proposer.proposal(action, target, "A reason of enough characters"))
    return lastProposal()
}

access(all) fun lastProposal(): UInt64 {
    return askCode(
        "import \"DharmaGovernance\"\naccess(all) fun main(): UInt64 { return DharmaGovernance.lastId }",
        []
    ) as! UInt64
}

access(all) fun castVote(_ voter: Person, _ id: UInt64, _ support: Bool) {
    send("governance/cast_vote", [relayer()], voter.vote(id, support, voter.nextSequence()))
}

/// Carries a proposal through a vote of three members and executes it, a day later.
access(all) fun decide(_ action: String, _ target: Address): UInt64 {
    let voters = [members()[0], members()[1], members()[2]]
    let addresses = voters.map(fun (voter: Person): Address { return voter.address() })
    let numbers = askFile("scripts/get_numbers.cdc", [addresses]) as! [UInt64]
    let id = numbers[3] + 1
    refreshScores()
    let reason = "A reason of enough characters"
    let message = proposalMessage(action, target, reason, addresses[0], numbers[0] + 1)
    send("governance/create_proposal", [relayer()], [
        action, target, reason, addresses[0], numbers[0] + 1, [1], [sign(voters[0].privateKey, message)]
    ])
    numbers[0] = numbers[0] + 1
    let details = ["Proposal: \(id)", "Action: \(action)", "Target: \(target)", "Choice: for"]
    for index, voter in voters {
        let sequence = numbers[index] + 1
        let vote = messageOf("vote", details, "Voter", addresses[index], sequence)
        send("governance/cast_vote", [relayer()], [
            id, true, addresses[index], sequence, [1], [sign(voter.privateKey, vote)]
        ])
    }
    wait(day)
    executeProposal(id)
    refreshScores()
    return id
}

access(all) fun executeProposal(_ id: UInt64) {
    perform("transactions/execute_with_lent_admin.cdc", [relayer()], [id], nil)
}

/// Asserts that code outside the contracts of the house cannot even be written: the checker refuses the statement.
access(all) fun refuseCode(_ statement: String, _ imports: [String]) {
    var code = ""
    for name in imports {
        code = code.concat("import \"\(name)\"\n")
    }
    code = code.concat("transaction { prepare(signer: &Account) { \(statement) } }")
    closeBlock()
    let result = Test.executeTransaction(transactionOf(code, [relayer()], []))
    Test.assert(result.status == Test.ResultStatus.failed, message: "\(statement) was not refused")
    let message = result.error!.message
    Test.assert(
        message.contains("access denied") || message.contains("cannot create resource type outside"),
        message: "\(statement) was refused by: \(message)"
    )
}

access(all) let lotus: String = "A.0000000000000007.LotusToken.Vault"
access(all) let pass: String = "A.0000000000000007.GardenPass.NFT"

/// Deploys Lotus and garden passes, and gives wallets for both to the accounts, 1,000 Lotus and 3 passes to the first.
access(all) fun setUpTokens(_ addresses: [Address]) {
    let steward = Test.getAccount(worldAddress)
    deployTo("LotusToken", "../contracts/LotusToken.cdc", steward)
    deployTo("GardenPass", "../contracts/GardenPass.cdc", steward)
    for address in addresses {
        perform("transactions/set_up_wallet.cdc", [Test.getAccount(address)], [], nil)
    }
    sendLotus(steward, 1000.0, addresses[0])
    for season in ["spring", "summer", "autumn"] {
        send("nfts/award_pass", [steward], [addresses[0], season])
    }
}

access(all) fun sendLotus(_ from: Test.TestAccount, _ amount: UFix64, _ to: Address) {
    send("tokens/send_tokens", [from], [amount, to, /storage/lotusTokenVault, /public/lotusTokenReceiver])
}

/// Sends a transaction of the product and answers whether it succeeded: for tests that check what must hold anyway.
access(all) fun attempt(_ name: String, _ signer: Test.TestAccount, _ arguments: [AnyStruct]): Bool {
    closeBlock()
    let code = Test.readFile("../transactions/\(name).cdc")
    let result = Test.executeTransaction(transactionOf(code, [signer], arguments))
    return result.status == Test.ResultStatus.succeeded
}
