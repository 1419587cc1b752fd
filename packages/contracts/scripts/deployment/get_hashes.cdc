/// SHA3-256, in hex, of the code of those of the contracts that the account has.
access(all) fun main(address: Address, names: [String]): {String: String} {
    let hashes: {String: String} = {}
    for name in names {
        if let deployed = getAccount(address).contracts.get(name: name) {
            hashes[name] = String.encodeHex(HashAlgorithm.SHA3_256.hash(deployed.code))
        }
    }
    return hashes
}
