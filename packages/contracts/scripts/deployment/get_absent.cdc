/// Those of the contracts that are not where they are looked for.
access(all) fun main(places: {String: Address}): [String] {
    let absent: [String] = []
    for name in places {
        if getAccount(places[name]!).contracts.get(name: name) == nil {
            absent.append(name)
        }
    }
    return absent
}
