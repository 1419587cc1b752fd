import "DharmaVault"
import "GardenPass"
import "LotusToken"

/// Lotus in the wallets of some addresses, Lotus in their guarded vaults, and garden passes in the same order.
access(all) fun main(addresses: [Address]): [UFix64] {
    let lotus: [UFix64] = []
    let guarded: [UFix64] = []
    let passes: [UFix64] = []
    let guardedPasses: [UFix64] = []
    for address in addresses {
        let capabilities = getAccount(address).capabilities
        let holdings = DharmaVault.borrowVault(address)!.borrowHoldings()
        lotus.append(capabilities.borrow<&LotusToken.Vault>(LotusToken.receiverPublicPath)!.balance)
        guarded.append(holdings.getBalance(Type<@LotusToken.Vault>()))
        passes.append(UFix64(
            capabilities.borrow<&GardenPass.Collection>(GardenPass.collectionPublicPath)!.getLength()
        ))
        guardedPasses.append(UFix64(holdings.getIDs(Type<@GardenPass.NFT>()).length))
    }
    return lotus.concat(guarded).concat(passes).concat(guardedPasses)
}
