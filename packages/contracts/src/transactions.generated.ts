// Made by `npm run generate` from the .cdc files: change those, not this.
import { arg } from '@app/flow/decode/cadence-arg.ts'
import type { Address } from '@app/values/address.ts'
import type { CadenceCall } from './cadence-call.ts'

/**
 * Deploys a contract whose `init` takes no arguments to the signer's account.
 * Source: transactions/accounts/add_contract.cdc
 */
export const addContract = (args: { name: string; code: string }): CadenceCall => ({
  name: 'accounts/add_contract',
  cadence: `/// Deploys a contract whose \`init\` takes no arguments to the signer's account.
transaction(name: String, code: String) {

    prepare(owner: auth(AddContract) &Account) {
        owner.contracts.add(name: name, code: code.utf8)
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
        service.contracts.add(
            name: "FCL",
            code: code.utf8,
            publicKey: publicKey,
            hashAlgorithm: HashAlgorithm.SHA3_256.rawValue,
            signAlgorithm: SignatureAlgorithm.ECDSA_P256.rawValue
        )
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
        for label in accounts.keys {
            FCL.add(address: accounts[label]!, label: label, scopes: [])
        }
    }
}
`,
  args: [arg.dictionary([...args.accounts].map(([key, value]) => ({ key: arg.string(key), value: arg.address(value) })))],
})

/**
 * Opens accounts that hold the given key, with a little FLOW for fees, vaults for both tokens
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

/// Opens accounts that hold the given key, with a little FLOW for fees, vaults for both tokens
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
            account.keys.add(publicKey: key, hashAlgorithm: HashAlgorithm.SHA3_256, weight: 1000.0)
            account.capabilities.borrow<&{FungibleToken.Receiver}>(/public/flowTokenReceiver)!
                .deposit(from: <- minter.mintTokens(amount: flowEach))

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
        for to in payments.keys {
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
