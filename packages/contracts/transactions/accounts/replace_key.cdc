/// Revokes a key of the signer's account, such as a lost one, and adds another (ECDSA_P256, in hex) of the same weight.
/// Signed by the account, by as many of the other keys as it takes.
transaction(keyIndex: Int, publicKey: String) {

    let account: &Account
    let newIndex: Int

    prepare(signer: auth(AddKey, RevokeKey) &Account) {
        let revoked = signer.keys.revoke(keyIndex: keyIndex)
            ?? panic("The account \(signer.address) has no key \(keyIndex)")
        let added = signer.keys.add(
            publicKey: PublicKey(publicKey: publicKey.decodeHex(), signatureAlgorithm: SignatureAlgorithm.ECDSA_P256),
            hashAlgorithm: HashAlgorithm.SHA3_256,
            weight: revoked.weight
        )
        self.account = signer
        self.newIndex = added.keyIndex
    }

    post {
        self.account.keys.get(keyIndex: keyIndex)!.isRevoked: "Key \(keyIndex) was not revoked"
        self.account.keys.get(keyIndex: self.newIndex)!.publicKey.publicKey == publicKey.decodeHex():
            "The new key was not added"
    }
}
