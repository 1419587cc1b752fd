import "DharmaProtection"
import "DharmaVault"
import "GardenPass"
import "LotusToken"

/// What some addresses hold in their wallets and in their guarded vaults, and the state of these; yes is 1. The block
/// time is in each.
access(all) fun main(addresses: [Address]): [{String: UFix64}] {
    let states: [{String: UFix64}] = []
    for address in addresses {
        let account = getAccount(address)
        let state: {String: UFix64} = {
            "time": getCurrentBlock().timestamp,
            "flow": account.balance,
            "lotus": account.capabilities.borrow<&LotusToken.Vault>(LotusToken.receiverPublicPath)?.balance ?? 0.0,
            "passes": UFix64(
                account.capabilities.borrow<&GardenPass.Collection>(GardenPass.collectionPublicPath)?.getLength() ?? 0
            ),
            "isFrozen": DharmaProtection.isFrozen(address) ? 1.0 : 0.0
        }
        if let vault = DharmaVault.borrowVault(address) {
            let holdings = vault.borrowHoldings()
            let allowance = vault.getAllowance(Type<@LotusToken.Vault>())
            state["guardedLotus"] = holdings.getBalance(Type<@LotusToken.Vault>())
            state["freeLotus"] = vault.getFreeAmount(Type<@LotusToken.Vault>())
            state["guardedPasses"] = UFix64(holdings.getIDs(Type<@GardenPass.NFT>()).length)
            state["deposit"] = holdings.paid
            state["isRecovered"] = vault.recoveredTo == nil ? 0.0 : 1.0
            state["isLeaving"] = vault.isLeaving() ? 1.0 : 0.0
            state["limit"] = allowance?.limit ?? 0.0
            state["remaining"] = allowance?.remaining() ?? 0.0
        }
        states.append(state)
    }
    return states
}
