/// Deploys the account book of the dev wallet; `publicKey` is the one ECDSA_P256 key of all its accounts.
transaction(code: String, publicKey: String) {

    prepare(service: auth(AddContract) &Account) {
        let deployed = service.contracts.add(
            name: "FCL",
            code: code.utf8,
            publicKey: publicKey,
            hashAlgorithm: HashAlgorithm.SHA3_256.rawValue,
            signAlgorithm: SignatureAlgorithm.ECDSA_P256.rawValue
        )
        assert(deployed.name == "FCL", message: "Contract \(deployed.name) was deployed, not FCL")
    }
}
