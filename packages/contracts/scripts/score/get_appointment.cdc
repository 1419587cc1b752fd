import "DharmaScore"

/// Whether an account may publish scores now; `provider` is the account of the contract.
access(all) fun main(publisher: Address, provider: Address): Bool {
    let path = StoragePath(identifier: DharmaScore.getInboxName(publisher: publisher))!
    return getAccount(provider).storage.type(at: path) == Type<@DharmaScore.Publisher>()
}
