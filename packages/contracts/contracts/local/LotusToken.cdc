import "FungibleToken"
import "FungibleTokenMetadataViews"
import "MetadataViews"

/// The community token of the local world. Its whole supply is made once, at deployment,
/// and is stored in the vault of the account that holds the contract.
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
        pre {
            vaultType == Type<@LotusToken.Vault>(): "LotusToken.createEmptyVault: No vaults of \(vaultType.identifier) are made here"
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
