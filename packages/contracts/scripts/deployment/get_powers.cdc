import "DharmaProtection"
import "DharmaRecheck"
import "DharmaScore"

/// How far an agent has got each of its powers: none, offered (it has to claim it), held.
access(all) fun main(contracts: Address, agent: Address): {String: String} {
    let storage = getAuthAccount<auth(CopyValue) &Account>(agent).storage
    let publisher = storage.copy<Capability<auth(DharmaScore.Publish) &DharmaScore.Publisher>>(from: DharmaScore.publisherStoragePath)
    let flagger = storage.copy<Capability<auth(DharmaProtection.Flag) &DharmaProtection.Flagger>>(from: DharmaProtection.flaggerStoragePath)
    let watcher = storage.copy<Capability<auth(DharmaRecheck.Watch) &DharmaRecheck.Watcher>>(from: DharmaRecheck.watcherStoragePath)
    return {
        "publish": stateOf(publisher, at: DharmaScore.inboxNameOf(publisher: agent), of: contracts),
        "flag": stateOf(flagger, at: DharmaProtection.inboxNameOf(flagger: agent), of: contracts),
        "watch": stateOf(watcher, at: DharmaRecheck.inboxNameOf(watcher: agent), of: contracts)
    }
}

access(all) fun stateOf(_ held: Capability?, at name: String, of contracts: Address): String {
    if held != nil && held!.address == contracts && held!.check<&AnyResource>() {
        return "held"
    }
    let isAppointed = getAccount(contracts).storage.type(at: StoragePath(identifier: name)!) != nil
    return isAppointed ? "offered" : "none"
}
