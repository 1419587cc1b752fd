// Made by `npm run generate` from the .cdc files: change those, not this.
/** Cadence of our own contracts, by contract name. */
export const CONTRACTS = {
  FCL: `/// The account book of the FCL dev wallet, which reads and writes it by this name and these functions
/// on the service account. Every account in it holds the wallet's one key. Never deploy it on a public network.
access(all) contract FCL {

    access(all) let bookStoragePath: StoragePath

    access(all) struct FCLKey {
        access(all) let publicKey: [UInt8]
        access(all) let signatureAlgorithm: UInt8
        access(all) let hashAlgorithm: UInt8

        init(publicKey: [UInt8], signatureAlgorithm: UInt8, hashAlgorithm: UInt8) {
            self.publicKey = publicKey
            self.signatureAlgorithm = signatureAlgorithm
            self.hashAlgorithm = hashAlgorithm
        }
    }

    access(all) struct FCLAccount {
        access(all) let type: String
        access(all) let address: Address
        access(all) let keyId: Int
        access(all) let label: String
        access(all) let scopes: [String]

        init(address: Address, label: String, scopes: [String]) {
            self.type = "ACCOUNT"
            self.address = address
            self.keyId = 0
            self.label = label
            self.scopes = scopes
        }
    }

    access(all) resource Book {
        access(all) let key: FCLKey
        access(all) let accounts: {Address: FCLAccount}

        init(key: FCLKey) {
            self.key = key
            self.accounts = {}
        }

        access(contract) fun put(_ account: FCLAccount) {
            self.accounts[account.address] = account
        }
    }

    access(all) fun accounts(): &{Address: FCLAccount} {
        return self.book().accounts
    }

    access(all) fun getServiceKey(): &FCLKey {
        return self.book().key
    }

    access(all) fun add(address: Address, label: String, scopes: [String]) {
        self.book().put(FCLAccount(address: address, label: label, scopes: scopes))
    }

    access(all) fun update(address: Address, label: String, scopes: [String]) {
        self.add(address: address, label: label, scopes: scopes)
    }

    /// A new account with the wallet's key, paid for by the service account.
    access(all) fun new(label: String, scopes: [String], address: Address?): &Account {
        let account = Account(payer: self.account)
        let key = self.book().key
        account.keys.add(
            publicKey: PublicKey(
                publicKey: key.publicKey.map(fun (_ byte: UInt8): UInt8 { return byte }),
                signatureAlgorithm: SignatureAlgorithm(key.signatureAlgorithm)!
            ),
            hashAlgorithm: HashAlgorithm(key.hashAlgorithm)!,
            weight: 1000.0
        )
        self.add(address: address ?? account.address, label: label, scopes: scopes)
        return account
    }

    access(self) view fun book(): &Book {
        return self.account.storage.borrow<&Book>(from: self.bookStoragePath)
            ?? panic("FCL: The account \\(self.account.address) has lost its book")
    }

    init(publicKey: String, hashAlgorithm: UInt8, signAlgorithm: UInt8) {
        self.bookStoragePath = /storage/FCL_DEV_WALLET
        let key = FCLKey(
            publicKey: publicKey.decodeHex(),
            signatureAlgorithm: signAlgorithm,
            hashAlgorithm: hashAlgorithm
        )
        self.account.storage.save(<- create Book(key: key), to: self.bookStoragePath)
        self.add(address: self.account.address, label: "Service Account", scopes: [])
    }
}
`,
  GardenPass: `import "MetadataViews"
import "NonFungibleToken"
import "ViewResolver"

/// Membership of the community garden. A pass is awarded by the steward, never sold.
access(all) contract GardenPass: NonFungibleToken {

    access(all) entitlement Award

    access(all) let collectionStoragePath: StoragePath
    access(all) let collectionPublicPath: PublicPath
    access(all) let stewardStoragePath: StoragePath

    access(all) event Awarded(id: UInt64, season: String, totalSupply: UInt64)

    access(all) var totalSupply: UInt64

    access(all) resource NFT: NonFungibleToken.NFT {
        access(all) let id: UInt64
        access(all) let season: String

        init(id: UInt64, season: String) {
            self.id = id
            self.season = season
        }

        access(all) fun createEmptyCollection(): @{NonFungibleToken.Collection} {
            return <- GardenPass.createEmptyCollection(nftType: Type<@GardenPass.NFT>())
        }

        access(all) view fun getViews(): [Type] {
            return [Type<MetadataViews.Display>(), Type<MetadataViews.NFTCollectionData>()]
        }

        access(all) fun resolveView(_ view: Type): AnyStruct? {
            if view == Type<MetadataViews.Display>() {
                return MetadataViews.Display(
                    name: "Garden Pass #\\(self.id)",
                    description: "A member of the community garden since \\(self.season).",
                    thumbnail: MetadataViews.HTTPFile(url: GardenPass.thumbnail)
                )
            }
            return GardenPass.resolveContractView(resourceType: Type<@GardenPass.NFT>(), viewType: view)
        }
    }

    access(all) resource Collection: NonFungibleToken.Collection {
        access(all) var ownedNFTs: @{UInt64: {NonFungibleToken.NFT}}

        init() {
            self.ownedNFTs <- {}
        }

        access(NonFungibleToken.Withdraw) fun withdraw(withdrawID: UInt64): @{NonFungibleToken.NFT} {
            return <- (self.ownedNFTs.remove(key: withdrawID)
                ?? panic("GardenPass.Collection.withdraw: No pass with id \\(withdrawID) is held here"))
        }

        access(all) fun deposit(token: @{NonFungibleToken.NFT}) {
            let pass <- token as! @GardenPass.NFT
            self.ownedNFTs[pass.id] <-! pass
        }

        access(all) view fun getIDs(): [UInt64] {
            return self.ownedNFTs.keys
        }

        access(all) view fun borrowNFT(_ id: UInt64): &{NonFungibleToken.NFT}? {
            return &self.ownedNFTs[id]
        }

        access(all) view fun getSupportedNFTTypes(): {Type: Bool} {
            return {Type<@GardenPass.NFT>(): true}
        }

        access(all) view fun isSupportedNFTType(type: Type): Bool {
            return type == Type<@GardenPass.NFT>()
        }

        access(all) fun createEmptyCollection(): @{NonFungibleToken.Collection} {
            return <- GardenPass.createEmptyCollection(nftType: Type<@GardenPass.NFT>())
        }
    }

    access(all) resource Steward {
        access(Award) fun award(season: String): @GardenPass.NFT {
            GardenPass.totalSupply = GardenPass.totalSupply + 1
            let id = GardenPass.totalSupply
            emit Awarded(id: id, season: season, totalSupply: GardenPass.totalSupply)
            return <- create NFT(id: id, season: season)
        }
    }

    access(all) let thumbnail: String

    access(all) fun createEmptyCollection(nftType: Type): @{NonFungibleToken.Collection} {
        return <- create Collection()
    }

    access(all) view fun getContractViews(resourceType: Type?): [Type] {
        return [Type<MetadataViews.NFTCollectionData>()]
    }

    access(all) fun resolveContractView(resourceType: Type?, viewType: Type): AnyStruct? {
        if viewType != Type<MetadataViews.NFTCollectionData>() {
            return nil
        }
        return MetadataViews.NFTCollectionData(
            storagePath: self.collectionStoragePath,
            publicPath: self.collectionPublicPath,
            publicCollection: Type<&GardenPass.Collection>(),
            publicLinkedType: Type<&GardenPass.Collection>(),
            createEmptyCollectionFunction: (fun (): @{NonFungibleToken.Collection} {
                return <- GardenPass.createEmptyCollection(nftType: Type<@GardenPass.NFT>())
            })
        )
    }

    init() {
        self.totalSupply = 0
        self.thumbnail = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Ccircle cx='4' cy='4' r='3' fill='%2316a34a'/%3E%3C/svg%3E"
        self.collectionStoragePath = /storage/gardenPassCollection
        self.collectionPublicPath = /public/gardenPassCollection
        self.stewardStoragePath = /storage/gardenPassSteward
        self.account.storage.save(<- create Steward(), to: self.stewardStoragePath)
    }
}
`,
  LotusToken: `import "FungibleToken"
import "FungibleTokenMetadataViews"
import "MetadataViews"

/// The community token of the local world. Its whole supply is made once, at deployment,
/// and lies in the vault of the account that holds the contract.
access(all) contract LotusToken: FungibleToken {

    access(all) let vaultStoragePath: StoragePath
    access(all) let receiverPublicPath: PublicPath

    access(all) event SupplyCreated(totalSupply: UFix64)

    access(all) var totalSupply: UFix64

    access(all) resource Vault: FungibleToken.Vault {
        access(all) var balance: UFix64

        init(balance: UFix64) {
            self.balance = balance
        }

        access(contract) fun burnCallback() {
            LotusToken.totalSupply = LotusToken.totalSupply - self.balance
            self.balance = 0.0
        }

        access(FungibleToken.Withdraw) fun withdraw(amount: UFix64): @LotusToken.Vault {
            self.balance = self.balance - amount
            return <- create Vault(balance: amount)
        }

        access(all) fun deposit(from: @{FungibleToken.Vault}) {
            let vault <- from as! @LotusToken.Vault
            self.balance = self.balance + vault.balance
            destroy vault
        }

        access(all) view fun isAvailableToWithdraw(amount: UFix64): Bool {
            return amount <= self.balance
        }

        access(all) fun createEmptyVault(): @LotusToken.Vault {
            return <- create Vault(balance: 0.0)
        }

        access(all) view fun getViews(): [Type] {
            return LotusToken.getContractViews(resourceType: nil)
        }

        access(all) fun resolveView(_ view: Type): AnyStruct? {
            return LotusToken.resolveContractView(resourceType: nil, viewType: view)
        }
    }

    access(all) fun createEmptyVault(vaultType: Type): @LotusToken.Vault {
        return <- create Vault(balance: 0.0)
    }

    access(all) view fun getContractViews(resourceType: Type?): [Type] {
        return [
            Type<FungibleTokenMetadataViews.FTDisplay>(),
            Type<FungibleTokenMetadataViews.FTVaultData>(),
            Type<FungibleTokenMetadataViews.TotalSupply>()
        ]
    }

    access(all) fun resolveContractView(resourceType: Type?, viewType: Type): AnyStruct? {
        switch viewType {
            case Type<FungibleTokenMetadataViews.FTDisplay>():
                return self.display()
            case Type<FungibleTokenMetadataViews.FTVaultData>():
                return self.vaultData()
            case Type<FungibleTokenMetadataViews.TotalSupply>():
                return FungibleTokenMetadataViews.TotalSupply(totalSupply: self.totalSupply)
        }
        return nil
    }

    access(self) fun display(): FungibleTokenMetadataViews.FTDisplay {
        return FungibleTokenMetadataViews.FTDisplay(
            name: "Lotus",
            symbol: "LOTUS",
            description: "What members of the local community thank each other with.",
            externalURL: MetadataViews.ExternalURL("https://developers.flow.com"),
            logos: MetadataViews.Medias([]),
            socials: {}
        )
    }

    access(self) fun vaultData(): FungibleTokenMetadataViews.FTVaultData {
        return FungibleTokenMetadataViews.FTVaultData(
            storagePath: self.vaultStoragePath,
            receiverPath: self.receiverPublicPath,
            metadataPath: self.receiverPublicPath,
            receiverLinkedType: Type<&LotusToken.Vault>(),
            metadataLinkedType: Type<&LotusToken.Vault>(),
            createEmptyVaultFunction: (fun (): @{FungibleToken.Vault} {
                return <- LotusToken.createEmptyVault(vaultType: Type<@LotusToken.Vault>())
            })
        )
    }

    init() {
        self.totalSupply = 1_000_000.0
        self.vaultStoragePath = /storage/lotusTokenVault
        self.receiverPublicPath = /public/lotusTokenReceiver

        self.account.storage.save(<- create Vault(balance: self.totalSupply), to: self.vaultStoragePath)
        let receiver = self.account.capabilities.storage.issue<&LotusToken.Vault>(self.vaultStoragePath)
        self.account.capabilities.publish(receiver, at: self.receiverPublicPath)
        emit SupplyCreated(totalSupply: self.totalSupply)
    }
}
`,
  StonePrint: `import "FungibleToken"
import "MetadataViews"
import "NonFungibleToken"
import "TestDollar"
import "ViewResolver"

/// Art of the local world: anybody prints one by paying the price in Test Dollars,
/// which goes to the account that holds the contract.
access(all) contract StonePrint: NonFungibleToken {

    access(all) let collectionStoragePath: StoragePath
    access(all) let collectionPublicPath: PublicPath

    access(all) event Printed(id: UInt64, price: UFix64, totalSupply: UInt64)

    access(all) let price: UFix64
    access(all) var totalSupply: UInt64

    access(all) resource NFT: NonFungibleToken.NFT {
        access(all) let id: UInt64
        access(all) let printedAt: UFix64

        init(id: UInt64) {
            self.id = id
            self.printedAt = getCurrentBlock().timestamp
        }

        access(all) fun createEmptyCollection(): @{NonFungibleToken.Collection} {
            return <- StonePrint.createEmptyCollection(nftType: Type<@StonePrint.NFT>())
        }

        access(all) view fun getViews(): [Type] {
            return [
                Type<MetadataViews.Display>(),
                Type<MetadataViews.Serial>(),
                Type<MetadataViews.NFTCollectionData>()
            ]
        }

        access(all) fun resolveView(_ view: Type): AnyStruct? {
            switch view {
                case Type<MetadataViews.Display>():
                    return MetadataViews.Display(
                        name: "Stone Print #\\(self.id)",
                        description: "A pattern nobody else holds.",
                        thumbnail: MetadataViews.HTTPFile(url: StonePrint.thumbnail(id: self.id))
                    )
                case Type<MetadataViews.Serial>():
                    return MetadataViews.Serial(self.id)
            }
            return StonePrint.resolveContractView(resourceType: Type<@StonePrint.NFT>(), viewType: view)
        }
    }

    access(all) resource Collection: NonFungibleToken.Collection {
        access(all) var ownedNFTs: @{UInt64: {NonFungibleToken.NFT}}

        init() {
            self.ownedNFTs <- {}
        }

        access(NonFungibleToken.Withdraw) fun withdraw(withdrawID: UInt64): @{NonFungibleToken.NFT} {
            return <- (self.ownedNFTs.remove(key: withdrawID)
                ?? panic("StonePrint.Collection.withdraw: No print with id \\(withdrawID) is held here"))
        }

        access(all) fun deposit(token: @{NonFungibleToken.NFT}) {
            let print <- token as! @StonePrint.NFT
            self.ownedNFTs[print.id] <-! print
        }

        access(all) view fun getIDs(): [UInt64] {
            return self.ownedNFTs.keys
        }

        access(all) view fun borrowNFT(_ id: UInt64): &{NonFungibleToken.NFT}? {
            return &self.ownedNFTs[id]
        }

        access(all) view fun getSupportedNFTTypes(): {Type: Bool} {
            return {Type<@StonePrint.NFT>(): true}
        }

        access(all) view fun isSupportedNFTType(type: Type): Bool {
            return type == Type<@StonePrint.NFT>()
        }

        access(all) fun createEmptyCollection(): @{NonFungibleToken.Collection} {
            return <- StonePrint.createEmptyCollection(nftType: Type<@StonePrint.NFT>())
        }
    }

    /// A new print for exactly the price.
    access(all) fun buy(payment: @TestDollar.Vault): @StonePrint.NFT {
        pre {
            payment.balance == self.price:
                "StonePrint.buy: A print costs \\(self.price) Test Dollars, not \\(payment.balance)"
        }
        let artist = self.account.capabilities.borrow<&{FungibleToken.Receiver}>(TestDollar.receiverPublicPath)
            ?? panic("StonePrint.buy: The artist \\(self.account.address) has no vault for Test Dollars")
        artist.deposit(from: <- payment)
        self.totalSupply = self.totalSupply + 1
        emit Printed(id: self.totalSupply, price: self.price, totalSupply: self.totalSupply)
        return <- create NFT(id: self.totalSupply)
    }

    access(all) fun createEmptyCollection(nftType: Type): @{NonFungibleToken.Collection} {
        return <- create Collection()
    }

    /// A drawing made of the id alone, so that it needs no server.
    access(all) view fun thumbnail(id: UInt64): String {
        let hue = (id * 47) % 360
        return "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Crect width='8' height='8' fill='hsl(\\(hue) 60% 50%)'/%3E%3C/svg%3E"
    }

    access(all) view fun getContractViews(resourceType: Type?): [Type] {
        return [Type<MetadataViews.NFTCollectionData>()]
    }

    access(all) fun resolveContractView(resourceType: Type?, viewType: Type): AnyStruct? {
        if viewType != Type<MetadataViews.NFTCollectionData>() {
            return nil
        }
        return MetadataViews.NFTCollectionData(
            storagePath: self.collectionStoragePath,
            publicPath: self.collectionPublicPath,
            publicCollection: Type<&StonePrint.Collection>(),
            publicLinkedType: Type<&StonePrint.Collection>(),
            createEmptyCollectionFunction: (fun (): @{NonFungibleToken.Collection} {
                return <- StonePrint.createEmptyCollection(nftType: Type<@StonePrint.NFT>())
            })
        )
    }

    init() {
        self.price = 20.0
        self.totalSupply = 0
        self.collectionStoragePath = /storage/stonePrintCollection
        self.collectionPublicPath = /public/stonePrintCollection
    }
}
`,
  TestDollar: `import "FungibleToken"
import "FungibleTokenMetadataViews"
import "MetadataViews"

/// A stable-like token of the local world: one unit stands for one dollar.
/// Whoever holds the Issuer brings dollars into circulation; anybody may burn their own.
access(all) contract TestDollar: FungibleToken {

    access(all) entitlement Issue

    access(all) let vaultStoragePath: StoragePath
    access(all) let receiverPublicPath: PublicPath
    access(all) let issuerStoragePath: StoragePath

    access(all) event Issued(amount: UFix64, totalSupply: UFix64)
    access(all) event Redeemed(amount: UFix64, totalSupply: UFix64)

    access(all) var totalSupply: UFix64

    access(all) resource Vault: FungibleToken.Vault {
        access(all) var balance: UFix64

        init(balance: UFix64) {
            self.balance = balance
        }

        access(contract) fun burnCallback() {
            if self.balance > 0.0 {
                TestDollar.totalSupply = TestDollar.totalSupply - self.balance
                emit Redeemed(amount: self.balance, totalSupply: TestDollar.totalSupply)
            }
            self.balance = 0.0
        }

        access(FungibleToken.Withdraw) fun withdraw(amount: UFix64): @TestDollar.Vault {
            self.balance = self.balance - amount
            return <- create Vault(balance: amount)
        }

        access(all) fun deposit(from: @{FungibleToken.Vault}) {
            let vault <- from as! @TestDollar.Vault
            self.balance = self.balance + vault.balance
            destroy vault
        }

        access(all) view fun isAvailableToWithdraw(amount: UFix64): Bool {
            return amount <= self.balance
        }

        access(all) fun createEmptyVault(): @TestDollar.Vault {
            return <- create Vault(balance: 0.0)
        }

        access(all) view fun getViews(): [Type] {
            return TestDollar.getContractViews(resourceType: nil)
        }

        access(all) fun resolveView(_ view: Type): AnyStruct? {
            return TestDollar.resolveContractView(resourceType: nil, viewType: view)
        }
    }

    access(all) resource Issuer {
        access(Issue) fun issue(amount: UFix64): @TestDollar.Vault {
            pre {
                amount > 0.0: "TestDollar.Issuer.issue: The amount \\(amount) must be above zero"
            }
            TestDollar.totalSupply = TestDollar.totalSupply + amount
            emit Issued(amount: amount, totalSupply: TestDollar.totalSupply)
            return <- create Vault(balance: amount)
        }
    }

    access(all) fun createEmptyVault(vaultType: Type): @TestDollar.Vault {
        return <- create Vault(balance: 0.0)
    }

    access(all) view fun getContractViews(resourceType: Type?): [Type] {
        return [
            Type<FungibleTokenMetadataViews.FTDisplay>(),
            Type<FungibleTokenMetadataViews.FTVaultData>(),
            Type<FungibleTokenMetadataViews.TotalSupply>()
        ]
    }

    access(all) fun resolveContractView(resourceType: Type?, viewType: Type): AnyStruct? {
        switch viewType {
            case Type<FungibleTokenMetadataViews.FTDisplay>():
                return self.display()
            case Type<FungibleTokenMetadataViews.FTVaultData>():
                return self.vaultData()
            case Type<FungibleTokenMetadataViews.TotalSupply>():
                return FungibleTokenMetadataViews.TotalSupply(totalSupply: self.totalSupply)
        }
        return nil
    }

    access(self) fun display(): FungibleTokenMetadataViews.FTDisplay {
        return FungibleTokenMetadataViews.FTDisplay(
            name: "Test Dollar",
            symbol: "TUSD",
            description: "Stands for one dollar in the local world. Worth nothing anywhere.",
            externalURL: MetadataViews.ExternalURL("https://developers.flow.com"),
            logos: MetadataViews.Medias([]),
            socials: {}
        )
    }

    access(self) fun vaultData(): FungibleTokenMetadataViews.FTVaultData {
        return FungibleTokenMetadataViews.FTVaultData(
            storagePath: self.vaultStoragePath,
            receiverPath: self.receiverPublicPath,
            metadataPath: self.receiverPublicPath,
            receiverLinkedType: Type<&TestDollar.Vault>(),
            metadataLinkedType: Type<&TestDollar.Vault>(),
            createEmptyVaultFunction: (fun (): @{FungibleToken.Vault} {
                return <- TestDollar.createEmptyVault(vaultType: Type<@TestDollar.Vault>())
            })
        )
    }

    init() {
        self.totalSupply = 0.0
        self.vaultStoragePath = /storage/testDollarVault
        self.receiverPublicPath = /public/testDollarReceiver
        self.issuerStoragePath = /storage/testDollarIssuer

        self.account.storage.save(<- create Issuer(), to: self.issuerStoragePath)
        self.account.storage.save(<- create Vault(balance: 0.0), to: self.vaultStoragePath)
        let receiver = self.account.capabilities.storage.issue<&TestDollar.Vault>(self.vaultStoragePath)
        self.account.capabilities.publish(receiver, at: self.receiverPublicPath)
    }
}
`,
} as const
