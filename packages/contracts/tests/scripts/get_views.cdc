import "DharmaScore"
import "MetadataViews"

/// What the views of a score say.
access(all) fun main(address: Address): {String: AnyStruct} {
    let history = DharmaScore.borrowHistory(address)!
    let display = history.resolveView(Type<MetadataViews.Display>())! as! MetadataViews.Display
    let traits = history.resolveView(Type<MetadataViews.Traits>())! as! MetadataViews.Traits
    let record = history.resolveView(Type<DharmaScore.Record>())! as! DharmaScore.Record
    let own = DharmaScore.resolveContractView(resourceType: nil, viewType: Type<MetadataViews.Display>())!
    return {
        "name": display.name,
        "description": display.description,
        "traits": traits.traits.length,
        "score": traits.traits.filter(view fun (trait: MetadataViews.Trait): Bool { return trait.name == "score" })[0].value,
        "tenths": record.scoreTenths,
        "views": history.getViews().length,
        "contract": (own as! MetadataViews.Display).name,
        "others": history.resolveView(Type<Int>()) == nil
            && DharmaScore.resolveContractView(resourceType: nil, viewType: Type<Int>()) == nil
            && DharmaScore.getContractViews(resourceType: Type<@DharmaScore.History>()).length == 0,
        "count": DharmaScore.publishedCount()
    }
}
