import Test

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

/// Deploys the Dharma contracts in the order in which they need each other, and the agent with all its powers.
access(all) fun deployDharma() {
    for name in [
        "DharmaScore", "DharmaConsent", "DharmaMarks", "DharmaProtection", "DharmaElectorate", "DharmaAllowance",
        "DharmaChest", "DharmaVault", "DharmaMeasures", "DharmaGovernance", "DharmaRecheck"
    ] {
        deploy(name, "../contracts/".concat(name).concat(".cdc"))
    }
}

access(all) fun deploy(_ name: String, _ path: String) {
    deployWith(name, path, [])
}

access(all) fun deployWith(_ name: String, _ path: String, _ arguments: [AnyStruct]) {
    let error = Test.deployContract(name: name, path: path, arguments: arguments)
    Test.assert(error == nil, message: name.concat(": ").concat(error?.message ?? ""))
}

/// Gives the agent the power to publish, to flag, or to watch.
access(all) fun appoint(_ area: String, _ role: String) {
    send(area.concat("/appoint_").concat(role), [house()], [agentAddress])
    send(area.concat("/claim_").concat(role), [agent()], [houseAddress])
}

/// Sends a transaction of the product that must succeed; answers the computation that it used.
access(all) fun send(_ name: String, _ signers: [Test.TestAccount], _ arguments: [AnyStruct]): UInt64 {
    return perform("../transactions/".concat(name).concat(".cdc"), signers, arguments, nil)
}

/// Sends a transaction of the product that must fail with this message.
access(all) fun refuse(_ name: String, _ signers: [Test.TestAccount], _ arguments: [AnyStruct], _ message: String) {
    perform("../transactions/".concat(name).concat(".cdc"), signers, arguments, message)
}

/// Sends a transaction and asserts that it succeeds, or that it fails with the expected message.
access(all) fun perform(
    _ path: String,
    _ signers: [Test.TestAccount],
    _ arguments: [AnyStruct],
    _ expectedError: String?
): UInt64 {
    let result = Test.executeTransaction(Test.Transaction(
        code: Test.readFile(path),
        authorizers: signers.map(fun (signer: Test.TestAccount): Address { return signer.address }),
        signers: signers,
        arguments: arguments
    ))
    if let message = expectedError {
        Test.assert(result.status == Test.ResultStatus.failed, message: path.concat(" was not refused"))
        Test.assert(
            result.error!.message.contains(message),
            message: path.concat(" was refused by: ").concat(result.error!.message)
        )
    } else {
        Test.assert(
            result.status == Test.ResultStatus.succeeded,
            message: path.concat(" failed: ").concat(result.error?.message ?? "")
        )
    }
    return result.computationUsed
}

/// What a script of the product answers.
access(all) fun ask(_ name: String, _ arguments: [AnyStruct]): AnyStruct? {
    return askFile("../scripts/".concat(name).concat(".cdc"), arguments)
}

access(all) fun askFile(_ path: String, _ arguments: [AnyStruct]): AnyStruct? {
    return askCode(Test.readFile(path), arguments)
}

access(all) fun askCode(_ code: String, _ arguments: [AnyStruct]): AnyStruct? {
    let result = Test.executeScript(code, arguments)
    Test.assert(result.status == Test.ResultStatus.succeeded, message: result.error?.message ?? "")
    return result.returnValue
}

/// The last event of a type.
access(all) fun lastEvent(_ type: Type): AnyStruct {
    let events = Test.eventsOfType(type)
    Test.assert(events.length > 0, message: "No event ".concat(type.identifier))
    return events[events.length - 1]
}

access(all) fun countEvents(_ type: Type): Int {
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

/// Publishes factors for an address at the current height.
access(all) fun publish(_ address: Address, _ factors: [UInt64], _ evidence: String): UInt64 {
    return send("score/publish_score", [agent()], [address, factors, "1.0.0", hashOf(evidence), getHeight()])
}

/// Publishes six equal factors, so that the score is `percent`.
access(all) fun publishScore(_ address: Address, _ percent: UInt64) {
    publishScores([address], percent)
}

access(all) fun publishScores(_ addresses: [Address], _ percent: UInt64): UInt64 {
    let factor = percent * 100
    let factors = [factor, factor, factor, factor, factor, factor]
    return perform("transactions/publish_scores.cdc", [agent()], [addresses, factors, hashOf(percent.toString())], nil)
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
        let message = ask(
            "governance/get_proposal_message",
            [action, target, hashOf(reason), self.address(), sequence]
        ) as! String
        return [action, target, reason, self.address(), sequence, [1], [sign(self.privateKey, message)]]
    }

    /// Arguments of `protection/open_appeal`.
    access(all) fun appeal(_ reason: String): [AnyStruct] {
        let sequence = self.nextSequence()
        let message = ask("protection/get_appeal_message", [self.address(), hashOf(reason), sequence]) as! String
        return [self.address(), hashOf(reason), sequence, [1], [sign(self.privateKey, message)]]
    }
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
    Test.moveTime(by: 8.0 * day)
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
    return askCode(
        "import \"DharmaGovernance\"\naccess(all) fun main(): UInt64 { return DharmaGovernance.lastId }",
        []
    ) as! UInt64
}

access(all) fun castVote(_ voter: Person, _ id: UInt64, _ support: Bool): UInt64 {
    return send("governance/cast_vote", [relayer()], voter.vote(id, support, voter.nextSequence()))
}

/// Carries a proposal through a vote of three members and executes it, a day later.
access(all) fun decide(_ action: String, _ target: Address): UInt64 {
    refreshScores()
    let id = propose(members()[0], action, target)
    for voter in [0, 1, 2] {
        castVote(members()[voter], id, true)
    }
    Test.moveTime(by: day)
    executeProposal(id)
    refreshScores()
    return id
}

access(all) fun executeProposal(_ id: UInt64): UInt64 {
    return perform("transactions/execute_with_lent_admin.cdc", [relayer()], [id], nil)
}

/// Asserts that code outside the contracts of the house cannot even be written: the checker refuses the statement.
access(all) fun refuseCode(_ statement: String, _ imports: [String]) {
    var code = ""
    for name in imports {
        code = code.concat("import \"\(name)\"\n")
    }
    code = code.concat("transaction { prepare(signer: &Account) { \(statement) } }")
    let result = Test.executeTransaction(Test.Transaction(
        code: code,
        authorizers: [relayer().address],
        signers: [relayer()],
        arguments: []
    ))
    Test.assert(result.status == Test.ResultStatus.failed, message: statement.concat(" was not refused"))
    let message = result.error!.message
    Test.assert(
        message.contains("access denied") || message.contains("cannot create resource type outside"),
        message: statement.concat(" was refused by: ").concat(message)
    )
}

access(all) let lotus: String = "A.0000000000000007.LotusToken.Vault"
access(all) let pass: String = "A.0000000000000007.GardenPass.NFT"

/// Deploys Lotus and garden passes, and gives wallets for both to the accounts, 1,000 Lotus and 3 passes to the first.
access(all) fun setUpTokens(_ addresses: [Address]) {
    deploy("LotusToken", "../contracts/LotusToken.cdc")
    deploy("GardenPass", "../contracts/GardenPass.cdc")
    let steward = Test.getAccount(worldAddress)
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
    let result = Test.executeTransaction(Test.Transaction(
        code: Test.readFile("../transactions/".concat(name).concat(".cdc")),
        authorizers: [signer.address],
        signers: [signer],
        arguments: arguments
    ))
    return result.status == Test.ResultStatus.succeeded
}

/// Deploys a contract from malicious/ to an account that flow.json does not know.
access(all) fun deployMalicious(_ name: String, _ account: Test.TestAccount, _ imports: {String: Address}) {
    var code = Test.readFile("malicious/".concat(name).concat(".cdc"))
    for imported in imports.keys {
        code = code.replaceAll(of: "import \"\(imported)\"", with: "import \(imported) from \(imports[imported]!)")
    }
    perform("transactions/add_contract.cdc", [account], [name, code], nil)
}
