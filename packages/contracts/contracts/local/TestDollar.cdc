import "FungibleToken"
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
                amount > 0.0: "TestDollar.Issuer.issue: The amount \(amount) must be above zero"
            }
            TestDollar.totalSupply = TestDollar.totalSupply + amount
            emit Issued(amount: amount, totalSupply: TestDollar.totalSupply)
            return <- create Vault(balance: amount)
        }
    }

    access(all) fun createEmptyVault(vaultType: Type): @TestDollar.Vault {
        pre {
            vaultType == Type<@TestDollar.Vault>(): "TestDollar.createEmptyVault: No vaults of \(vaultType.identifier) are made here"
        }
        return <- create Vault(balance: 0.0)
    }

    access(all) view fun getContractViews(resourceType _: Type?): [Type] {
        return [
            Type<FungibleTokenMetadataViews.FTDisplay>(),
            Type<FungibleTokenMetadataViews.FTVaultData>(),
            Type<FungibleTokenMetadataViews.TotalSupply>()
        ]
    }

    access(all) fun resolveContractView(resourceType _: Type?, viewType: Type): AnyStruct? {
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
