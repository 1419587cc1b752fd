import "DharmaClerk"

/// When the booked runs are due, in Unix seconds, by matter: 'proposal 7', 'marks 0x…'.
access(all) fun main(): {String: UFix64} {
    let dueAt: {String: UFix64} = {}
    let bookings = DharmaClerk.allBookings()
    for matter in bookings {
        dueAt[matter] = bookings[matter]!.dueAt
    }
    return dueAt
}
