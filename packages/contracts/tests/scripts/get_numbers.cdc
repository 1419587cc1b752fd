import "DharmaConsent"
import "DharmaGovernance"

/// The last sequence numbers of some addresses, and behind them the number of the last proposal.
access(all) fun main(addresses: [Address]): [UInt64] {
    let numbers: [UInt64] = []
    for address in addresses {
        numbers.append(DharmaConsent.getSequence(address))
    }
    numbers.append(DharmaGovernance.lastId)
    return numbers
}
