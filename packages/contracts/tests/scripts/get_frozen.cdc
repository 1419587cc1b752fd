import "DharmaProtection"

/// Which of some addresses are frozen.
access(all) fun main(addresses: [Address]): [Bool] {
    let frozen: [Bool] = []
    for address in addresses {
        frozen.append(DharmaProtection.isFrozen(address))
    }
    return frozen
}
