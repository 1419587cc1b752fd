import "DharmaVault"

/// What may still leave a guarded vault today without a request, of one token.
access(all) fun main(address: Address, type: String): UFix64 {
    let vault = DharmaVault.borrowVault(address) ?? panic("\(address) has no guarded vault")
    let tokenType = CompositeType(type) ?? panic("\(type) is not a type")
    let remaining = vault.getAllowance(tokenType)?.remaining() ?? 0.0
    let free = vault.getFreeAmount(tokenType)
    return remaining < free ? remaining : free
}
