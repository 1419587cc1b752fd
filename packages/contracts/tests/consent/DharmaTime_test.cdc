import Test
import "../helpers/test_helpers.cdc"

/// The first second of 2101.
access(all) let lastSecond: UInt64 = 4133980800

access(all) var state: Word64 = Word64(freshSeed())

access(all) fun setup() {
    deployTo("DharmaTime", "../../contracts/DharmaTime.cdc", contractsAccount())
}

access(all) fun random(_ below: UInt64): UInt64 {
    state = state * 6364136223846793005 + 1442695040888963407
    return UInt64(state >> 11) % below
}

/// What the contract writes for several times, asked at once.
access(all) fun writeTimes(_ times: [UInt64]): [String] {
    return askCode(
        "import \"DharmaTime\"\naccess(all) fun main(times: [UInt64]): [String] { return times.map(view fun (time: UInt64): String { return DharmaTime.formatMinute(time) }) }",
        [times]
    ) as! [String]
}

/// Asserts that the contract writes times as the formatter of the helpers, which counts year by year.
access(all) fun expectEqual(_ times: [UInt64]) {
    for index, text in writeTimes(times) {
        Test.assertEqual(formatMinute(times[index]), text)
    }
}

access(all) fun testKnownTimesAreWrittenAsPeopleReadThem() {
    Test.assertEqual(
        [
            "1970-01-01 00:00 UTC", "1970-01-01 00:00 UTC", "1970-01-01 00:01 UTC", "1999-12-31 23:59 UTC",
            "2000-02-29 00:00 UTC", "2026-11-23 12:00 UTC", "2100-02-28 23:59 UTC", "2100-03-01 00:00 UTC"
        ],
        writeTimes([0, 59, 60, 946684799, 951782400, 1795435200, 4107542399, 4107542400])
    )
}

access(all) fun testRandomMinutesUntilTheYear2100AreWrittenRightly() {
    let times: [UInt64] = []
    while times.length < 500 {
        times.append(random(lastSecond))
    }
    expectEqual(times)
}

access(all) fun testTheMinutesAroundEachNewYearAndEndOfFebruaryUntil2100AreWrittenRightly() {
    let times: [UInt64] = []
    var newYear: UInt64 = 0
    while newYear < lastSecond {
        let sixtieth = newYear + 59 * 86400
        let isLeapDay = formatMinute(sixtieth).contains("-02-29")
        let march = isLeapDay ? sixtieth + 86400 : sixtieth
        for start in [newYear, sixtieth, march] {
            times.append(start)
            times.append(start + 86399)
        }
        times.append(march - 1)
        newYear = march + 306 * 86400
        times.append(newYear - 1)
    }
    Test.assertEqual(131 * 8, times.length)
    expectEqual(times)
}

access(all) fun testADayIsWrittenToTheMinute() {
    let times: [UInt64] = []
    let day = random(lastSecond / 86400) * 86400
    var minute: UInt64 = 0
    while minute < 1440 {
        times.append(day + minute * 60 + random(60))
        minute = minute + 1
    }
    expectEqual(times)
}

access(all) fun testTheLargestNumberIsWrittenWithoutAPanic() {
    Test.assert(writeTimes([UInt64.max])[0].contains("UTC"))
}
