import fc from 'fast-check'

/** How many random histories a property tries on a database: each costs as much as twenty other examples. */
export const HISTORIES = Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 20)
