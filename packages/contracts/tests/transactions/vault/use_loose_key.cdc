import "DharmaVault"
import "FlowToken"

/// Tries to use a key that no account stores.
transaction {

    prepare(signer: &Account) {
        let key <- DharmaVault.createKey()
        key.open(recoveryAddress: 0x0000000000000015, allowances: {}, storageDeposit: <- FlowToken.createEmptyVault(vaultType: Type<@FlowToken.Vault>()))
        destroy key
    }
}
