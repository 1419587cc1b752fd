import Test
import "../helpers/test_helpers.cdc"

access(all) fun setup() { setUpStories(true) }
access(all) fun beforeEach() { restartStory() }

access(all) fun testFreezeAndLapse() {
    flagAccused("case-1")
    let id = freezeAccused()
    Test.assert(isAccusedFrozen())
    Test.assertEqual("executed", getStatus(id))
    goTo(24.0 + 168.0, -1.0)
    Test.assert(isAccusedFrozen())
    goTo(24.0 + 168.0, 0.0)
    Test.assert(!isAccusedFrozen())
    settleAccused()
    Test.assert(!isAccusedFrozen())
}

access(all) fun testAppealUpheld() {
    flagAccused("case-1")
    let appealId = appealAgainstFlag()
    voteBy(appealId, [0, 1, 2], [])
    Test.assertEqual("active", getStatus(appealId))
    goTo(24.0, 0.0)
    Test.assert(!isAccusedFlagged())
    Test.assertEqual("approved", getStatus(appealId))
    Test.assertEqual("approved", getVotingOutcome(appealId))
    settleAccused()
    Test.assert(!isAccusedFlagged())
}
