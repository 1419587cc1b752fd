// Made by `npm run generate` from the .cdc files: change those, not this.
import { arg } from '@app/flow/decode/cadence-arg.ts'
import type { Address } from '@app/values/address.ts'
import type { CadenceCall } from './resolve-imports.ts'

/**
 * Deploys a contract whose `init` takes no arguments to the signer's account.
 * Source: transactions/accounts/add_contract.cdc
 */
export const addContract = (args: { name: string; code: string }): CadenceCall => ({
  name: 'accounts/add_contract',
  cadence: `/// Deploys a contract whose \`init\` takes no arguments to the signer's account.
transaction(name: String, code: String) {

    prepare(owner: auth(AddContract) &Account) {
        let deployed = owner.contracts.add(name: name, code: code.utf8)
        assert(deployed.name == name, message: "Contract \\(deployed.name) was deployed, not \\(name)")
    }
}
`,
  args: [arg.string(args.name), arg.string(args.code)],
})

/**
 * Deploys the account book of the dev wallet; `publicKey` is the one ECDSA_P256 key of all its accounts.
 * Source: transactions/accounts/add_wallet_book.cdc
 */
export const addWalletBook = (args: { code: string; publicKey: string }): CadenceCall => ({
  name: 'accounts/add_wallet_book',
  cadence: `/// Deploys the account book of the dev wallet; \`publicKey\` is the one ECDSA_P256 key of all its accounts.
transaction(code: String, publicKey: String) {

    prepare(service: auth(AddContract) &Account) {
        let deployed = service.contracts.add(
            name: "FCL",
            code: code.utf8,
            publicKey: publicKey,
            hashAlgorithm: HashAlgorithm.SHA3_256.rawValue,
            signAlgorithm: SignatureAlgorithm.ECDSA_P256.rawValue
        )
        assert(deployed.name == "FCL", message: "Contract \\(deployed.name) was deployed, not FCL")
    }
}
`,
  args: [arg.string(args.code), arg.string(args.publicKey)],
})

/**
 * Lists accounts in the dev wallet under these labels.
 * Source: transactions/accounts/list_in_wallet.cdc
 */
export const listInWallet = (args: { accounts: ReadonlyMap<string, Address> }): CadenceCall => ({
  name: 'accounts/list_in_wallet',
  cadence: `import "FCL"

/// Lists accounts in the dev wallet under these labels.
transaction(accounts: {String: Address}) {

    prepare(signer: &Account) {}

    execute {
        for label in accounts {
            FCL.add(address: accounts[label]!, label: label, scopes: [])
        }
    }
}
`,
  args: [arg.dictionary([...args.accounts].map(([key, value]) => ({ key: arg.string(key), value: arg.address(value) })))],
})

/**
 * Opens accounts that hold the given key, with some FLOW or none, vaults for both tokens
 * and both collections. Signed by the service account of an emulator, which issues the FLOW.
 * Source: transactions/accounts/open_accounts.cdc
 */
export const openAccounts = (args: { publicKey: string; count: bigint | number; flowEach: bigint }): CadenceCall => ({
  name: 'accounts/open_accounts',
  cadence: `import "FlowToken"
import "FungibleToken"
import "GardenPass"
import "LotusToken"
import "StonePrint"
import "TestDollar"

/// Opens accounts that hold the given key, with some FLOW or none, vaults for both tokens
/// and both collections. Signed by the service account of an emulator, which issues the FLOW.
transaction(publicKey: String, count: Int, flowEach: UFix64) {

    prepare(service: auth(BorrowValue) &Account) {
        let key = PublicKey(
            publicKey: publicKey.decodeHex(),
            signatureAlgorithm: SignatureAlgorithm.ECDSA_P256
        )
        let bank = service.storage.borrow<&FlowToken.Administrator>(from: /storage/flowTokenAdmin)
            ?? panic("The account \\(service.address) cannot issue FLOW")
        let minter <- bank.createNewMinter(allowedAmount: flowEach * UFix64(count))

        var opened = 0
        while opened < count {
            let account = Account(payer: service)
            let added = account.keys.add(publicKey: key, hashAlgorithm: HashAlgorithm.SHA3_256, weight: 1000.0)
            assert(added.keyIndex == 0, message: "The key of \\(account.address) is number \\(added.keyIndex), not 0")
            if flowEach > 0.0 {
                account.capabilities.borrow<&{FungibleToken.Receiver}>(/public/flowTokenReceiver)!
                    .deposit(from: <- minter.mintTokens(amount: flowEach))
            }

            account.storage.save(
                <- TestDollar.createEmptyVault(vaultType: Type<@TestDollar.Vault>()),
                to: TestDollar.vaultStoragePath
            )
            account.capabilities.publish(
                account.capabilities.storage.issue<&TestDollar.Vault>(TestDollar.vaultStoragePath),
                at: TestDollar.receiverPublicPath
            )
            account.storage.save(
                <- LotusToken.createEmptyVault(vaultType: Type<@LotusToken.Vault>()),
                to: LotusToken.vaultStoragePath
            )
            account.capabilities.publish(
                account.capabilities.storage.issue<&LotusToken.Vault>(LotusToken.vaultStoragePath),
                at: LotusToken.receiverPublicPath
            )
            account.storage.save(
                <- GardenPass.createEmptyCollection(nftType: Type<@GardenPass.NFT>()),
                to: GardenPass.collectionStoragePath
            )
            account.capabilities.publish(
                account.capabilities.storage.issue<&GardenPass.Collection>(GardenPass.collectionStoragePath),
                at: GardenPass.collectionPublicPath
            )
            account.storage.save(
                <- StonePrint.createEmptyCollection(nftType: Type<@StonePrint.NFT>()),
                to: StonePrint.collectionStoragePath
            )
            account.capabilities.publish(
                account.capabilities.storage.issue<&StonePrint.Collection>(StonePrint.collectionStoragePath),
                at: StonePrint.collectionPublicPath
            )
            opened = opened + 1
        }
        destroy minter
    }
}
`,
  args: [arg.string(args.publicKey), arg.integer('Int', args.count), arg.ufix64(args.flowEach)],
})

/**
 * Opens an account that sends several transactions at a time: `keyCount` keys of full weight, all of the
 * same public key. The signer pays for it and gives it `amount` of its FLOW.
 * Source: transactions/accounts/open_sender.cdc
 */
export const openSender = (args: { publicKey: string; keyCount: bigint | number; amount: bigint }): CadenceCall => ({
  name: 'accounts/open_sender',
  cadence: `import "FlowToken"
import "FungibleToken"

/// Opens an account that sends several transactions at a time: \`keyCount\` keys of full weight, all of the
/// same public key. The signer pays for it and gives it \`amount\` of its FLOW.
transaction(publicKey: String, keyCount: Int, amount: UFix64) {

    prepare(payer: auth(BorrowValue) &Account) {
        let account = Account(payer: payer)
        let key = PublicKey(
            publicKey: publicKey.decodeHex(),
            signatureAlgorithm: SignatureAlgorithm.ECDSA_P256
        )
        var added = 0
        while added < keyCount {
            added = 1 + account.keys.add(publicKey: key, hashAlgorithm: HashAlgorithm.SHA3_256, weight: 1000.0).keyIndex
        }
        let vault = payer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)
            ?? panic("The account \\(payer.address) has no vault of FLOW")
        account.capabilities.borrow<&{FungibleToken.Receiver}>(/public/flowTokenReceiver)!
            .deposit(from: <- vault.withdraw(amount: amount))
    }
}
`,
  args: [arg.string(args.publicKey), arg.integer('Int', args.keyCount), arg.ufix64(args.amount)],
})

/**
 * Opens an account with a key of `weight` for each of the public keys (ECDSA_P256, in hex), so that with a weight
 * below 1000 several must sign. The signer pays for it and gives it `amount` of its FLOW.
 * Source: transactions/accounts/open_shared_account.cdc
 */
export const openSharedAccount = (args: { publicKeys: readonly (string)[]; weight: bigint; amount: bigint }): CadenceCall => ({
  name: 'accounts/open_shared_account',
  cadence: `import "FlowToken"
import "FungibleToken"

/// Opens an account with a key of \`weight\` for each of the public keys (ECDSA_P256, in hex), so that with a weight
/// below 1000 several must sign. The signer pays for it and gives it \`amount\` of its FLOW.
transaction(publicKeys: [String], weight: UFix64, amount: UFix64) {

    prepare(payer: auth(BorrowValue) &Account) {
        let account = Account(payer: payer)
        for publicKey in publicKeys {
            let added = account.keys.add(
                publicKey: PublicKey(
                    publicKey: publicKey.decodeHex(),
                    signatureAlgorithm: SignatureAlgorithm.ECDSA_P256
                ),
                hashAlgorithm: HashAlgorithm.SHA3_256,
                weight: weight
            )
            assert(added.weight == weight, message: "Key \\(added.keyIndex) weighs \\(added.weight), not \\(weight)")
        }
        let vault = payer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)
            ?? panic("The account \\(payer.address) has no vault of FLOW")
        account.capabilities.borrow<&{FungibleToken.Receiver}>(/public/flowTokenReceiver)!
            .deposit(from: <- vault.withdraw(amount: amount))
    }
}
`,
  args: [arg.array(args.publicKeys.map((item) => arg.string(item))), arg.ufix64(args.weight), arg.ufix64(args.amount)],
})

/**
 * Revokes a key of the signer's account, such as a lost one, and adds another (ECDSA_P256, in hex) of the same weight.
 * Signed by the account, by as many of the other keys as it takes.
 * Source: transactions/accounts/replace_key.cdc
 */
export const replaceKey = (args: { keyIndex: bigint | number; publicKey: string }): CadenceCall => ({
  name: 'accounts/replace_key',
  cadence: `/// Revokes a key of the signer's account, such as a lost one, and adds another (ECDSA_P256, in hex) of the same weight.
/// Signed by the account, by as many of the other keys as it takes.
transaction(keyIndex: Int, publicKey: String) {

    let account: &Account
    let newIndex: Int

    prepare(signer: auth(AddKey, RevokeKey) &Account) {
        let revoked = signer.keys.revoke(keyIndex: keyIndex)
            ?? panic("The account \\(signer.address) has no key \\(keyIndex)")
        let added = signer.keys.add(
            publicKey: PublicKey(publicKey: publicKey.decodeHex(), signatureAlgorithm: SignatureAlgorithm.ECDSA_P256),
            hashAlgorithm: HashAlgorithm.SHA3_256,
            weight: revoked.weight
        )
        self.account = signer
        self.newIndex = added.keyIndex
    }

    post {
        self.account.keys.get(keyIndex: keyIndex)!.isRevoked: "Key \\(keyIndex) was not revoked"
        self.account.keys.get(keyIndex: self.newIndex)!.publicKey.publicKey == publicKey.decodeHex():
            "The new key was not added"
    }
}
`,
  args: [arg.integer('Int', args.keyIndex), arg.string(args.publicKey)],
})

/**
 * Replaces the code of a contract of the signer's account, as far as the chain finds the new code compatible.
 * Source: transactions/accounts/update_contract.cdc
 */
export const updateContract = (args: { name: string; code: string }): CadenceCall => ({
  name: 'accounts/update_contract',
  cadence: `/// Replaces the code of a contract of the signer's account, as far as the chain finds the new code compatible.
transaction(name: String, code: String) {

    prepare(owner: auth(UpdateContract) &Account) {
        let updated = owner.contracts.update(name: name, code: code.utf8)
        assert(updated.name == name, message: "Contract \\(updated.name) was updated, not \\(name)")
    }
}
`,
  args: [arg.string(args.name), arg.string(args.code)],
})

/**
 * Sends tokens through Flow Actions to an account that must not be frozen and must have a good, recent score;
 * otherwise nothing is sent. Signed by the sender.
 * Source: transactions/connectors/send_guarded.cdc
 */
export const sendGuarded = (args: { amount: bigint; to: Address; tokens: string; receiver: string; minScoreTenths: bigint | number; maxScoreAge: bigint }): CadenceCall => ({
  name: 'connectors/send_guarded',
  cadence: `import "DeFiActions"
import "DharmaConnectors"
import "FungibleToken"

/// Sends tokens through Flow Actions to an account that must not be frozen and must have a good, recent score;
/// otherwise nothing is sent. Signed by the sender.
transaction(
    amount: UFix64,
    to: Address,
    tokens: StoragePath,
    receiver: PublicPath,
    minScoreTenths: UInt64,
    maxScoreAge: UFix64
) {

    let payment: @{FungibleToken.Vault}
    let tokens: &{FungibleToken.Vault}
    let balanceBefore: UFix64
    let sink: DharmaConnectors.GuardedSink

    prepare(signer: auth(BorrowValue) &Account) {
        let vault = signer.storage.borrow<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>(from: tokens)
            ?? panic("The account \\(signer.address) has no vault at \\(tokens)")
        self.balanceBefore = vault.balance
        self.payment <- vault.withdraw(amount: amount)
        self.tokens = vault
        self.sink = DharmaConnectors.GuardedSink(
            terms: DharmaConnectors.Terms(counterparty: to, minScoreTenths: minScoreTenths, maxScoreAge: maxScoreAge),
            receiver: receiver,
            uniqueID: DeFiActions.createUniqueIdentifier()
        )
    }

    execute {
        self.sink.depositCapacity(from: &self.payment as auth(FungibleToken.Withdraw) &{FungibleToken.Vault})
        self.tokens.deposit(from: <- self.payment)
    }

    post {
        self.tokens.balance == self.balanceBefore || self.tokens.balance + amount == self.balanceBefore:
            "The balance went from \\(self.balanceBefore) to \\(self.tokens.balance)"
    }
}
`,
  args: [arg.ufix64(args.amount), arg.address(args.to), arg.path('storage', args.tokens), arg.path('public', args.receiver), arg.integer('UInt64', args.minScoreTenths), arg.ufix64(args.maxScoreAge)],
})

/**
 * Relays the votes that a person signed in one message, `supports` in the order of `ids`; `signatures` are r and s in
 * hex, by the keys of `keyIndexes`. Signed by anyone.
 * Source: transactions/governance/cast_votes.cdc
 */
export const castVotes = (args: { ids: readonly (bigint | number)[]; supports: readonly (boolean)[]; voter: Address; sequence: bigint | number; validUntil: bigint | number; keyIndexes: readonly (bigint | number)[]; signatures: readonly (string)[] }): CadenceCall => ({
  name: 'governance/cast_votes',
  cadence: `import "DharmaConsent"
import "DharmaGovernance"
import "DharmaProposals"

/// Relays the votes that a person signed in one message, \`supports\` in the order of \`ids\`; \`signatures\` are r and s in
/// hex, by the keys of \`keyIndexes\`. Signed by anyone.
transaction(
    ids: [UInt64],
    supports: [Bool],
    voter: Address,
    sequence: UInt64,
    validUntil: UInt64,
    keyIndexes: [Int],
    signatures: [String]
) {

    let consent: DharmaConsent.Consent

    prepare(signer: &Account) {
        self.consent = DharmaConsent.Consent(
            address: voter,
            sequence: sequence,
            validUntil: validUntil,
            signatures: DharmaConsent.toSignatures(keyIndexes: keyIndexes, hex: signatures)
        )
    }

    execute {
        DharmaGovernance.vote(ids: ids, supports: supports, consent: self.consent)
    }

    post {
        DharmaProposals.borrowProposal(ids[0])!.getVote(voter)?.sequence == sequence: "The votes were not counted"
    }
}
`,
  args: [arg.array(args.ids.map((item) => arg.integer('UInt64', item))), arg.array(args.supports.map((item) => arg.bool(item))), arg.address(args.voter), arg.integer('UInt64', args.sequence), arg.integer('UInt64', args.validUntil), arg.array(args.keyIndexes.map((item) => arg.integer('Int', item))), arg.array(args.signatures.map((item) => arg.string(item)))],
})

/**
 * Relays a proposal (freeze, unfreeze or recover) that a person signed; `signatures` are r and s in hex, by the
 * keys of `keyIndexes`. Signed by anyone.
 * Source: transactions/governance/create_proposal.cdc
 */
export const createProposal = (args: { action: string; target: Address; reason: string; proposer: Address; sequence: bigint | number; validUntil: bigint | number; keyIndexes: readonly (bigint | number)[]; signatures: readonly (string)[] }): CadenceCall => ({
  name: 'governance/create_proposal',
  cadence: `import "DharmaConsent"
import "DharmaGovernance"
import "DharmaProposals"

/// Relays a proposal (freeze, unfreeze or recover) that a person signed; \`signatures\` are r and s in hex, by the
/// keys of \`keyIndexes\`. Signed by anyone.
transaction(
    action: String,
    target: Address,
    reason: String,
    proposer: Address,
    sequence: UInt64,
    validUntil: UInt64,
    keyIndexes: [Int],
    signatures: [String]
) {

    let consent: DharmaConsent.Consent
    let lastId: UInt64

    prepare(signer: &Account) {
        self.consent = DharmaConsent.Consent(
            address: proposer,
            sequence: sequence,
            validUntil: validUntil,
            signatures: DharmaConsent.toSignatures(keyIndexes: keyIndexes, hex: signatures)
        )
        self.lastId = DharmaProposals.lastId
    }

    execute {
        let id = DharmaGovernance.propose(action: action, target: target, reason: reason, consent: self.consent)
        assert(id == self.lastId + 1, message: "The proposal was not created")
    }
}
`,
  args: [arg.string(args.action), arg.address(args.target), arg.string(args.reason), arg.address(args.proposer), arg.integer('UInt64', args.sequence), arg.integer('UInt64', args.validUntil), arg.array(args.keyIndexes.map((item) => arg.integer('Int', item))), arg.array(args.signatures.map((item) => arg.string(item)))],
})

/**
 * Executes an approved proposal. Signed by two keys of the account of the DAO.
 * Source: transactions/governance/execute_proposal.cdc
 */
export const executeProposal = (args: { id: bigint | number }): CadenceCall => ({
  name: 'governance/execute_proposal',
  cadence: `import "DharmaGovernance"
import "DharmaProposals"

/// Executes an approved proposal. Signed by two keys of the account of the DAO.
transaction(id: UInt64) {

    prepare(dao: auth(BorrowValue) &Account) {
        DharmaGovernance.executeProposal(dao: dao, id: id)
    }

    post {
        DharmaProposals.borrowProposal(id)!.storedStatus == DharmaProposals.Status.executed: "Proposal \\(id) was not executed"
    }
}
`,
  args: [arg.integer('UInt64', args.id)],
})

/**
 * Makes another account the DAO, no key of which signs alone. Signed by the DAO, at first by the account of the
 * contracts, and by the new DAO.
 * Source: transactions/governance/hand_over_dao.cdc
 */
export const handOverDao = (): CadenceCall => ({
  name: 'governance/hand_over_dao',
  cadence: `import "DharmaGovernance"

/// Makes another account the DAO, no key of which signs alone. Signed by the DAO, at first by the account of the
/// contracts, and by the new DAO.
transaction {

    let dao: Address

    prepare(holder: auth(BorrowValue) &Account, dao: &Account) {
        DharmaGovernance.handOver(from: holder, to: dao.address)
        self.dao = dao.address
    }

    post {
        DharmaGovernance.daoAddress == self.dao: "\\(self.dao) did not become the DAO"
    }
}
`,
  args: [],
})

/**
 * Opens the account of the DAO, with keys (ECDSA_P256) of weight 500 each, so that two must sign, and makes it the DAO.
 * Signed by the account of the contracts, which pays for it and gives it `amount` of its FLOW.
 * Source: transactions/governance/open_dao.cdc
 */
export const openDao = (args: { publicKeys: readonly (string)[]; amount: bigint }): CadenceCall => ({
  name: 'governance/open_dao',
  cadence: `import "DharmaGovernance"
import "FlowToken"
import "FungibleToken"

/// Opens the account of the DAO, with keys (ECDSA_P256) of weight 500 each, so that two must sign, and makes it the DAO.
/// Signed by the account of the contracts, which pays for it and gives it \`amount\` of its FLOW.
transaction(publicKeys: [String], amount: UFix64) {

    let dao: Address

    prepare(signer: auth(BorrowValue) &Account) {
        let vault = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)
            ?? panic("The account \\(signer.address) has no vault of FLOW")

        let dao = Account(payer: signer)
        for publicKey in publicKeys {
            let added = dao.keys.add(
                publicKey: PublicKey(
                    publicKey: publicKey.decodeHex(),
                    signatureAlgorithm: SignatureAlgorithm.ECDSA_P256
                ),
                hashAlgorithm: HashAlgorithm.SHA3_256,
                weight: 500.0
            )
            assert(added.weight == 500.0, message: "Key \\(added.keyIndex) of the DAO weighs \\(added.weight)")
        }
        dao.capabilities.borrow<&{FungibleToken.Receiver}>(/public/flowTokenReceiver)!
            .deposit(from: <- vault.withdraw(amount: amount))
        DharmaGovernance.handOver(from: signer, to: dao.address)
        self.dao = dao.address
    }

    pre {
        publicKeys.length >= 3: "The DAO needs 3 keys, not \\(publicKeys.length)"
    }

    post {
        DharmaGovernance.daoAddress == self.dao: "\\(self.dao) did not become the DAO"
    }
}
`,
  args: [arg.array(args.publicKeys.map((item) => arg.string(item))), arg.ufix64(args.amount)],
})

/**
 * Settles up to `count` of the oldest proposals, and frees the storage of those that are closed, with up to `limit` votes of
 * each. Signed by anyone.
 * Source: transactions/governance/prune_proposals.cdc
 */
export const pruneProposals = (args: { count: bigint | number; limit: bigint | number }): CadenceCall => ({
  name: 'governance/prune_proposals',
  cadence: `import "DharmaGovernance"
import "DharmaProposals"

/// Settles up to \`count\` of the oldest proposals, and frees the storage of those that are closed, with up to \`limit\` votes of
/// each. Signed by anyone.
transaction(count: Int, limit: Int) {

    prepare(signer: &Account) {}

    execute {
        var pruned = 0
        while pruned < count && DharmaProposals.borrowProposal(DharmaProposals.firstId) != nil {
            DharmaGovernance.settle(DharmaProposals.firstId)
            pruned = DharmaGovernance.pruneOldest(limit: limit) ? pruned + 1 : count
        }
    }
}
`,
  args: [arg.integer('Int', args.count), arg.integer('Int', args.limit)],
})

/**
 * Writes down and announces what time and votes have made of some proposals. Signed by anyone.
 * Source: transactions/governance/settle_proposals.cdc
 */
export const settleProposals = (args: { ids: readonly (bigint | number)[] }): CadenceCall => ({
  name: 'governance/settle_proposals',
  cadence: `import "DharmaGovernance"

/// Writes down and announces what time and votes have made of some proposals. Signed by anyone.
transaction(ids: [UInt64]) {

    prepare(signer: &Account) {}

    execute {
        for id in ids {
            DharmaGovernance.settle(id)
        }
    }
}
`,
  args: [arg.array(args.ids.map((item) => arg.integer('UInt64', item)))],
})

/**
 * Awards a garden pass. Signed by the steward.
 * Source: transactions/nfts/award_pass.cdc
 */
export const awardPass = (args: { to: Address; season: string }): CadenceCall => ({
  name: 'nfts/award_pass',
  cadence: `import "GardenPass"
import "NonFungibleToken"

/// Awards a garden pass. Signed by the steward.
transaction(to: Address, season: String) {

    let steward: auth(GardenPass.Award) &GardenPass.Steward
    let collection: &{NonFungibleToken.Collection}

    prepare(signer: auth(BorrowValue) &Account) {
        self.steward = signer.storage
            .borrow<auth(GardenPass.Award) &GardenPass.Steward>(from: GardenPass.stewardStoragePath)
            ?? panic("The account \\(signer.address) is not the steward of the garden")
        self.collection = getAccount(to).capabilities
            .borrow<&{NonFungibleToken.Collection}>(GardenPass.collectionPublicPath)
            ?? panic("The account \\(to) has no collection for garden passes")
    }

    execute {
        self.collection.deposit(token: <- self.steward.award(season: season))
    }
}
`,
  args: [arg.address(args.to), arg.string(args.season)],
})

/**
 * Buys a new stone print at its price.
 * Source: transactions/nfts/buy_print.cdc
 */
export const buyPrint = (): CadenceCall => ({
  name: 'nfts/buy_print',
  cadence: `import "FungibleToken"
import "NonFungibleToken"
import "StonePrint"
import "TestDollar"

/// Buys a new stone print at its price.
transaction() {

    let wallet: auth(FungibleToken.Withdraw) &TestDollar.Vault
    let collection: &{NonFungibleToken.Collection}
    let countBefore: Int

    prepare(buyer: auth(BorrowValue) &Account) {
        self.wallet = buyer.storage
            .borrow<auth(FungibleToken.Withdraw) &TestDollar.Vault>(from: TestDollar.vaultStoragePath)
            ?? panic("The account \\(buyer.address) has no vault for Test Dollars")
        self.collection = buyer.storage
            .borrow<&{NonFungibleToken.Collection}>(from: StonePrint.collectionStoragePath)
            ?? panic("The account \\(buyer.address) has no collection for stone prints")
        self.countBefore = self.collection.getLength()
    }

    execute {
        let payment <- self.wallet.withdraw(amount: StonePrint.price)
        self.collection.deposit(token: <- StonePrint.buy(payment: <- payment))
    }

    post {
        self.collection.getLength() == self.countBefore + 1: "No print arrived"
    }
}
`,
  args: [],
})

/**
 * Sends one NFT of any collection to an account that has a collection at the public path.
 * Source: transactions/nfts/send_nft.cdc
 */
export const sendNft = (args: { id: bigint | number; to: Address; collection: string; receiver: string }): CadenceCall => ({
  name: 'nfts/send_nft',
  cadence: `import "NonFungibleToken"

/// Sends one NFT of any collection to an account that has a collection at the public path.
transaction(id: UInt64, to: Address, collection: StoragePath, receiver: PublicPath) {

    prepare(signer: auth(BorrowValue) &Account) {
        let source = signer.storage
            .borrow<auth(NonFungibleToken.Withdraw) &{NonFungibleToken.Collection}>(from: collection)
            ?? panic("The account \\(signer.address) has no collection at \\(collection)")
        let target = getAccount(to).capabilities.borrow<&{NonFungibleToken.Receiver}>(receiver)
            ?? panic("The account \\(to) has no collection at \\(receiver)")
        target.deposit(token: <- source.withdraw(withdrawID: id))
    }
}
`,
  args: [arg.integer('UInt64', args.id), arg.address(args.to), arg.path('storage', args.collection), arg.path('public', args.receiver)],
})

/**
 * What a drainer does with a signature it tricked somebody into giving: moves every NFT of the
 * victim's collection into the thief's collection at the same path.
 * Source: transactions/nfts/sweep_collection.cdc
 */
export const sweepCollection = (args: { collection: string }): CadenceCall => ({
  name: 'nfts/sweep_collection',
  cadence: `import "NonFungibleToken"

/// What a drainer does with a signature it tricked somebody into giving: moves every NFT of the
/// victim's collection into the thief's collection at the same path.
transaction(collection: StoragePath) {

    prepare(thief: auth(BorrowValue) &Account, victim: auth(BorrowValue) &Account) {
        let loot = victim.storage
            .borrow<auth(NonFungibleToken.Withdraw) &{NonFungibleToken.Collection}>(from: collection)
            ?? panic("The account \\(victim.address) has no collection at \\(collection)")
        let stash = thief.storage.borrow<&{NonFungibleToken.Collection}>(from: collection)
            ?? panic("The account \\(thief.address) has no collection at \\(collection)")
        for id in loot.getIDs() {
            stash.deposit(token: <- loot.withdraw(withdrawID: id))
        }
    }
}
`,
  args: [arg.path('storage', args.collection)],
})

/**
 * Offers an account the power to flag addresses, through its inbox. Signed by the account of the contract.
 * Source: transactions/protection/appoint_flagger.cdc
 */
export const appointFlagger = (args: { flagger: Address }): CadenceCall => ({
  name: 'protection/appoint_flagger',
  cadence: `import "DharmaFlaggers"

/// Offers an account the power to flag addresses, through its inbox. Signed by the account of the contract.
transaction(flagger: Address) {

    let registrar: auth(DharmaFlaggers.Appoint) &DharmaFlaggers.Registrar

    prepare(signer: auth(BorrowValue) &Account) {
        self.registrar = signer.storage
            .borrow<auth(DharmaFlaggers.Appoint) &DharmaFlaggers.Registrar>(from: DharmaFlaggers.registrarStoragePath)
            ?? panic("The account \\(signer.address) appoints no flagger")
    }

    execute {
        self.registrar.appoint(flagger: flagger)
    }
}
`,
  args: [arg.address(args.flagger)],
})

/**
 * Takes the power to flag addresses from the signer's inbox, where `provider`, the account of the contract, put it.
 * Source: transactions/protection/claim_flagger.cdc
 */
export const claimFlagger = (args: { provider: Address }): CadenceCall => ({
  name: 'protection/claim_flagger',
  cadence: `import "DharmaFlaggers"

/// Takes the power to flag addresses from the signer's inbox, where \`provider\`, the account of the contract, put it.
transaction(provider: Address) {

    prepare(signer: auth(ClaimInboxCapability, LoadValue, SaveValue) &Account) {
        let capability = signer.inbox.claim<auth(DharmaFlaggers.Flag) &DharmaFlaggers.Flagger>(
            DharmaFlaggers.getInboxName(flagger: signer.address),
            provider: provider
        ) ?? panic("The inbox of \\(signer.address) holds nothing from \\(provider)")
        let replaced = signer.storage.load<Capability<auth(DharmaFlaggers.Flag) &DharmaFlaggers.Flagger>>(from: DharmaFlaggers.flaggerStoragePath)
        assert(replaced?.check() != true, message: "The account \\(signer.address) has this power already")
        signer.storage.save(capability, to: DharmaFlaggers.flaggerStoragePath)
    }
}
`,
  args: [arg.address(args.provider)],
})

/**
 * Ends the power of an account to flag addresses, at once. Signed by the account of the contract.
 * Source: transactions/protection/dismiss_flagger.cdc
 */
export const dismissFlagger = (args: { flagger: Address }): CadenceCall => ({
  name: 'protection/dismiss_flagger',
  cadence: `import "DharmaFlaggers"

/// Ends the power of an account to flag addresses, at once. Signed by the account of the contract.
transaction(flagger: Address) {

    let registrar: auth(DharmaFlaggers.Appoint) &DharmaFlaggers.Registrar

    prepare(signer: auth(BorrowValue) &Account) {
        self.registrar = signer.storage
            .borrow<auth(DharmaFlaggers.Appoint) &DharmaFlaggers.Registrar>(from: DharmaFlaggers.registrarStoragePath)
            ?? panic("The account \\(signer.address) dismisses no flagger")
    }

    execute {
        self.registrar.dismiss(flagger: flagger)
    }
}
`,
  args: [arg.address(args.flagger)],
})

/**
 * Flags an address under a case id; `reasonHash` is the SHA-256 of the reason. Signed by a flagger.
 * Source: transactions/protection/flag_wallet.cdc
 */
export const flagWallet = (args: { address: Address; caseId: string; reasonCode: string; reasonHash: string }): CadenceCall => ({
  name: 'protection/flag_wallet',
  cadence: `import "DharmaFlaggers"
import "DharmaProtection"

/// Flags an address under a case id; \`reasonHash\` is the SHA-256 of the reason. Signed by a flagger.
transaction(address: Address, caseId: String, reasonCode: String, reasonHash: String) {

    let flagger: auth(DharmaFlaggers.Flag) &DharmaFlaggers.Flagger

    prepare(signer: auth(CopyValue) &Account) {
        let capability = signer.storage
            .copy<Capability<auth(DharmaFlaggers.Flag) &DharmaFlaggers.Flagger>>(from: DharmaFlaggers.flaggerStoragePath)
            ?? panic("The account \\(signer.address) has claimed no power as flagger")
        self.flagger = capability.borrow() ?? panic("The account \\(signer.address) was dismissed as flagger")
    }

    execute {
        self.flagger.flag(address: address, caseId: caseId, reasonCode: reasonCode, reasonHash: reasonHash)
    }

    post {
        DharmaProtection.getFlag(address)?.caseId == caseId: "\\(address) was not flagged"
    }
}
`,
  args: [arg.address(args.address), arg.string(args.caseId), arg.string(args.reasonCode), arg.string(args.reasonHash)],
})

/**
 * Relays the appeal that a flagged or frozen account signed, against one flag or one freeze, by its
 * number; `signatures` are r and s in hex, by the keys of `keyIndexes`. Signed by anyone.
 * Source: transactions/protection/open_appeal.cdc
 */
export const openAppeal = (args: { address: Address; flagNumber: bigint | number | null; freezeNumber: bigint | number | null; reason: string; sequence: bigint | number; validUntil: bigint | number; keyIndexes: readonly (bigint | number)[]; signatures: readonly (string)[] }): CadenceCall => ({
  name: 'protection/open_appeal',
  cadence: `import "DharmaConsent"
import "DharmaGovernance"
import "DharmaProposals"

/// Relays the appeal that a flagged or frozen account signed, against one flag or one freeze, by its
/// number; \`signatures\` are r and s in hex, by the keys of \`keyIndexes\`. Signed by anyone.
transaction(
    address: Address,
    flagNumber: UInt64?,
    freezeNumber: UInt64?,
    reason: String,
    sequence: UInt64,
    validUntil: UInt64,
    keyIndexes: [Int],
    signatures: [String]
) {

    let consent: DharmaConsent.Consent

    prepare(signer: &Account) {
        self.consent = DharmaConsent.Consent(
            address: address,
            sequence: sequence,
            validUntil: validUntil,
            signatures: DharmaConsent.toSignatures(keyIndexes: keyIndexes, hex: signatures)
        )
    }

    execute {
        let _ = DharmaGovernance.appeal(
            flagNumber: flagNumber,
            freezeNumber: freezeNumber,
            reason: reason,
            consent: self.consent
        )
    }

    post {
        DharmaProposals.borrowProposal(DharmaProposals.lastId)!.proposer == address: "The appeal was not opened"
    }
}
`,
  args: [arg.address(args.address), arg.optional(args.flagNumber === null ? null : arg.integer('UInt64', args.flagNumber)), arg.optional(args.freezeNumber === null ? null : arg.integer('UInt64', args.freezeNumber)), arg.string(args.reason), arg.integer('UInt64', args.sequence), arg.integer('UInt64', args.validUntil), arg.array(args.keyIndexes.map((item) => arg.integer('Int', item))), arg.array(args.signatures.map((item) => arg.string(item)))],
})

/**
 * Records and emits what time and votes have done to flags, freezes and appeals of some addresses. Signed by anyone.
 * Source: transactions/protection/settle_protection.cdc
 */
export const settleProtection = (args: { addresses: readonly (Address)[] }): CadenceCall => ({
  name: 'protection/settle_protection',
  cadence: `import "DharmaProtection"

/// Records and emits what time and votes have done to flags, freezes and appeals of some addresses. Signed by anyone.
transaction(addresses: [Address]) {

    prepare(signer: &Account) {}

    execute {
        for address in addresses {
            DharmaProtection.settle(address)
        }
    }
}
`,
  args: [arg.array(args.addresses.map((item) => arg.address(item)))],
})

/**
 * Lifts the flag of an address that a recheck has cleared. Signed by a flagger.
 * Source: transactions/protection/unflag_wallet.cdc
 */
export const unflagWallet = (args: { address: Address }): CadenceCall => ({
  name: 'protection/unflag_wallet',
  cadence: `import "DharmaFlaggers"
import "DharmaProtection"

/// Lifts the flag of an address that a recheck has cleared. Signed by a flagger.
transaction(address: Address) {

    let flagger: auth(DharmaFlaggers.Flag) &DharmaFlaggers.Flagger

    prepare(signer: auth(CopyValue) &Account) {
        let capability = signer.storage
            .copy<Capability<auth(DharmaFlaggers.Flag) &DharmaFlaggers.Flagger>>(from: DharmaFlaggers.flaggerStoragePath)
            ?? panic("The account \\(signer.address) has claimed no power as flagger")
        self.flagger = capability.borrow() ?? panic("The account \\(signer.address) was dismissed as flagger")
    }

    execute {
        self.flagger.unflag(address: address)
    }

    post {
        !DharmaProtection.isFlagged(address): "\\(address) is still flagged"
    }
}
`,
  args: [arg.address(args.address)],
})

/**
 * Offers an account the power to watch addresses, through its inbox. Signed by the account of the contract.
 * Source: transactions/recheck/appoint_watcher.cdc
 */
export const appointWatcher = (args: { watcher: Address }): CadenceCall => ({
  name: 'recheck/appoint_watcher',
  cadence: `import "DharmaRecheck"

/// Offers an account the power to watch addresses, through its inbox. Signed by the account of the contract.
transaction(watcher: Address) {

    let registrar: auth(DharmaRecheck.Appoint) &DharmaRecheck.Operator

    prepare(signer: auth(BorrowValue) &Account) {
        self.registrar = signer.storage
            .borrow<auth(DharmaRecheck.Appoint) &DharmaRecheck.Operator>(from: DharmaRecheck.operatorStoragePath)
            ?? panic("The account \\(signer.address) appoints no watcher")
    }

    execute {
        self.registrar.appoint(watcher: watcher)
    }
}
`,
  args: [arg.address(args.watcher)],
})

/**
 * Takes the power to watch addresses from the signer's inbox, where `provider`, the account of the contract, put it.
 * Source: transactions/recheck/claim_watcher.cdc
 */
export const claimWatcher = (args: { provider: Address }): CadenceCall => ({
  name: 'recheck/claim_watcher',
  cadence: `import "DharmaRecheck"

/// Takes the power to watch addresses from the signer's inbox, where \`provider\`, the account of the contract, put it.
transaction(provider: Address) {

    prepare(signer: auth(ClaimInboxCapability, LoadValue, SaveValue) &Account) {
        let capability = signer.inbox.claim<auth(DharmaRecheck.Watch) &DharmaRecheck.Watcher>(
            DharmaRecheck.getInboxName(watcher: signer.address),
            provider: provider
        ) ?? panic("The inbox of \\(signer.address) holds nothing from \\(provider)")
        let replaced = signer.storage.load<Capability<auth(DharmaRecheck.Watch) &DharmaRecheck.Watcher>>(from: DharmaRecheck.watcherStoragePath)
        assert(replaced?.check() != true, message: "The account \\(signer.address) has this power already")
        signer.storage.save(capability, to: DharmaRecheck.watcherStoragePath)
    }
}
`,
  args: [arg.address(args.provider)],
})

/**
 * Ends the power of an account to watch addresses, at once. Signed by the account of the contract.
 * Source: transactions/recheck/dismiss_watcher.cdc
 */
export const dismissWatcher = (args: { watcher: Address }): CadenceCall => ({
  name: 'recheck/dismiss_watcher',
  cadence: `import "DharmaRecheck"

/// Ends the power of an account to watch addresses, at once. Signed by the account of the contract.
transaction(watcher: Address) {

    let registrar: auth(DharmaRecheck.Appoint) &DharmaRecheck.Operator

    prepare(signer: auth(BorrowValue) &Account) {
        self.registrar = signer.storage
            .borrow<auth(DharmaRecheck.Appoint) &DharmaRecheck.Operator>(from: DharmaRecheck.operatorStoragePath)
            ?? panic("The account \\(signer.address) dismisses no watcher")
    }

    execute {
        self.registrar.dismiss(watcher: watcher)
    }
}
`,
  args: [arg.address(args.watcher)],
})

/**
 * Pays FLOW into the fund from which rechecks are paid. Signed by anyone.
 * Source: transactions/recheck/fund_rechecks.cdc
 */
export const fundRechecks = (args: { amount: bigint }): CadenceCall => ({
  name: 'recheck/fund_rechecks',
  cadence: `import "DharmaRecheck"
import "FlowToken"
import "FungibleToken"

/// Pays FLOW into the fund from which rechecks are paid. Signed by anyone.
transaction(amount: UFix64) {

    let payment: @{FungibleToken.Vault}

    prepare(signer: auth(BorrowValue) &Account) {
        let vault = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)
            ?? panic("The account \\(signer.address) has no FLOW")
        self.payment <- vault.withdraw(amount: amount)
    }

    execute {
        DharmaRecheck.deposit(from: <- self.payment)
    }

    post {
        DharmaRecheck.fundBalance() >= amount: "The fund holds only \\(DharmaRecheck.fundBalance())"
    }
}
`,
  args: [arg.ufix64(args.amount)],
})

/**
 * Schedules the rechecks of overdue addresses for now. Signed by anyone.
 * Source: transactions/recheck/revive_rechecks.cdc
 */
export const reviveRechecks = (args: { addresses: readonly (Address)[] }): CadenceCall => ({
  name: 'recheck/revive_rechecks',
  cadence: `import "DharmaRecheck"

/// Schedules the rechecks of overdue addresses for now. Signed by anyone.
transaction(addresses: [Address]) {

    prepare(signer: &Account) {}

    execute {
        for address in addresses {
            DharmaRecheck.revive(address)
        }
    }
}
`,
  args: [arg.array(args.addresses.map((item) => arg.address(item)))],
})

/**
 * Sets the computation that one recheck may use. Signed by the account of the contract.
 * Source: transactions/recheck/set_recheck_effort.cdc
 */
export const setRecheckEffort = (args: { executionEffort: bigint | number }): CadenceCall => ({
  name: 'recheck/set_recheck_effort',
  cadence: `import "DharmaRecheck"

/// Sets the computation that one recheck may use. Signed by the account of the contract.
transaction(executionEffort: UInt64) {

    let operator: auth(DharmaRecheck.Operate) &DharmaRecheck.Operator

    prepare(signer: auth(BorrowValue) &Account) {
        self.operator = signer.storage
            .borrow<auth(DharmaRecheck.Operate) &DharmaRecheck.Operator>(from: DharmaRecheck.operatorStoragePath)
            ?? panic("The account \\(signer.address) does not operate the rechecks")
    }

    execute {
        self.operator.setExecutionEffort(executionEffort)
    }

    post {
        DharmaRecheck.executionEffort == executionEffort: "The effort is \\(DharmaRecheck.executionEffort)"
    }
}
`,
  args: [arg.integer('UInt64', args.executionEffort)],
})

/**
 * Ends the recurring rechecks of an address. Signed by a watcher.
 * Source: transactions/recheck/unwatch_wallet.cdc
 */
export const unwatchWallet = (args: { address: Address }): CadenceCall => ({
  name: 'recheck/unwatch_wallet',
  cadence: `import "DharmaRecheck"

/// Ends the recurring rechecks of an address. Signed by a watcher.
transaction(address: Address) {

    let watcher: auth(DharmaRecheck.Watch) &DharmaRecheck.Watcher

    prepare(signer: auth(CopyValue) &Account) {
        let capability = signer.storage
            .copy<Capability<auth(DharmaRecheck.Watch) &DharmaRecheck.Watcher>>(from: DharmaRecheck.watcherStoragePath)
            ?? panic("The account \\(signer.address) has claimed no power as watcher")
        self.watcher = capability.borrow() ?? panic("The account \\(signer.address) was dismissed as watcher")
    }

    execute {
        self.watcher.unwatch(address: address)
    }

    post {
        DharmaRecheck.borrowEntry(address) == nil: "\\(address) is still watched"
    }
}
`,
  args: [arg.address(args.address)],
})

/**
 * Starts the recurring rechecks of an address. Signed by a watcher.
 * Source: transactions/recheck/watch_wallet.cdc
 */
export const watchWallet = (args: { address: Address }): CadenceCall => ({
  name: 'recheck/watch_wallet',
  cadence: `import "DharmaRecheck"

/// Starts the recurring rechecks of an address. Signed by a watcher.
transaction(address: Address) {

    let watcher: auth(DharmaRecheck.Watch) &DharmaRecheck.Watcher

    prepare(signer: auth(CopyValue) &Account) {
        let capability = signer.storage
            .copy<Capability<auth(DharmaRecheck.Watch) &DharmaRecheck.Watcher>>(from: DharmaRecheck.watcherStoragePath)
            ?? panic("The account \\(signer.address) has claimed no power as watcher")
        self.watcher = capability.borrow() ?? panic("The account \\(signer.address) was dismissed as watcher")
    }

    execute {
        self.watcher.watch(address: address)
    }

    post {
        DharmaRecheck.borrowEntry(address) != nil: "\\(address) is not watched"
    }
}
`,
  args: [arg.address(args.address)],
})

/**
 * Takes FLOW back from the fund of the rechecks. Signed by the account of the contract.
 * Source: transactions/recheck/withdraw_recheck_fund.cdc
 */
export const withdrawRecheckFund = (args: { amount: bigint }): CadenceCall => ({
  name: 'recheck/withdraw_recheck_fund',
  cadence: `import "DharmaRecheck"
import "FlowToken"

/// Takes FLOW back from the fund of the rechecks. Signed by the account of the contract.
transaction(amount: UFix64) {

    let operator: auth(DharmaRecheck.Operate) &DharmaRecheck.Operator
    let vault: &FlowToken.Vault

    prepare(signer: auth(BorrowValue) &Account) {
        self.operator = signer.storage
            .borrow<auth(DharmaRecheck.Operate) &DharmaRecheck.Operator>(from: DharmaRecheck.operatorStoragePath)
            ?? panic("The account \\(signer.address) does not operate the rechecks")
        self.vault = signer.storage.borrow<&FlowToken.Vault>(from: /storage/flowTokenVault)
            ?? panic("The account \\(signer.address) has no vault for FLOW")
    }

    execute {
        self.vault.deposit(from: <- self.operator.withdrawFund(amount: amount))
    }
}
`,
  args: [arg.ufix64(args.amount)],
})

/**
 * Gives up an empty guarded vault that was recovered to the signer, who gets what was paid for its storage. A key is bound by
 * `vault/bind_key` before.
 * Source: transactions/recovery/close_recovered_vault.cdc
 */
export const closeRecoveredVault = (args: { address: Address }): CadenceCall => ({
  name: 'recovery/close_recovered_vault',
  cadence: `import "DharmaVault"

/// Gives up an empty guarded vault that was recovered to the signer, who gets what was paid for its storage. A key is bound by
/// \`vault/bind_key\` before.
transaction(address: Address) {

    let key: auth(DharmaVault.Own) &DharmaVault.OwnerKey

    prepare(signer: auth(BorrowValue) &Account) {
        self.key = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?? panic(DharmaVault.describeMissingKey(signer.address))
    }

    execute {
        self.key.close(address)
    }

    post {
        DharmaVault.borrowVault(address) == nil: "The vault is still open"
    }
}
`,
  args: [arg.address(args.address)],
})

/**
 * Takes up to `limit` NFTs of a type out of a guarded vault that was recovered to the signer, into the collection at
 * `collection`. A key is bound by `vault/bind_key` before.
 * Source: transactions/recovery/withdraw_recovered_nfts.cdc
 */
export const withdrawRecoveredNfts = (args: { address: Address; type: string; limit: bigint | number; collection: string }): CadenceCall => ({
  name: 'recovery/withdraw_recovered_nfts',
  cadence: `import "DharmaVault"
import "NonFungibleToken"

/// Takes up to \`limit\` NFTs of a type out of a guarded vault that was recovered to the signer, into the collection at
/// \`collection\`. A key is bound by \`vault/bind_key\` before.
transaction(address: Address, type: String, limit: Int, collection: StoragePath) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault
    let collection: &{NonFungibleToken.Collection}
    let type: Type
    let ids: [UInt64]

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrowRecovered(of: address)
            ?? panic(DharmaVault.describeMissingKey(signer.address))
        self.collection = signer.storage.borrow<&{NonFungibleToken.Collection}>(from: collection)
            ?? panic("The account \\(signer.address) has no collection at \\(collection)")
        self.type = CompositeType(type) ?? panic("\\(type) is not a type")
        let ids = self.vault.borrowHoldings().getIDs(self.type)
        self.ids = ids.slice(from: 0, upTo: limit < ids.length ? limit : ids.length)
    }

    execute {
        for id in self.ids {
            self.collection.deposit(token: <- self.vault.withdrawNFT(type: self.type, id: id))
        }
    }

    post {
        self.ids.length == 0 || self.collection.getIDs().contains(self.ids[0]): "The NFTs were not delivered"
    }
}
`,
  args: [arg.address(args.address), arg.string(args.type), arg.integer('Int', args.limit), arg.path('storage', args.collection)],
})

/**
 * Takes all tokens of a type out of a guarded vault that was recovered to the signer, into the vault at `tokens`. A key is
 * bound by `vault/bind_key` before.
 * Source: transactions/recovery/withdraw_recovered_tokens.cdc
 */
export const withdrawRecoveredTokens = (args: { address: Address; type: string; tokens: string }): CadenceCall => ({
  name: 'recovery/withdraw_recovered_tokens',
  cadence: `import "DharmaVault"
import "FungibleToken"

/// Takes all tokens of a type out of a guarded vault that was recovered to the signer, into the vault at \`tokens\`. A key is
/// bound by \`vault/bind_key\` before.
transaction(address: Address, type: String, tokens: StoragePath) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault
    let tokens: &{FungibleToken.Vault}
    let type: Type

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrowRecovered(of: address)
            ?? panic(DharmaVault.describeMissingKey(signer.address))
        self.tokens = signer.storage.borrow<&{FungibleToken.Vault}>(from: tokens)
            ?? panic("The account \\(signer.address) has no vault at \\(tokens)")
        self.type = CompositeType(type) ?? panic("\\(type) is not a type")
    }

    execute {
        let amount = self.vault.borrowHoldings().getBalance(self.type)
        self.tokens.deposit(from: <- self.vault.withdraw(type: self.type, amount: amount))
    }

    post {
        self.vault.borrowHoldings().getBalance(self.type) == 0.0: "Some tokens are still in the vault"
    }
}
`,
  args: [arg.address(args.address), arg.string(args.type), arg.path('storage', args.tokens)],
})

/**
 * Relays a person's report about an address; `signatures` are r and s in hex, by the keys of `keyIndexes`. Signed by anyone.
 * Source: transactions/reports/report_wallet.cdc
 */
export const reportWallet = (args: { address: Address; reasonHash: string; reporter: Address; sequence: bigint | number; validUntil: bigint | number; keyIndexes: readonly (bigint | number)[]; signatures: readonly (string)[] }): CadenceCall => ({
  name: 'reports/report_wallet',
  cadence: `import "DharmaConsent"
import "DharmaReports"

/// Relays a person's report about an address; \`signatures\` are r and s in hex, by the keys of \`keyIndexes\`. Signed by anyone.
transaction(
    address: Address,
    reasonHash: String,
    reporter: Address,
    sequence: UInt64,
    validUntil: UInt64,
    keyIndexes: [Int],
    signatures: [String]
) {

    let consent: DharmaConsent.Consent

    prepare(signer: &Account) {
        self.consent = DharmaConsent.Consent(
            address: reporter,
            sequence: sequence,
            validUntil: validUntil,
            signatures: DharmaConsent.toSignatures(keyIndexes: keyIndexes, hex: signatures)
        )
    }

    execute {
        DharmaReports.report(consent: self.consent, address: address, reasonHash: reasonHash)
    }

    post {
        DharmaConsent.getSequence(reporter, series: DharmaConsent.Series.reports) == sequence: "The message was not accepted"
    }
}
`,
  args: [arg.address(args.address), arg.string(args.reasonHash), arg.address(args.reporter), arg.integer('UInt64', args.sequence), arg.integer('UInt64', args.validUntil), arg.array(args.keyIndexes.map((item) => arg.integer('Int', item))), arg.array(args.signatures.map((item) => arg.string(item)))],
})

/**
 * Relays a person's vouch for an address; `signatures` are r and s in hex, by the keys of `keyIndexes`. Signed by anyone.
 * Source: transactions/reports/vouch_for_wallet.cdc
 */
export const vouchForWallet = (args: { address: Address; voucher: Address; sequence: bigint | number; validUntil: bigint | number; keyIndexes: readonly (bigint | number)[]; signatures: readonly (string)[] }): CadenceCall => ({
  name: 'reports/vouch_for_wallet',
  cadence: `import "DharmaConsent"
import "DharmaReports"

/// Relays a person's vouch for an address; \`signatures\` are r and s in hex, by the keys of \`keyIndexes\`. Signed by anyone.
transaction(
    address: Address,
    voucher: Address,
    sequence: UInt64,
    validUntil: UInt64,
    keyIndexes: [Int],
    signatures: [String]
) {

    let consent: DharmaConsent.Consent

    prepare(signer: &Account) {
        self.consent = DharmaConsent.Consent(
            address: voucher,
            sequence: sequence,
            validUntil: validUntil,
            signatures: DharmaConsent.toSignatures(keyIndexes: keyIndexes, hex: signatures)
        )
    }

    execute {
        DharmaReports.vouch(consent: self.consent, address: address)
    }

    post {
        DharmaConsent.getSequence(voucher, series: DharmaConsent.Series.reports) == sequence: "The message was not accepted"
    }
}
`,
  args: [arg.address(args.address), arg.address(args.voucher), arg.integer('UInt64', args.sequence), arg.integer('UInt64', args.validUntil), arg.array(args.keyIndexes.map((item) => arg.integer('Int', item))), arg.array(args.signatures.map((item) => arg.string(item)))],
})

/**
 * Relays the withdrawal of a report; `signatures` are r and s in hex, by the keys of `keyIndexes`. Signed by anyone.
 * Source: transactions/reports/withdraw_report.cdc
 */
export const withdrawReport = (args: { address: Address; reporter: Address; sequence: bigint | number; validUntil: bigint | number; keyIndexes: readonly (bigint | number)[]; signatures: readonly (string)[] }): CadenceCall => ({
  name: 'reports/withdraw_report',
  cadence: `import "DharmaConsent"
import "DharmaReports"

/// Relays the withdrawal of a report; \`signatures\` are r and s in hex, by the keys of \`keyIndexes\`. Signed by anyone.
transaction(
    address: Address,
    reporter: Address,
    sequence: UInt64,
    validUntil: UInt64,
    keyIndexes: [Int],
    signatures: [String]
) {

    let consent: DharmaConsent.Consent

    prepare(signer: &Account) {
        self.consent = DharmaConsent.Consent(
            address: reporter,
            sequence: sequence,
            validUntil: validUntil,
            signatures: DharmaConsent.toSignatures(keyIndexes: keyIndexes, hex: signatures)
        )
    }

    execute {
        DharmaReports.withdrawReport(consent: self.consent, address: address)
    }

    post {
        DharmaConsent.getSequence(reporter, series: DharmaConsent.Series.reports) == sequence: "The message was not accepted"
    }
}
`,
  args: [arg.address(args.address), arg.address(args.reporter), arg.integer('UInt64', args.sequence), arg.integer('UInt64', args.validUntil), arg.array(args.keyIndexes.map((item) => arg.integer('Int', item))), arg.array(args.signatures.map((item) => arg.string(item)))],
})

/**
 * Relays the withdrawal of a vouch; `signatures` are r and s in hex, by the keys of `keyIndexes`. Signed by anyone.
 * Source: transactions/reports/withdraw_vouch.cdc
 */
export const withdrawVouch = (args: { address: Address; voucher: Address; sequence: bigint | number; validUntil: bigint | number; keyIndexes: readonly (bigint | number)[]; signatures: readonly (string)[] }): CadenceCall => ({
  name: 'reports/withdraw_vouch',
  cadence: `import "DharmaConsent"
import "DharmaReports"

/// Relays the withdrawal of a vouch; \`signatures\` are r and s in hex, by the keys of \`keyIndexes\`. Signed by anyone.
transaction(
    address: Address,
    voucher: Address,
    sequence: UInt64,
    validUntil: UInt64,
    keyIndexes: [Int],
    signatures: [String]
) {

    let consent: DharmaConsent.Consent

    prepare(signer: &Account) {
        self.consent = DharmaConsent.Consent(
            address: voucher,
            sequence: sequence,
            validUntil: validUntil,
            signatures: DharmaConsent.toSignatures(keyIndexes: keyIndexes, hex: signatures)
        )
    }

    execute {
        DharmaReports.withdrawVouch(consent: self.consent, address: address)
    }

    post {
        DharmaConsent.getSequence(voucher, series: DharmaConsent.Series.reports) == sequence: "The message was not accepted"
    }
}
`,
  args: [arg.address(args.address), arg.address(args.voucher), arg.integer('UInt64', args.sequence), arg.integer('UInt64', args.validUntil), arg.array(args.keyIndexes.map((item) => arg.integer('Int', item))), arg.array(args.signatures.map((item) => arg.string(item)))],
})

/**
 * Offers an account the power to publish scores, through its inbox. Signed by the account of the contract.
 * Source: transactions/score/appoint_publisher.cdc
 */
export const appointPublisher = (args: { publisher: Address }): CadenceCall => ({
  name: 'score/appoint_publisher',
  cadence: `import "DharmaScore"

/// Offers an account the power to publish scores, through its inbox. Signed by the account of the contract.
transaction(publisher: Address) {

    let registrar: auth(DharmaScore.Appoint) &DharmaScore.Registrar

    prepare(signer: auth(BorrowValue) &Account) {
        self.registrar = signer.storage
            .borrow<auth(DharmaScore.Appoint) &DharmaScore.Registrar>(from: DharmaScore.registrarStoragePath)
            ?? panic("The account \\(signer.address) appoints no publisher")
    }

    execute {
        self.registrar.appoint(publisher: publisher)
    }
}
`,
  args: [arg.address(args.publisher)],
})

/**
 * Takes the power to publish scores from the signer's inbox, where `provider`, the account of the contract, put it.
 * Source: transactions/score/claim_publisher.cdc
 */
export const claimPublisher = (args: { provider: Address }): CadenceCall => ({
  name: 'score/claim_publisher',
  cadence: `import "DharmaScore"

/// Takes the power to publish scores from the signer's inbox, where \`provider\`, the account of the contract, put it.
transaction(provider: Address) {

    prepare(signer: auth(ClaimInboxCapability, LoadValue, SaveValue) &Account) {
        let capability = signer.inbox.claim<auth(DharmaScore.Publish) &DharmaScore.Publisher>(
            DharmaScore.getInboxName(publisher: signer.address),
            provider: provider
        ) ?? panic("The inbox of \\(signer.address) holds nothing from \\(provider)")
        let replaced = signer.storage.load<Capability<auth(DharmaScore.Publish) &DharmaScore.Publisher>>(from: DharmaScore.publisherStoragePath)
        assert(replaced?.check() != true, message: "The account \\(signer.address) has this power already")
        signer.storage.save(capability, to: DharmaScore.publisherStoragePath)
    }
}
`,
  args: [arg.address(args.provider)],
})

/**
 * Ends the power of an account to publish scores, at once. Signed by the account of the contract.
 * Source: transactions/score/dismiss_publisher.cdc
 */
export const dismissPublisher = (args: { publisher: Address }): CadenceCall => ({
  name: 'score/dismiss_publisher',
  cadence: `import "DharmaScore"

/// Ends the power of an account to publish scores, at once. Signed by the account of the contract.
transaction(publisher: Address) {

    let registrar: auth(DharmaScore.Appoint) &DharmaScore.Registrar

    prepare(signer: auth(BorrowValue) &Account) {
        self.registrar = signer.storage
            .borrow<auth(DharmaScore.Appoint) &DharmaScore.Registrar>(from: DharmaScore.registrarStoragePath)
            ?? panic("The account \\(signer.address) dismisses no publisher")
    }

    execute {
        self.registrar.dismiss(publisher: publisher)
    }
}
`,
  args: [arg.address(args.publisher)],
})

/**
 * Publishes the score of an address: six factors in units of 1/10,000, in the order of the contract.
 * Signed by a publisher.
 * Source: transactions/score/publish_score.cdc
 */
export const publishScore = (args: { address: Address; factors: readonly (bigint | number)[]; version: string; evidenceHash: string; blockHeight: bigint | number }): CadenceCall => ({
  name: 'score/publish_score',
  cadence: `import "DharmaScore"

/// Publishes the score of an address: six factors in units of 1/10,000, in the order of the contract.
/// Signed by a publisher.
transaction(address: Address, factors: [UInt64], version: String, evidenceHash: String, blockHeight: UInt64) {

    let publisher: auth(DharmaScore.Publish) &DharmaScore.Publisher

    prepare(signer: auth(CopyValue) &Account) {
        let capability = signer.storage
            .copy<Capability<auth(DharmaScore.Publish) &DharmaScore.Publisher>>(from: DharmaScore.publisherStoragePath)
            ?? panic("The account \\(signer.address) has claimed no power as publisher")
        self.publisher = capability.borrow() ?? panic("The account \\(signer.address) was dismissed as publisher")
    }

    execute {
        self.publisher.publish(
            address: address,
            factors: factors,
            version: version,
            evidenceHash: evidenceHash,
            blockHeight: blockHeight
        )
    }

    post {
        DharmaScore.latest(address)!.evidenceHash == evidenceHash: "The score of \\(address) was not published"
    }
}
`,
  args: [arg.address(args.address), arg.array(args.factors.map((item) => arg.integer('UInt64', item))), arg.string(args.version), arg.string(args.evidenceHash), arg.integer('UInt64', args.blockHeight)],
})

/**
 * Issues Test Dollars to an account. Signed by the holder of the issuer.
 * Source: transactions/tokens/issue_dollars.cdc
 */
export const issueDollars = (args: { to: Address; amount: bigint }): CadenceCall => ({
  name: 'tokens/issue_dollars',
  cadence: `import "FungibleToken"
import "TestDollar"

/// Issues Test Dollars to an account. Signed by the holder of the issuer.
transaction(to: Address, amount: UFix64) {

    let issuer: auth(TestDollar.Issue) &TestDollar.Issuer
    let receiver: &{FungibleToken.Receiver}

    prepare(signer: auth(BorrowValue) &Account) {
        self.issuer = signer.storage
            .borrow<auth(TestDollar.Issue) &TestDollar.Issuer>(from: TestDollar.issuerStoragePath)
            ?? panic("The account \\(signer.address) does not issue Test Dollars")
        self.receiver = getAccount(to).capabilities
            .borrow<&{FungibleToken.Receiver}>(TestDollar.receiverPublicPath)
            ?? panic("The account \\(to) has no vault for Test Dollars")
    }

    execute {
        self.receiver.deposit(from: <- self.issuer.issue(amount: amount))
    }
}
`,
  args: [arg.address(args.to), arg.ufix64(args.amount)],
})

/**
 * Pays several accounts from the signer's vault in one transaction, as a payroll does.
 * Source: transactions/tokens/pay_many.cdc
 */
export const payMany = (args: { payments: ReadonlyMap<Address, bigint>; vault: string; receiver: string }): CadenceCall => ({
  name: 'tokens/pay_many',
  cadence: `import "FungibleToken"

/// Pays several accounts from the signer's vault in one transaction, as a payroll does.
transaction(payments: {Address: UFix64}, vault: StoragePath, receiver: PublicPath) {

    let source: auth(FungibleToken.Withdraw) &{FungibleToken.Vault}

    prepare(signer: auth(BorrowValue) &Account) {
        self.source = signer.storage.borrow<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>(from: vault)
            ?? panic("The account \\(signer.address) has no vault at \\(vault)")
    }

    execute {
        for to in payments {
            let target = getAccount(to).capabilities.borrow<&{FungibleToken.Receiver}>(receiver)
                ?? panic("The account \\(to) has no receiver at \\(receiver)")
            target.deposit(from: <- self.source.withdraw(amount: payments[to]!))
        }
    }
}
`,
  args: [arg.dictionary([...args.payments].map(([key, value]) => ({ key: arg.address(key), value: arg.ufix64(value) }))), arg.path('storage', args.vault), arg.path('public', args.receiver)],
})

/**
 * Sends an amount of any fungible token from the signer's vault at `vault` to the receiver at `receiver`.
 * Source: transactions/tokens/send_tokens.cdc
 */
export const sendTokens = (args: { amount: bigint; to: Address; vault: string; receiver: string }): CadenceCall => ({
  name: 'tokens/send_tokens',
  cadence: `import "FungibleToken"

/// Sends an amount of any fungible token from the signer's vault at \`vault\` to the receiver at \`receiver\`.
transaction(amount: UFix64, to: Address, vault: StoragePath, receiver: PublicPath) {

    let source: auth(FungibleToken.Withdraw) &{FungibleToken.Vault}
    let target: &{FungibleToken.Receiver}
    let balanceBefore: UFix64

    prepare(signer: auth(BorrowValue) &Account) {
        self.source = signer.storage.borrow<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>(from: vault)
            ?? panic("The account \\(signer.address) has no vault at \\(vault)")
        self.target = getAccount(to).capabilities.borrow<&{FungibleToken.Receiver}>(receiver)
            ?? panic("The account \\(to) has no receiver at \\(receiver)")
        self.balanceBefore = self.source.balance
    }

    execute {
        self.target.deposit(from: <- self.source.withdraw(amount: amount))
    }

    post {
        self.source.balance <= self.balanceBefore: "The balance grew by sending"
    }
}
`,
  args: [arg.ufix64(args.amount), arg.address(args.to), arg.path('storage', args.vault), arg.path('public', args.receiver)],
})

/**
 * What a drainer does with a signature it tricked somebody into giving: moves everything from the
 * victim's vaults into the thief's vaults at the same paths.
 * Source: transactions/tokens/sweep_vaults.cdc
 */
export const sweepVaults = (args: { vaults: readonly (string)[] }): CadenceCall => ({
  name: 'tokens/sweep_vaults',
  cadence: `import "FungibleToken"

/// What a drainer does with a signature it tricked somebody into giving: moves everything from the
/// victim's vaults into the thief's vaults at the same paths.
transaction(vaults: [StoragePath]) {

    prepare(thief: auth(BorrowValue) &Account, victim: auth(BorrowValue) &Account) {
        for path in vaults {
            let loot = victim.storage.borrow<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>(from: path)
                ?? panic("The account \\(victim.address) has no vault at \\(path)")
            let stash = thief.storage.borrow<&{FungibleToken.Receiver}>(from: path)
                ?? panic("The account \\(thief.address) has no vault at \\(path)")
            if loot.balance > 0.0 {
                stash.deposit(from: <- loot.withdraw(amount: loot.balance))
            }
        }
    }
}
`,
  args: [arg.array(args.vaults.map((item) => arg.path('storage', item)))],
})

/**
 * Changes the allowance or the recovery address as was requested 72 hours ago. Signed by the owner.
 * Source: transactions/vault/apply_request.cdc
 */
export const applyRequest = (args: { requestId: bigint | number }): CadenceCall => ({
  name: 'vault/apply_request',
  cadence: `import "DharmaVault"

/// Changes the allowance or the recovery address as was requested 72 hours ago. Signed by the owner.
transaction(requestId: UInt64) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrow()
            ?? panic(DharmaVault.describeMissingKey(signer.address))
    }

    execute {
        self.vault.apply(requestId: requestId)
    }
}
`,
  args: [arg.integer('UInt64', args.requestId)],
})

/**
 * Binds a fresh key to the signer's account, so that every other key of it is powerless from then on. `address` is that
 * of a guarded vault of the signer: its own address, or that of the former owner of a vault that was recovered to it.
 * Source: transactions/vault/bind_key.cdc
 */
export const bindKey = (args: { address: Address }): CadenceCall => ({
  name: 'vault/bind_key',
  cadence: `import "DharmaVault"

/// Binds a fresh key to the signer's account, so that every other key of it is powerless from then on. \`address\` is that
/// of a guarded vault of the signer: its own address, or that of the former owner of a vault that was recovered to it.
transaction(address: Address) {

    let account: Address
    let keyBefore: UInt64?

    prepare(signer: auth(SaveValue, GetStorageCapabilityController) &Account) {
        self.account = signer.address
        self.keyBefore = DharmaVault.getBoundKey(signer.address)
        DharmaVault.bindKey(signer, of: address)
    }

    post {
        DharmaVault.getBoundKey(self.account) != nil && DharmaVault.getBoundKey(self.account) != self.keyBefore:
            "No fresh key was bound"
    }
}
`,
  args: [arg.address(args.address)],
})

/**
 * Takes a request back. Signed by the owner.
 * Source: transactions/vault/cancel_request.cdc
 */
export const cancelRequest = (args: { requestId: bigint | number }): CadenceCall => ({
  name: 'vault/cancel_request',
  cadence: `import "DharmaVault"

/// Takes a request back. Signed by the owner.
transaction(requestId: UInt64) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrow()
            ?? panic(DharmaVault.describeMissingKey(signer.address))
    }

    execute {
        self.vault.cancel(requestId: requestId)
    }
}
`,
  args: [arg.integer('UInt64', args.requestId)],
})

/**
 * Takes out the NFT of a request whose time has come, into the collection at `collection`. Signed by the owner.
 * Source: transactions/vault/claim_nft.cdc
 */
export const claimNft = (args: { requestId: bigint | number; collection: string }): CadenceCall => ({
  name: 'vault/claim_nft',
  cadence: `import "DharmaVault"
import "NonFungibleToken"

/// Takes out the NFT of a request whose time has come, into the collection at \`collection\`. Signed by the owner.
transaction(requestId: UInt64, collection: StoragePath) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault
    let collection: &{NonFungibleToken.Collection}

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrow()
            ?? panic(DharmaVault.describeMissingKey(signer.address))
        self.collection = signer.storage.borrow<&{NonFungibleToken.Collection}>(from: collection)
            ?? panic("The account \\(signer.address) has no collection at \\(collection)")
    }

    execute {
        self.collection.deposit(token: <- self.vault.claimNFT(requestId: requestId))
    }
}
`,
  args: [arg.integer('UInt64', args.requestId), arg.path('storage', args.collection)],
})

/**
 * Takes out the tokens of a request whose time has come, into the vault at `tokens`. Signed by the owner.
 * Source: transactions/vault/claim_tokens.cdc
 */
export const claimTokens = (args: { requestId: bigint | number; tokens: string }): CadenceCall => ({
  name: 'vault/claim_tokens',
  cadence: `import "DharmaVault"
import "FungibleToken"

/// Takes out the tokens of a request whose time has come, into the vault at \`tokens\`. Signed by the owner.
transaction(requestId: UInt64, tokens: StoragePath) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault
    let tokens: &{FungibleToken.Vault}

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrow()
            ?? panic(DharmaVault.describeMissingKey(signer.address))
        self.tokens = signer.storage.borrow<&{FungibleToken.Vault}>(from: tokens)
            ?? panic("The account \\(signer.address) has no vault at \\(tokens)")
    }

    execute {
        self.tokens.deposit(from: <- self.vault.claim(requestId: requestId))
    }
}
`,
  args: [arg.integer('UInt64', args.requestId), arg.path('storage', args.tokens)],
})

/**
 * Gives up the signer's empty guarded vault.
 * Source: transactions/vault/close_vault.cdc
 */
export const closeVault = (): CadenceCall => ({
  name: 'vault/close_vault',
  cadence: `import "DharmaVault"

/// Gives up the signer's empty guarded vault.
transaction {

    let key: auth(DharmaVault.Own) &DharmaVault.OwnerKey
    let address: Address

    prepare(signer: auth(BorrowValue) &Account) {
        self.key = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?? panic(DharmaVault.describeMissingKey(signer.address))
        self.address = signer.address
    }

    execute {
        self.key.close(self.address)
    }

    post {
        DharmaVault.borrowVault(self.address) == nil: "The vault is still open"
    }
}
`,
  args: [],
})

/**
 * Deposits an NFT from the collection at `collection` into the guarded vault, with the price of a slot. Signed by the owner.
 * Source: transactions/vault/deposit_nft.cdc
 */
export const depositNft = (args: { id: bigint | number; collection: string }): CadenceCall => ({
  name: 'vault/deposit_nft',
  cadence: `import "DharmaVault"
import "FlowToken"
import "FungibleToken"
import "NonFungibleToken"

/// Deposits an NFT from the collection at \`collection\` into the guarded vault, with the price of a slot. Signed by the owner.
transaction(id: UInt64, collection: StoragePath) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault
    let collection: auth(NonFungibleToken.Withdraw) &{NonFungibleToken.Collection}
    let flow: auth(FungibleToken.Withdraw) &FlowToken.Vault

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrow()
            ?? panic(DharmaVault.describeMissingKey(signer.address))
        self.collection = signer.storage.borrow<auth(NonFungibleToken.Withdraw) &{NonFungibleToken.Collection}>(from: collection)
            ?? panic("The account \\(signer.address) has no collection at \\(collection)")
        self.flow = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)
            ?? panic("The account \\(signer.address) has no vault of FLOW")
    }

    execute {
        let nft <- self.collection.withdraw(withdrawID: id)
        let price = self.vault.borrowHoldings().getDepositPrice(nft.getType())
        self.vault.depositNFT(token: <- nft, storagePayment: <- (self.flow.withdraw(amount: price) as! @FlowToken.Vault))
    }
}
`,
  args: [arg.integer('UInt64', args.id), arg.path('storage', args.collection)],
})

/**
 * Deposits tokens from the vault at `tokens` into the guarded vault, with the price of a slot where it holds none
 * of them. Signed by the owner.
 * Source: transactions/vault/deposit_tokens.cdc
 */
export const depositTokens = (args: { amount: bigint; tokens: string }): CadenceCall => ({
  name: 'vault/deposit_tokens',
  cadence: `import "DharmaVault"
import "FlowToken"
import "FungibleToken"

/// Deposits tokens from the vault at \`tokens\` into the guarded vault, with the price of a slot where it holds none
/// of them. Signed by the owner.
transaction(amount: UFix64, tokens: StoragePath) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault
    let tokens: auth(FungibleToken.Withdraw) &{FungibleToken.Vault}
    let payment: @FlowToken.Vault?

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrow()
            ?? panic(DharmaVault.describeMissingKey(signer.address))
        self.tokens = signer.storage.borrow<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>(from: tokens)
            ?? panic("The account \\(signer.address) has no vault at \\(tokens)")
        var payment: @FlowToken.Vault? <- nil
        let price = self.vault.borrowHoldings().getDepositPrice(self.tokens.getType())
        if price > 0.0 {
            let flow = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)
                ?? panic("The account \\(signer.address) has no vault of FLOW")
            payment <-! flow.withdraw(amount: price) as! @FlowToken.Vault
        }
        self.payment <- payment
    }

    execute {
        self.vault.deposit(from: <- self.tokens.withdraw(amount: amount), storagePayment: <- self.payment)
    }
}
`,
  args: [arg.ufix64(args.amount), arg.path('storage', args.tokens)],
})

/**
 * Lowers the daily allowance of a token at once. Signed by the owner.
 * Source: transactions/vault/lower_allowance.cdc
 */
export const lowerAllowance = (args: { type: string; limit: bigint }): CadenceCall => ({
  name: 'vault/lower_allowance',
  cadence: `import "DharmaVault"

/// Lowers the daily allowance of a token at once. Signed by the owner.
transaction(type: String, limit: UFix64) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrow()
            ?? panic(DharmaVault.describeMissingKey(signer.address))
    }

    execute {
        let tokenType = CompositeType(type) ?? panic("\\(type) is not a type")
        self.vault.lowerAllowance(type: tokenType, limit: limit)
    }
}
`,
  args: [arg.string(args.type), arg.ufix64(args.limit)],
})

/**
 * Opens a guarded vault for the signer, with a recovery address, daily allowances by token type, and the FLOW that
 * its own storage costs, which is returned when the vault is closed. A fresh key is bound, to which no capability exists.
 * Source: transactions/vault/open_vault.cdc
 */
export const openVault = (args: { recoveryAddress: Address; allowances: ReadonlyMap<string, bigint> }): CadenceCall => ({
  name: 'vault/open_vault',
  cadence: `import "DharmaCustody"
import "DharmaVault"
import "FlowToken"
import "FungibleToken"

/// Opens a guarded vault for the signer, with a recovery address, daily allowances by token type, and the FLOW that
/// its own storage costs, which is returned when the vault is closed. A fresh key is bound, to which no capability exists.
transaction(recoveryAddress: Address, allowances: {String: UFix64}) {

    let address: Address

    prepare(signer: auth(BorrowValue, SaveValue, GetStorageCapabilityController) &Account) {
        self.address = signer.address
        let byType: {Type: UFix64} = {}
        for type in allowances {
            byType[CompositeType(type) ?? panic("\\(type) is not a type")] = allowances[type]!
        }
        let flow = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)
            ?? panic("The account \\(signer.address) has no vault of FLOW")
        let price = DharmaCustody.getPrice(slots: DharmaCustody.baseSlots())
        DharmaVault.open(
            signer,
            recoveryAddress: recoveryAddress,
            allowances: byType,
            storagePayment: <- (flow.withdraw(amount: price) as! @FlowToken.Vault)
        )
    }

    post {
        DharmaVault.borrowVault(self.address)!.recoveryAddress == recoveryAddress: "The vault was not opened"
        DharmaVault.getBoundKey(self.address) != nil: "No key was bound"
    }
}
`,
  args: [arg.address(args.recoveryAddress), arg.dictionary([...args.allowances].map(([key, value]) => ({ key: arg.string(key), value: arg.ufix64(value) })))],
})

/**
 * Pays into the guarded vault of another account, which must hold some of that token already. Signed by anyone.
 * Source: transactions/vault/pay_into_vault.cdc
 */
export const payIntoVault = (args: { address: Address; amount: bigint; tokens: string }): CadenceCall => ({
  name: 'vault/pay_into_vault',
  cadence: `import "DharmaVault"
import "FungibleToken"

/// Pays into the guarded vault of another account, which must hold some of that token already. Signed by anyone.
transaction(address: Address, amount: UFix64, tokens: StoragePath) {

    let payment: @{FungibleToken.Vault}

    prepare(signer: auth(BorrowValue) &Account) {
        let vault = signer.storage.borrow<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>(from: tokens)
            ?? panic("The account \\(signer.address) has no vault at \\(tokens)")
        self.payment <- vault.withdraw(amount: amount)
    }

    execute {
        DharmaVault.deposit(address: address, from: <- self.payment)
    }
}
`,
  args: [arg.address(args.address), arg.ufix64(args.amount), arg.path('storage', args.tokens)],
})

/**
 * Asks for another daily allowance of a token, 72 hours from now. Signed by the owner.
 * Source: transactions/vault/request_allowance.cdc
 */
export const requestAllowance = (args: { type: string; limit: bigint }): CadenceCall => ({
  name: 'vault/request_allowance',
  cadence: `import "DharmaAllowance"
import "DharmaVault"

/// Asks for another daily allowance of a token, 72 hours from now. Signed by the owner.
transaction(type: String, limit: UFix64) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrow()
            ?? panic(DharmaVault.describeMissingKey(signer.address))
    }

    execute {
        let tokenType = CompositeType(type) ?? panic("\\(type) is not a type")
        self.vault.request(DharmaAllowance.allowance(type: tokenType, limit: limit))
    }
}
`,
  args: [arg.string(args.type), arg.ufix64(args.limit)],
})

/**
 * Asks to leave the guard, 72 hours from now. Signed by the owner.
 * Source: transactions/vault/request_leave.cdc
 */
export const requestLeave = (): CadenceCall => ({
  name: 'vault/request_leave',
  cadence: `import "DharmaAllowance"
import "DharmaVault"

/// Asks to leave the guard, 72 hours from now. Signed by the owner.
transaction {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrow()
            ?? panic(DharmaVault.describeMissingKey(signer.address))
    }

    execute {
        self.vault.request(DharmaAllowance.leave())
    }
}
`,
  args: [],
})

/**
 * Asks to take out an NFT, 72 hours from now. Signed by the owner.
 * Source: transactions/vault/request_nft.cdc
 */
export const requestNft = (args: { type: string; id: bigint | number }): CadenceCall => ({
  name: 'vault/request_nft',
  cadence: `import "DharmaAllowance"
import "DharmaVault"

/// Asks to take out an NFT, 72 hours from now. Signed by the owner.
transaction(type: String, id: UInt64) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrow()
            ?? panic(DharmaVault.describeMissingKey(signer.address))
    }

    execute {
        let nftType = CompositeType(type) ?? panic("\\(type) is not a type")
        self.vault.request(DharmaAllowance.withdrawalOfNFT(type: nftType, id: id))
    }
}
`,
  args: [arg.string(args.type), arg.integer('UInt64', args.id)],
})

/**
 * Asks for another recovery address, 72 hours from now. Signed by the owner.
 * Source: transactions/vault/request_recovery_address.cdc
 */
export const requestRecoveryAddress = (args: { recoveryAddress: Address }): CadenceCall => ({
  name: 'vault/request_recovery_address',
  cadence: `import "DharmaAllowance"
import "DharmaVault"

/// Asks for another recovery address, 72 hours from now. Signed by the owner.
transaction(recoveryAddress: Address) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrow()
            ?? panic(DharmaVault.describeMissingKey(signer.address))
    }

    execute {
        self.vault.request(DharmaAllowance.recoveryAddress(recoveryAddress))
    }
}
`,
  args: [arg.address(args.recoveryAddress)],
})

/**
 * Asks to take out more than the allowance, 72 hours from now. Signed by the owner.
 * Source: transactions/vault/request_withdrawal.cdc
 */
export const requestWithdrawal = (args: { type: string; amount: bigint }): CadenceCall => ({
  name: 'vault/request_withdrawal',
  cadence: `import "DharmaAllowance"
import "DharmaVault"

/// Asks to take out more than the allowance, 72 hours from now. Signed by the owner.
transaction(type: String, amount: UFix64) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrow()
            ?? panic(DharmaVault.describeMissingKey(signer.address))
    }

    execute {
        let tokenType = CompositeType(type) ?? panic("\\(type) is not a type")
        self.vault.request(DharmaAllowance.withdrawal(type: tokenType, amount: amount))
    }
}
`,
  args: [arg.string(args.type), arg.ufix64(args.amount)],
})

/**
 * Takes an NFT out while leaving, into the collection at `collection`. Signed by the owner.
 * Source: transactions/vault/withdraw_nft.cdc
 */
export const withdrawNft = (args: { type: string; id: bigint | number; collection: string }): CadenceCall => ({
  name: 'vault/withdraw_nft',
  cadence: `import "DharmaVault"
import "NonFungibleToken"

/// Takes an NFT out while leaving, into the collection at \`collection\`. Signed by the owner.
transaction(type: String, id: UInt64, collection: StoragePath) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault
    let collection: &{NonFungibleToken.Collection}

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrow()
            ?? panic(DharmaVault.describeMissingKey(signer.address))
        self.collection = signer.storage.borrow<&{NonFungibleToken.Collection}>(from: collection)
            ?? panic("The account \\(signer.address) has no collection at \\(collection)")
    }

    execute {
        let nftType = CompositeType(type) ?? panic("\\(type) is not a type")
        self.collection.deposit(token: <- self.vault.withdrawNFT(type: nftType, id: id))
    }
}
`,
  args: [arg.string(args.type), arg.integer('UInt64', args.id), arg.path('storage', args.collection)],
})

/**
 * Takes tokens of a type out, within the allowance or while leaving, into the vault at `tokens`. Signed by the owner.
 * Source: transactions/vault/withdraw_tokens.cdc
 */
export const withdrawTokens = (args: { type: string; amount: bigint; tokens: string }): CadenceCall => ({
  name: 'vault/withdraw_tokens',
  cadence: `import "DharmaVault"
import "FungibleToken"

/// Takes tokens of a type out, within the allowance or while leaving, into the vault at \`tokens\`. Signed by the owner.
transaction(type: String, amount: UFix64, tokens: StoragePath) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault
    let tokens: &{FungibleToken.Vault}

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrow()
            ?? panic(DharmaVault.describeMissingKey(signer.address))
        self.tokens = signer.storage.borrow<&{FungibleToken.Vault}>(from: tokens)
            ?? panic("The account \\(signer.address) has no vault at \\(tokens)")
    }

    execute {
        let tokenType = CompositeType(type) ?? panic("\\(type) is not a type")
        self.tokens.deposit(from: <- self.vault.withdraw(type: tokenType, amount: amount))
    }
}
`,
  args: [arg.string(args.type), arg.ufix64(args.amount), arg.path('storage', args.tokens)],
})
