import "DharmaScore"

/// The latest published score of an address, nil when it was never published.
access(all) fun main(address: Address): DharmaScore.Record? {
    return DharmaScore.latest(address)
}
