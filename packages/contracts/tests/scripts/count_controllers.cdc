/// How many capabilities there are to what an account stores under a name.
access(all) fun main(owner: Address, name: String): Int {
    let account = getAuthAccount<auth(GetStorageCapabilityController) &Account>(owner)
    return account.capabilities.storage.getControllers(forPath: StoragePath(identifier: name)!).length
}
