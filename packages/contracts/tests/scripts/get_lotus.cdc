import "DharmaVault"
import "LotusToken"

/// Lotus in the wallets of some addresses, then in the guarded vault of the first.
access(all) fun main(addresses: [Address]): [UFix64] {
    let amounts: [UFix64] = []
    for address in addresses {
        amounts.append(
            getAccount(address).capabilities.borrow<&LotusToken.Vault>(LotusToken.receiverPublicPath)?.balance ?? 0.0
        )
    }
    amounts.append(
        DharmaVault.borrowVault(addresses[0])?.borrowHoldings()?.getBalance(Type<@LotusToken.Vault>()) ?? 0.0
    )
    return amounts
}
