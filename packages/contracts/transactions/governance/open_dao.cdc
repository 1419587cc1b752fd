import "DharmaGovernance"
import "FlowToken"
import "FungibleToken"

/// Opens the account of the DAO, with keys (ECDSA_P256) of weight 500 each, so that two must sign, and moves the admin
/// there. Signed by the account of the contract, which pays for it, gives it `amount` of its FLOW and notes its address.
transaction(publicKeys: [String], amount: UFix64) {

    let dao: Address

    prepare(signer: auth(BorrowValue, LoadValue, SaveValue) &Account) {
        let admin <- signer.storage.load<@DharmaGovernance.Admin>(from: DharmaGovernance.adminStoragePath)
            ?? panic("The account \(signer.address) does not hold the admin of the DAO")
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
        dao.storage.save(<- admin, to: DharmaGovernance.adminStoragePath)
        signer.storage.save(dao.address, to: /storage/dharmaDaoAddress)
        self.dao = dao.address
    }

    pre {
        publicKeys.length >= 3: "The DAO needs 3 keys, not \(publicKeys.length)"
    }

    post {
        getAccount(self.dao).storage.type(at: DharmaGovernance.adminStoragePath) == Type<@DharmaGovernance.Admin>():
            "The admin did not arrive at \(self.dao)"
    }
}
