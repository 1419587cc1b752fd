import "FlowToken"
import "FungibleToken"

/// Opens an account that sends several transactions at a time: `keyCount` keys of full weight, all of the
/// same public key. The signer pays for it and gives it `amount` of its FLOW.
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
            ?? panic("The account \(payer.address) has no vault of FLOW")
        account.capabilities.borrow<&{FungibleToken.Receiver}>(/public/flowTokenReceiver)!
            .deposit(from: <- vault.withdraw(amount: amount))
    }
}
