/// Adds an ECDSA_P256 key with SHA3_256 to the signer.
transaction(publicKey: String, weight: UFix64) {

    prepare(signer: auth(AddKey) &Account) {
        signer.keys.add(
            publicKey: PublicKey(
                publicKey: publicKey.decodeHex(),
                signatureAlgorithm: SignatureAlgorithm.ECDSA_P256
            ),
            hashAlgorithm: HashAlgorithm.SHA3_256,
            weight: weight
        )
    }
}
