import "DharmaFlaggers"
import "DharmaRecheck"
import "DharmaScore"

/// How far an agent has got each of its powers: none, offered (it has to claim it), held.
access(all) fun main(contracts: Address, agent: Address): {String: String} {
    let storage = getAuthAccount<auth(CopyValue) &Account>(agent).storage
    let publisher = storage.copy<Capability<auth(DharmaScore.Publish) &DharmaScore.Publisher>>(from: DharmaScore.publisherStoragePath)
    let flagger = storage.copy<Capability<auth(DharmaFlaggers.Flag) &DharmaFlaggers.Flagger>>(from: DharmaFlaggers.flaggerStoragePath)
    let watcher = storage.copy<Capability<auth(DharmaRecheck.Watch) &DharmaRecheck.Watcher>>(from: DharmaRecheck.watcherStoragePath)
    return {
        "publish": getState(publisher, at: DharmaScore.getInboxName(publisher: agent), of: contracts),
        "flag": getState(flagger, at: DharmaFlaggers.getInboxName(flagger: agent), of: contracts),
        "watch": getState(watcher, at: DharmaRecheck.getInboxName(watcher: agent), of: contracts)
    }
}

access(all) fun getState(_ held: Capability?, at name: String, of contracts: Address): String {
    if held != nil && held!.address == contracts && held!.check<&AnyResource>() {
        return "held"
    }
    let isAppointed = getAccount(contracts).storage.type(at: StoragePath(identifier: name)!) != nil
    return isAppointed ? "offered" : "none"
}
