import "DharmaScore"

/// The latest record of an address by each live publisher.
access(all) fun main(address: Address): [DharmaScore.Record] {
    let records: [DharmaScore.Record] = []
    for publisher in DharmaScore.getPublishers() {
        if let record = DharmaScore.borrowHistory(address)?.recordBy(publisher) ?? nil {
            records.append(record)
        }
    }
    return records
}
