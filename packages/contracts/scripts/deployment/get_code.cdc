/// Cadence of a contract as the account has it; nil when it has none of that name.
access(all) fun main(address: Address, name: String): String? {
    if let deployed = getAccount(address).contracts.get(name: name) {
        return String.fromUTF8(deployed.code)
    }
    return nil
}
