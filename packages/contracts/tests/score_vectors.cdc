// Made by packages/contracts/tests/vectors/make-vectors.ts: change that, not this.

/// Six factors, and what the engine and the contract must both make of them.
access(all) struct ScoreVector {
    access(all) let factors: [UInt64]
    access(all) let sum: UInt64
    access(all) let scoreTenths: UInt64
    access(all) let level: String

    init(factors: [UInt64], sum: UInt64, scoreTenths: UInt64, level: String) {
        self.factors = factors
        self.sum = sum
        self.scoreTenths = scoreTenths
        self.level = level
    }
}

access(all) fun scoreVectors(): [ScoreVector] {
    return [
        ScoreVector(factors: [0, 0, 0, 0, 0, 0], sum: 0, scoreTenths: 0, level: "HIGH_RISK"),
        ScoreVector(factors: [0, 0, 16, 1, 1, 0], sum: 495, scoreTenths: 0, level: "HIGH_RISK"),
        ScoreVector(factors: [1, 0, 16, 0, 0, 0], sum: 500, scoreTenths: 1, level: "HIGH_RISK"),
        ScoreVector(factors: [0, 1, 49, 0, 0, 0], sum: 1495, scoreTenths: 1, level: "HIGH_RISK"),
        ScoreVector(factors: [0, 0, 50, 0, 0, 0], sum: 1500, scoreTenths: 2, level: "HIGH_RISK"),
        ScoreVector(factors: [0, 0, 9983, 0, 1, 0], sum: 299495, scoreTenths: 299, level: "HIGH_RISK"),
        ScoreVector(factors: [0, 0, 9983, 1, 0, 0], sum: 299500, scoreTenths: 300, level: "SUSPICIOUS"),
        ScoreVector(factors: [1, 5979, 10000, 0, 0, 0], sum: 449495, scoreTenths: 449, level: "SUSPICIOUS"),
        ScoreVector(factors: [0, 5980, 10000, 0, 0, 0], sum: 449500, scoreTenths: 450, level: "NORMAL"),
        ScoreVector(factors: [9974, 10000, 10000, 1, 1, 0], sum: 749495, scoreTenths: 749, level: "NORMAL"),
        ScoreVector(factors: [9975, 10000, 10000, 0, 0, 0], sum: 749500, scoreTenths: 750, level: "TRUSTED"),
        ScoreVector(factors: [10000, 10000, 10000, 10000, 9899, 10000], sum: 999495, scoreTenths: 999, level: "TRUSTED"),
        ScoreVector(factors: [10000, 10000, 10000, 10000, 9900, 10000], sum: 999500, scoreTenths: 1000, level: "TRUSTED"),
        ScoreVector(factors: [10000, 10000, 10000, 10000, 10000, 10000], sum: 1000000, scoreTenths: 1000, level: "TRUSTED"),
        ScoreVector(factors: [10000, 0, 0, 0, 0, 0], sum: 200000, scoreTenths: 200, level: "HIGH_RISK"),
        ScoreVector(factors: [0, 10000, 10000, 10000, 10000, 10000], sum: 800000, scoreTenths: 800, level: "TRUSTED"),
        ScoreVector(factors: [0, 10000, 0, 0, 0, 0], sum: 250000, scoreTenths: 250, level: "HIGH_RISK"),
        ScoreVector(factors: [10000, 0, 10000, 10000, 10000, 10000], sum: 750000, scoreTenths: 750, level: "TRUSTED"),
        ScoreVector(factors: [0, 0, 10000, 0, 0, 0], sum: 300000, scoreTenths: 300, level: "SUSPICIOUS"),
        ScoreVector(factors: [10000, 10000, 0, 10000, 10000, 10000], sum: 700000, scoreTenths: 700, level: "NORMAL"),
        ScoreVector(factors: [0, 0, 0, 10000, 0, 0], sum: 100000, scoreTenths: 100, level: "HIGH_RISK"),
        ScoreVector(factors: [10000, 10000, 10000, 0, 10000, 10000], sum: 900000, scoreTenths: 900, level: "TRUSTED"),
        ScoreVector(factors: [0, 0, 0, 0, 10000, 0], sum: 50000, scoreTenths: 50, level: "HIGH_RISK"),
        ScoreVector(factors: [10000, 10000, 10000, 10000, 0, 10000], sum: 950000, scoreTenths: 950, level: "TRUSTED"),
        ScoreVector(factors: [0, 0, 0, 0, 0, 10000], sum: 100000, scoreTenths: 100, level: "HIGH_RISK"),
        ScoreVector(factors: [10000, 10000, 10000, 10000, 10000, 0], sum: 900000, scoreTenths: 900, level: "TRUSTED"),
        ScoreVector(factors: [5909, 1489, 2982, 1455, 2703, 9533], sum: 368260, scoreTenths: 368, level: "SUSPICIOUS"),
        ScoreVector(factors: [9149, 9990, 2264, 5182, 8665, 2101], sum: 616805, scoreTenths: 617, level: "NORMAL"),
        ScoreVector(factors: [3352, 7326, 1099, 522, 8085, 604], sum: 334845, scoreTenths: 335, level: "SUSPICIOUS"),
        ScoreVector(factors: [3327, 7964, 1284, 6926, 8853, 6284], sum: 480525, scoreTenths: 481, level: "NORMAL"),
        ScoreVector(factors: [9252, 7943, 4904, 8882, 5599, 7692], sum: 724470, scoreTenths: 724, level: "NORMAL"),
        ScoreVector(factors: [1541, 8107, 1279, 7303, 26, 5804], sum: 403065, scoreTenths: 403, level: "SUSPICIOUS"),
        ScoreVector(factors: [7255, 7229, 4345, 6320, 7770, 8758], sum: 645805, scoreTenths: 646, level: "NORMAL"),
        ScoreVector(factors: [2236, 9516, 8551, 9604, 7575, 9854], sum: 771605, scoreTenths: 772, level: "TRUSTED"),
        ScoreVector(factors: [9769, 2840, 8435, 5622, 4831, 8830], sum: 688105, scoreTenths: 688, level: "NORMAL"),
        ScoreVector(factors: [7824, 5319, 4712, 9680, 1664, 514], sum: 541075, scoreTenths: 541, level: "NORMAL"),
        ScoreVector(factors: [4936, 6868, 6728, 262, 2372, 2969], sum: 516430, scoreTenths: 516, level: "NORMAL"),
        ScoreVector(factors: [9932, 5869, 3030, 8606, 5864, 8388], sum: 635525, scoreTenths: 636, level: "NORMAL"),
        ScoreVector(factors: [5948, 4845, 7310, 2144, 4159, 5569], sum: 557310, scoreTenths: 557, level: "NORMAL"),
        ScoreVector(factors: [7394, 5880, 5558, 6414, 3728, 8017], sum: 624570, scoreTenths: 625, level: "NORMAL"),
        ScoreVector(factors: [3954, 6750, 2881, 9683, 2608, 2027], sum: 464400, scoreTenths: 464, level: "NORMAL"),
        ScoreVector(factors: [3904, 1983, 8017, 1347, 8313, 9110], sum: 514300, scoreTenths: 514, level: "NORMAL"),
        ScoreVector(factors: [7048, 8184, 6164, 523, 2993, 4126], sum: 591935, scoreTenths: 592, level: "NORMAL"),
        ScoreVector(factors: [5412, 3063, 3111, 680, 8649, 6049], sum: 388680, scoreTenths: 389, level: "SUSPICIOUS"),
        ScoreVector(factors: [1405, 4411, 5627, 4376, 5747, 3830], sum: 417980, scoreTenths: 418, level: "SUSPICIOUS"),
        ScoreVector(factors: [65, 4295, 9368, 5235, 6757, 979], sum: 485640, scoreTenths: 486, level: "NORMAL"),
        ScoreVector(factors: [7981, 4788, 531, 2408, 254, 4771], sum: 368310, scoreTenths: 368, level: "SUSPICIOUS"),
        ScoreVector(factors: [2695, 4392, 8653, 1824, 8088, 1103], sum: 493000, scoreTenths: 493, level: "NORMAL"),
        ScoreVector(factors: [1827, 150, 6466, 3793, 6206, 6421], sum: 367440, scoreTenths: 367, level: "SUSPICIOUS"),
        ScoreVector(factors: [7024, 9730, 1751, 9301, 7413, 1523], sum: 581565, scoreTenths: 582, level: "NORMAL"),
        ScoreVector(factors: [5070, 4672, 9362, 4137, 7736, 9654], sum: 675650, scoreTenths: 676, level: "NORMAL"),
        ScoreVector(factors: [5062, 7763, 1173, 1665, 2772, 3868], sum: 399695, scoreTenths: 400, level: "SUSPICIOUS"),
        ScoreVector(factors: [7365, 5846, 6130, 6918, 1276, 9612], sum: 649030, scoreTenths: 649, level: "NORMAL"),
        ScoreVector(factors: [6709, 4361, 9020, 9501, 3958, 8153], sum: 710135, scoreTenths: 710, level: "NORMAL"),
        ScoreVector(factors: [5560, 9417, 4452, 9178, 5646, 6789], sum: 668085, scoreTenths: 668, level: "NORMAL"),
        ScoreVector(factors: [6002, 4911, 1115, 5286, 5706, 7836], sum: 436015, scoreTenths: 436, level: "SUSPICIOUS"),
        ScoreVector(factors: [5920, 6981, 1129, 9961, 7755, 6719], sum: 532370, scoreTenths: 532, level: "NORMAL"),
        ScoreVector(factors: [3236, 7222, 5585, 1452, 8960, 4976], sum: 521900, scoreTenths: 522, level: "NORMAL"),
        ScoreVector(factors: [8777, 6567, 3479, 1386, 2488, 6595], sum: 536335, scoreTenths: 536, level: "NORMAL"),
        ScoreVector(factors: [4608, 9591, 2918, 8331, 9190, 5644], sum: 605175, scoreTenths: 605, level: "NORMAL"),
        ScoreVector(factors: [8765, 1061, 9615, 3227, 4685, 5502], sum: 600990, scoreTenths: 601, level: "NORMAL"),
        ScoreVector(factors: [2911, 3367, 7207, 4447, 3133, 2343], sum: 442170, scoreTenths: 442, level: "SUSPICIOUS"),
        ScoreVector(factors: [683, 6625, 9808, 2038, 2633, 4086], sum: 547930, scoreTenths: 548, level: "NORMAL"),
        ScoreVector(factors: [8829, 369, 2880, 8297, 6974, 1620], sum: 406245, scoreTenths: 406, level: "SUSPICIOUS"),
        ScoreVector(factors: [6330, 753, 9175, 7182, 9147, 955], sum: 547780, scoreTenths: 548, level: "NORMAL"),
        ScoreVector(factors: [2935, 6572, 2776, 2884, 6119, 4938], sum: 415095, scoreTenths: 415, level: "SUSPICIOUS")
    ]
}
