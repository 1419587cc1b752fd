import Test
import "DharmaScore"
import "MetadataViews"
import "score_vectors.cdc"
import "test_helpers.cdc"

access(all) let wallet: Address = 0x000000000000000b
access(all) let stranger: Address = 0x000000000000000c

access(all) fun setup() {
    deploy("DharmaScore", "../contracts/DharmaScore.cdc")
    appoint("score", "publisher")
}

access(all) fun latest(_ address: Address): DharmaScore.Record? {
    return ask("score/get_score", [address]) as! DharmaScore.Record?
}

access(all) fun testTheContractComputesWhatTheEngineComputes() {
    for vector in scoreVectors() {
        publish(wallet, vector.factors, "vector")
        let record = latest(wallet)!
        Test.assertEqual(vector.tenths, record.tenths)
        let emitted = lastEvent(Type<DharmaScore.ScorePublished>()) as! DharmaScore.ScorePublished
        Test.assertEqual(vector.level, emitted.level)
        Test.assertEqual(vector.tenths, emitted.tenths)
    }
}
