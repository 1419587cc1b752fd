import "DharmaScore"
import "DharmaStanding"

/// How long the records of an address have stood, by the live publisher that published them.
access(all) fun main(address: Address): {Address: DharmaStanding.Standing} {
    let standings: {Address: DharmaStanding.Standing} = {}
    for publisher in DharmaScore.getPublishers() {
        if let standing = DharmaScore.borrowHistory(address)?.standingBy(publisher) ?? nil {
            standings[publisher] = standing
        }
    }
    return standings
}
