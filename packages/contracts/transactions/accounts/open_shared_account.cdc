import "FlowToken"
import "FungibleToken"

/// Opens an account with a key of `weight` for each of the public keys (ECDSA_P256, in hex), so that with a weight
/// below 1000 several must sign. The signer pays for it and gives it `amount` of its FLOW.
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
            assert(added.weight == weight, message: "Key \(added.keyIndex) weighs \(added.weight), not \(weight)")
        }
        let vault = payer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)
            ?? panic("The account \(payer.address) has no vault of FLOW")
        account.capabilities.borrow<&{FungibleToken.Receiver}>(/public/flowTokenReceiver)!
            .deposit(from: <- vault.withdraw(amount: amount))
    }
}
