/** The end of the history of every world of the tests, whatever the calendar says: 14 November 2025, 15:00 UTC. */
export const TEST_PRESENT_MS = Date.UTC(2025, 10, 14, 15)
