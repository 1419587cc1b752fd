/// Bytes that an account uses, and bytes that its balance pays for.
access(all) fun main(address: Address): [UInt64] {
    let storage = getAccount(address).storage
    return [storage.used, storage.capacity]
}
