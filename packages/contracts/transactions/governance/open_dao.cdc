import "DharmaGovernance"
import "FlowToken"
import "FungibleToken"

/// Opens the account of the DAO, with keys (ECDSA_P256) of weight 500 each, so that two must sign, and makes it the DAO.
/// Signed by the account of the contracts, which pays for it and gives it `amount` of its FLOW.
transaction(publicKeys: [String], amount: UFix64) {

    let dao: Address

    prepare(signer: auth(BorrowValue) &Account) {
        let vault = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)
            ?? panic("The account \(signer.address) has no vault of FLOW")

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
            assert(added.weight == 500.0, message: "Key \(added.keyIndex) of the DAO weighs \(added.weight)")
        }
        dao.capabilities.borrow<&{FungibleToken.Receiver}>(/public/flowTokenReceiver)!
            .deposit(from: <- vault.withdraw(amount: amount))
        DharmaGovernance.handOver(from: signer, to: dao.address)
        self.dao = dao.address
    }

    pre {
        publicKeys.length >= 3: "The DAO needs 3 keys, not \(publicKeys.length)"
    }

    post {
        DharmaGovernance.daoAddress == self.dao: "\(self.dao) did not become the DAO"
    }
}
