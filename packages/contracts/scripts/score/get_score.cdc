import "DharmaScore"

/// The published score that counts for an address: of the latest ones by the live publishers that with the lowest score;
/// nil when there is none.
access(all) fun main(address: Address): DharmaScore.Record? {
    return DharmaScore.lowest(address)
}
