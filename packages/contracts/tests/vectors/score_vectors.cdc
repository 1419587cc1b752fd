// Made by packages/contracts/tests/vectors/make-vectors.ts: change that, not this.

/// Six factors, and what the engine and the contract must both make of them.
access(all) struct ScoreVector {
    access(all) let factors: [UInt64]
    access(all) let sum: UInt64
    access(all) let scoreTenths: UInt64
    access(all) let level: String
    access(all) let evidenceHash: String

    init(factors: [UInt64], sum: UInt64, scoreTenths: UInt64, level: String, evidenceHash: String) {
        self.factors = factors
        self.sum = sum
        self.scoreTenths = scoreTenths
        self.level = level
        self.evidenceHash = evidenceHash
    }
}

access(all) fun scoreVectors(): [ScoreVector] {
    return [
        ScoreVector(factors: [0, 0, 0, 0, 0, 0], sum: 0, scoreTenths: 0, level: "HIGH_RISK", evidenceHash: "53757acada591c6b15f15aa34ee1deaf6342f074a996f7deecf165eed172cda7"),
        ScoreVector(factors: [0, 0, 16, 1, 1, 0], sum: 495, scoreTenths: 0, level: "HIGH_RISK", evidenceHash: "8ddc8d51c389716182b9e78c4c6cce65bb6d7157309bd3e35c8dea6a9d3e0161"),
        ScoreVector(factors: [1, 0, 16, 0, 0, 0], sum: 500, scoreTenths: 1, level: "HIGH_RISK", evidenceHash: "6278df38fae7ae0ee2661d8cffe6697fc47c75aa6928621079721e63025f2efa"),
        ScoreVector(factors: [0, 1, 49, 0, 0, 0], sum: 1495, scoreTenths: 1, level: "HIGH_RISK", evidenceHash: "75a27d42982607b0284ee5eea147e1c01ecc91ceadc18cadf6b2c0361fea1e46"),
        ScoreVector(factors: [0, 0, 50, 0, 0, 0], sum: 1500, scoreTenths: 2, level: "HIGH_RISK", evidenceHash: "5e6b32098328adb081b94d4c8f810f173af51f6489641fe1875eaac40588f736"),
        ScoreVector(factors: [0, 0, 9983, 0, 1, 0], sum: 299495, scoreTenths: 299, level: "HIGH_RISK", evidenceHash: "6a78c035901f66d0016d92277cf73f4b83bea161a0bcec470e0ebd52236c49c6"),
        ScoreVector(factors: [0, 0, 9983, 1, 0, 0], sum: 299500, scoreTenths: 300, level: "SUSPICIOUS", evidenceHash: "6f5d8172af1e529259df1db86e9ec66bae8435f49bc14bb587ff5de623f48acd"),
        ScoreVector(factors: [1, 5979, 10000, 0, 0, 0], sum: 449495, scoreTenths: 449, level: "SUSPICIOUS", evidenceHash: "a82360515f5e0c921c0fa32e2c6f5f0d679c6f320df21bb200be82d5ef43b0f8"),
        ScoreVector(factors: [0, 5980, 10000, 0, 0, 0], sum: 449500, scoreTenths: 450, level: "NORMAL", evidenceHash: "3c2ceca79b015f6b44b0fb9b7ed8679eb3642bb6fdcf391d6b3933590176ce5c"),
        ScoreVector(factors: [9974, 10000, 10000, 1, 1, 0], sum: 749495, scoreTenths: 749, level: "NORMAL", evidenceHash: "6407834f97065a6e0a8ea524f679c37ccd7125a96e54e0f75d6685006fffcac9"),
        ScoreVector(factors: [9975, 10000, 10000, 0, 0, 0], sum: 749500, scoreTenths: 750, level: "TRUSTED", evidenceHash: "b68faabc45c348b7d0d59b4c641fa7ce6a152213ea97dbac66c26610bee46781"),
        ScoreVector(factors: [10000, 10000, 10000, 10000, 9899, 10000], sum: 999495, scoreTenths: 999, level: "TRUSTED", evidenceHash: "ce8d07cb71f8582309cc4f82c322cb957da46dc11e788512b63af26b421e48a0"),
        ScoreVector(factors: [10000, 10000, 10000, 10000, 9900, 10000], sum: 999500, scoreTenths: 1000, level: "TRUSTED", evidenceHash: "942a9daaa361342b28df2fa43fb32789b9d6dfea035492bf89c63cb4e4d50b58"),
        ScoreVector(factors: [10000, 10000, 10000, 10000, 10000, 10000], sum: 1000000, scoreTenths: 1000, level: "TRUSTED", evidenceHash: "105d95389a98fbb8cd49eb241df32e0571f5915efacf197531c50cce49cda569"),
        ScoreVector(factors: [10000, 0, 0, 0, 0, 0], sum: 200000, scoreTenths: 200, level: "HIGH_RISK", evidenceHash: "9d31a3f84a4abaa78f7b3362e8cbcd0de9ee5a102194577d5ce0433f1f277786"),
        ScoreVector(factors: [0, 10000, 10000, 10000, 10000, 10000], sum: 800000, scoreTenths: 800, level: "TRUSTED", evidenceHash: "1928fdb878da0a2bda520fe7d080b55992fe0980e55e0643410ff45275b3702f"),
        ScoreVector(factors: [0, 10000, 0, 0, 0, 0], sum: 250000, scoreTenths: 250, level: "HIGH_RISK", evidenceHash: "283fe0f5c9b2407a8fb84cdd1ff5b0137f1bd0ca788388665fd2ea27a0c16953"),
        ScoreVector(factors: [10000, 0, 10000, 10000, 10000, 10000], sum: 750000, scoreTenths: 750, level: "TRUSTED", evidenceHash: "ef54109a00c04d9b4e7af91b23bee7e0a02e019fece299a0ab8fe7293aa172a3"),
        ScoreVector(factors: [0, 0, 10000, 0, 0, 0], sum: 300000, scoreTenths: 300, level: "SUSPICIOUS", evidenceHash: "d489a1b5eec2fd113e38003aa34143bc0c9f3d3b2a86d8a3b42f2d04d2edc0a1"),
        ScoreVector(factors: [10000, 10000, 0, 10000, 10000, 10000], sum: 700000, scoreTenths: 700, level: "NORMAL", evidenceHash: "5a3db3aaa7a72087d7e4eb0ad7a6f0afa098114c661a2444dc55f97312156f6f"),
        ScoreVector(factors: [0, 0, 0, 10000, 0, 0], sum: 100000, scoreTenths: 100, level: "HIGH_RISK", evidenceHash: "4ae462089e4371f3adfe291b9996695d0c13029629e3613b01c0b52f3a85df65"),
        ScoreVector(factors: [10000, 10000, 10000, 0, 10000, 10000], sum: 900000, scoreTenths: 900, level: "TRUSTED", evidenceHash: "f320c2e99aee3db86470db7ca79ff6dee6bacc232a8fa00cb2ecea3596fac677"),
        ScoreVector(factors: [0, 0, 0, 0, 10000, 0], sum: 50000, scoreTenths: 50, level: "HIGH_RISK", evidenceHash: "50272d051d2829f1401bacbe3e06c8b7bd24600c49fe741832696160bda03a8b"),
        ScoreVector(factors: [10000, 10000, 10000, 10000, 0, 10000], sum: 950000, scoreTenths: 950, level: "TRUSTED", evidenceHash: "1b234b71580d9c91b43c6e2d0f1c0111e7516ddc4f50b170cffd744602d42354"),
        ScoreVector(factors: [0, 0, 0, 0, 0, 10000], sum: 100000, scoreTenths: 100, level: "HIGH_RISK", evidenceHash: "85b012c90bd3f9eef2c07415ebe4846cbf0a2d20fece71325156decb6b8eac86"),
        ScoreVector(factors: [10000, 10000, 10000, 10000, 10000, 0], sum: 900000, scoreTenths: 900, level: "TRUSTED", evidenceHash: "ad21e3bd9de91f9539d5fce7e71c52bafe18c198d6abfb031f89eaad9735e73c"),
        ScoreVector(factors: [5909, 1489, 2982, 1455, 2703, 9533], sum: 368260, scoreTenths: 368, level: "SUSPICIOUS", evidenceHash: "fa8c8527e2d75484957e8a40d4700493a0378603d3db227653fe83067193d43c"),
        ScoreVector(factors: [9149, 9990, 2264, 5182, 8665, 2101], sum: 616805, scoreTenths: 617, level: "NORMAL", evidenceHash: "b0e17fcf7f2d71b2399d7bbf64f7548ea4c9643a9fe2fdddfb39a76387a90def"),
        ScoreVector(factors: [3352, 7326, 1099, 522, 8085, 604], sum: 334845, scoreTenths: 335, level: "SUSPICIOUS", evidenceHash: "7359b62b1c9e5581085d1b506a0de815a83090d7dfc10f48b5a1cb9278325f17"),
        ScoreVector(factors: [3327, 7964, 1284, 6926, 8853, 6284], sum: 480525, scoreTenths: 481, level: "NORMAL", evidenceHash: "2f65133f4b07ad41bc3dd8fbd73127ab0a3b3197957b66f7dd60660fe3f4dd7b"),
        ScoreVector(factors: [9252, 7943, 4904, 8882, 5599, 7692], sum: 724470, scoreTenths: 724, level: "NORMAL", evidenceHash: "3f5cf0bfd37dfcc46deae4b37ef5b6e6a2c454e8a0134521968de2f15d0622a0"),
        ScoreVector(factors: [1541, 8107, 1279, 7303, 26, 5804], sum: 403065, scoreTenths: 403, level: "SUSPICIOUS", evidenceHash: "d3159a67342738181b643fd7b7e1245c817ce373911d81f818eb25820dcfa777"),
        ScoreVector(factors: [7255, 7229, 4345, 6320, 7770, 8758], sum: 645805, scoreTenths: 646, level: "NORMAL", evidenceHash: "44f8c80d6a8961de5aa3e1990f8148fd821d600591a2fa840261cb980036f600"),
        ScoreVector(factors: [2236, 9516, 8551, 9604, 7575, 9854], sum: 771605, scoreTenths: 772, level: "TRUSTED", evidenceHash: "5b7016cdf3868b03e290b3cbc4a48e5c865d2b5c7cdbea187695a30513cbdf70"),
        ScoreVector(factors: [9769, 2840, 8435, 5622, 4831, 8830], sum: 688105, scoreTenths: 688, level: "NORMAL", evidenceHash: "24ae536d1513d9b2b9ff38d7c156cf21a2b0ab85fae70d9a4405e347fd2a6aef"),
        ScoreVector(factors: [7824, 5319, 4712, 9680, 1664, 514], sum: 541075, scoreTenths: 541, level: "NORMAL", evidenceHash: "55c123abfb544af034b1e24606fb5bf4ab3774b610eba805a7c770f07502664c"),
        ScoreVector(factors: [4936, 6868, 6728, 262, 2372, 2969], sum: 516430, scoreTenths: 516, level: "NORMAL", evidenceHash: "998f36aad57731c7d69c57345821e8d11f3da99a688c2a416622e5cb718fffdb"),
        ScoreVector(factors: [9932, 5869, 3030, 8606, 5864, 8388], sum: 635525, scoreTenths: 636, level: "NORMAL", evidenceHash: "054a9a106b63f37a644284b968f7d46fb31c0cccf3d0d3732fc89da90212b7e6"),
        ScoreVector(factors: [5948, 4845, 7310, 2144, 4159, 5569], sum: 557310, scoreTenths: 557, level: "NORMAL", evidenceHash: "e16a1c9b3cd0da4a102d38b4418da8d42c59ad9ea3ad65759ba6befb8b25c303"),
        ScoreVector(factors: [7394, 5880, 5558, 6414, 3728, 8017], sum: 624570, scoreTenths: 625, level: "NORMAL", evidenceHash: "139f45a526d7e1794e82e65945e4ca353be5b9c137f1367b0c7d14d4cf36d17b"),
        ScoreVector(factors: [3954, 6750, 2881, 9683, 2608, 2027], sum: 464400, scoreTenths: 464, level: "NORMAL", evidenceHash: "a62087a0b831b2c286a89ee331ddb899bf130a0c1d5cfde724738c19c6ebccb8"),
        ScoreVector(factors: [3904, 1983, 8017, 1347, 8313, 9110], sum: 514300, scoreTenths: 514, level: "NORMAL", evidenceHash: "37b79bb706cb5632eb79d815cb2ac577995f81d19b37463923b51e04a0eebe18"),
        ScoreVector(factors: [7048, 8184, 6164, 523, 2993, 4126], sum: 591935, scoreTenths: 592, level: "NORMAL", evidenceHash: "01607c2022fec90e3c50445f165c40ba7f186ea88a532ff46bd9712b9a5f1cfb"),
        ScoreVector(factors: [5412, 3063, 3111, 680, 8649, 6049], sum: 388680, scoreTenths: 389, level: "SUSPICIOUS", evidenceHash: "8d00c9be206e5bae16d9634165cc1f0eecba50c4ddacba29c6212bda28a73455"),
        ScoreVector(factors: [1405, 4411, 5627, 4376, 5747, 3830], sum: 417980, scoreTenths: 418, level: "SUSPICIOUS", evidenceHash: "c09ef148848791f660ad43a4dd553e887ec9b903648cba3d83d0abedff60bc17"),
        ScoreVector(factors: [65, 4295, 9368, 5235, 6757, 979], sum: 485640, scoreTenths: 486, level: "NORMAL", evidenceHash: "c751ddfe6ec33f4317b93496be8ad30cfe336bc8b3acacece5654e2c256937ed"),
        ScoreVector(factors: [7981, 4788, 531, 2408, 254, 4771], sum: 368310, scoreTenths: 368, level: "SUSPICIOUS", evidenceHash: "7208ce8cba412cac99f45b542ee8639c8d398bb515c2e5dfad061b1be07e726c"),
        ScoreVector(factors: [2695, 4392, 8653, 1824, 8088, 1103], sum: 493000, scoreTenths: 493, level: "NORMAL", evidenceHash: "6a85fd329c38778ba88a2ba60041784f642209b5728ef61a321ecd5182f0ce81"),
        ScoreVector(factors: [1827, 150, 6466, 3793, 6206, 6421], sum: 367440, scoreTenths: 367, level: "SUSPICIOUS", evidenceHash: "cb68760ec990c68f24d12cb9aed20cd55d021bc12e42e9cebd5c005540d04392"),
        ScoreVector(factors: [7024, 9730, 1751, 9301, 7413, 1523], sum: 581565, scoreTenths: 582, level: "NORMAL", evidenceHash: "7dd42bb82237cd24e53dee84292277a8ac8a3fdcaabe8c66ba8a5456e40f1c8e"),
        ScoreVector(factors: [5070, 4672, 9362, 4137, 7736, 9654], sum: 675650, scoreTenths: 676, level: "NORMAL", evidenceHash: "7bbd60a10c42282f55d45211c51b52e756f86b9321d3900481009bd57cee9443"),
        ScoreVector(factors: [5062, 7763, 1173, 1665, 2772, 3868], sum: 399695, scoreTenths: 400, level: "SUSPICIOUS", evidenceHash: "6bb584553222d4bcd326780245b67862ed00afb9d9d512edc409622bc4bace2e"),
        ScoreVector(factors: [7365, 5846, 6130, 6918, 1276, 9612], sum: 649030, scoreTenths: 649, level: "NORMAL", evidenceHash: "94547d56fe5918e274a131172f45843037162a0c5e7e339f2d65abb19203e3a2"),
        ScoreVector(factors: [6709, 4361, 9020, 9501, 3958, 8153], sum: 710135, scoreTenths: 710, level: "NORMAL", evidenceHash: "305e0177b64b539e6777fce523fa3b5c10d08bf91648bb717608437cce3b84e8"),
        ScoreVector(factors: [5560, 9417, 4452, 9178, 5646, 6789], sum: 668085, scoreTenths: 668, level: "NORMAL", evidenceHash: "4e63a79514bc1305aba16f8e187c50f6b99de2008e57215b490399b9faf3fc1a"),
        ScoreVector(factors: [6002, 4911, 1115, 5286, 5706, 7836], sum: 436015, scoreTenths: 436, level: "SUSPICIOUS", evidenceHash: "567781de5ff7b178ef5454d201fd6b8f3b0c8083482feb07bb5c0225be537ec9"),
        ScoreVector(factors: [5920, 6981, 1129, 9961, 7755, 6719], sum: 532370, scoreTenths: 532, level: "NORMAL", evidenceHash: "163b08a2c818b2f2e5c72c7ace497e6839fa4d81905cfd8b8e91d7dadb0e4560"),
        ScoreVector(factors: [3236, 7222, 5585, 1452, 8960, 4976], sum: 521900, scoreTenths: 522, level: "NORMAL", evidenceHash: "b1bed50018c6a983e85c8ebcbdcab01e748f24d08afef583f5048643855652ce"),
        ScoreVector(factors: [8777, 6567, 3479, 1386, 2488, 6595], sum: 536335, scoreTenths: 536, level: "NORMAL", evidenceHash: "0a53f35e6fc304c7a3d46fb3d331c4f72235b52a0ae580c7b7e715c7a49df4e4"),
        ScoreVector(factors: [4608, 9591, 2918, 8331, 9190, 5644], sum: 605175, scoreTenths: 605, level: "NORMAL", evidenceHash: "9a4bbf5c4e6b98056ba3edf084bb698afac8cc7fc4de2be45307a104a0e270bb"),
        ScoreVector(factors: [8765, 1061, 9615, 3227, 4685, 5502], sum: 600990, scoreTenths: 601, level: "NORMAL", evidenceHash: "a5894b35fe0273b8c000805601bbfd64b73aaca0b419025e50334f6d518dfa67"),
        ScoreVector(factors: [2911, 3367, 7207, 4447, 3133, 2343], sum: 442170, scoreTenths: 442, level: "SUSPICIOUS", evidenceHash: "e39b7d3a286dd157691d1042c4cc1d0c04de772bab6ef2dcacb41c98a9c50ae1"),
        ScoreVector(factors: [683, 6625, 9808, 2038, 2633, 4086], sum: 547930, scoreTenths: 548, level: "NORMAL", evidenceHash: "c35a434b908148bd9ae2f8bd0db8b6cbcfe42b026380409109056adc26f9a537"),
        ScoreVector(factors: [8829, 369, 2880, 8297, 6974, 1620], sum: 406245, scoreTenths: 406, level: "SUSPICIOUS", evidenceHash: "ae324936c84018f76b5f93d8f81325912ca25b61dfdc9caa2ba0724154262380"),
        ScoreVector(factors: [6330, 753, 9175, 7182, 9147, 955], sum: 547780, scoreTenths: 548, level: "NORMAL", evidenceHash: "ce4a39249859d6c5be94168fb4436fddd2601e7167e84449d94921f5a79587bf"),
        ScoreVector(factors: [2935, 6572, 2776, 2884, 6119, 4938], sum: 415095, scoreTenths: 415, level: "SUSPICIOUS", evidenceHash: "41ce3420daf26d0419ab1113d68f500e185ace8df4b8277cce1cac1c79d607de")
    ]
}
