import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { describe, expect, it } from 'vitest'
import { DAY_SECONDS } from './constants.ts'
import {
  EMPTY_RECORD,
  getBarredUntil,
  getProposalStatus,
  getProtectionState,
  getVoid,
  type ProtectionRecord,
  type RecordedFreeze,
  type RuledProposal,
} from './protection-state.ts'

const TARGET = computeAddressAtIndex(1, 'local')
const AGENT = computeAddressAtIndex(2, 'local')
const DAYS = DAY_SECONDS

const FREEZE: RecordedFreeze = {
  number: 3,
  proposalId: 1,
  since: 0,
  renewedAt: 0,
  flagCaseId: null,
  endedAt: null,
  overruledAt: null,
  lastOverruledAt: null,
}

const FLAG = {
  number: 5,
  caseId: 'case',
  reasonCode: 'listed',
  flagger: AGENT,
  flaggedAt: 0,
  liftedAt: null,
}

interface Draft extends Partial<Omit<RuledProposal, 'ballot'>> {
  id: number
  createdAt: number
  votesFor?: number
}

/** With three votes For unless it says otherwise. */
function propose({ id, createdAt, votesFor = 3, ...changes }: Draft): RuledProposal {
  const votingEndsAt = createdAt + DAYS
  const executableUntil = votingEndsAt + 7 * DAYS
  const times = { id, createdAt, votingEndsAt, executableUntil }
  return {
    action: 'freeze',
    target: TARGET,
    flagNumber: null,
    freezeNumber: null,
    isAppeal: false,
    ballot: { ...times, votesFor, votesAgainst: 0, minVotesFor: 0 },
    storedStatus: 'pending',
    storedOutcome: null,
    executedAt: null,
    ...changes,
  }
}

const getState = (record: Partial<ProtectionRecord>, now: number) =>
  getProtectionState({ ...EMPTY_RECORD, ...record }, now)

describe('an approved unfreeze', () => {
  const unfreeze = propose({ id: 2, createdAt: 0, action: 'unfreeze', freezeNumber: 3 })
  const older = propose({ id: 3, createdAt: DAYS - 1 })
  const later = propose({ id: 4, createdAt: DAYS })
  const recovery = propose({ id: 5, createdAt: 10, action: 'recover', freezeNumber: 3 })
  const record = { freezes: [FREEZE], proposals: [unfreeze, older, later, recovery] }

  it('rule 8: makes older freezes and every recovery under the freeze void, which says why', () => {
    const state = getState(record, DAYS)
    expect(getProposalStatus(unfreeze, state)).toBe('approved')
    expect(getProposalStatus(older, state)).toBe('expired')
    expect(getVoid(older, state)).toMatchObject({
      at: DAYS,
      reason: expect.stringContaining('a vote decided to end a freeze of 0x'),
    })
    expect(getProposalStatus(later, state)).toBe('pending')
    expect(getVoid(recovery, state)?.reason).toContain('decided to end freeze 3')
  })

  it('rule 4: decides at the end of its voting, not before', () => {
    const state = getState(record, DAYS - 1)
    expect(state.freezeOverruledAt).toBeNull()
    expect(getProposalStatus(older, state)).toBe('pending')
  })

  it('rule 7: is expired when what it names has ended', () => {
    const late = propose({ id: 6, createdAt: 6.5 * DAYS, action: 'unfreeze', freezeNumber: 3 })
    const state = getState({ freezes: [FREEZE], proposals: [late] }, 7 * DAYS)
    expect(getProposalStatus(late, state)).toBe('expired')
    expect(getVoid(late, state)?.reason).toContain('Freeze 3 ended on 8 Jan 1970, 00:00 UTC.')
  })

  it('rule 6: does nothing to a freeze of another number', () => {
    const other = { ...FREEZE, number: 4 }
    const state = getState({ freezes: [other], proposals: [unfreeze] }, DAYS)
    expect([state.freezeOverruledAt, state.freeze?.number]).toEqual([null, 4])
    expect(getProposalStatus(unfreeze, state)).toBe('expired')
  })
})

describe('a freeze', () => {
  const recovery = propose({ id: 2, createdAt: 5 * DAYS, action: 'recover', freezeNumber: 3 })
  const recorded = { ...recovery, storedStatus: 'approved', storedOutcome: 'approved' } as const
  const unfreeze = propose({ id: 3, createdAt: 8 * DAYS, action: 'unfreeze', freezeNumber: 3 })
  const endOf = (record: Partial<ProtectionRecord>, now: number) => getState(record, now).freezeEnd

  it('rule 13: ends 7 days after it was executed last', () => {
    expect(getState({ freezes: [FREEZE] }, 7 * DAYS - 1).freeze).toEqual(FREEZE)
    expect(getState({ freezes: [FREEZE] }, 7 * DAYS).freeze).toBeNull()
  })

  it('rule 14: holds while a recovery waits that was approved in its 7 days', () => {
    for (const proposals of [[recovery], [recorded]]) {
      expect(endOf({ freezes: [FREEZE], proposals }, 6 * DAYS)).toBe(13 * DAYS)
    }
    const late = propose({ id: 2, createdAt: 6 * DAYS, action: 'recover', freezeNumber: 3 })
    expect(endOf({ freezes: [FREEZE], proposals: [late] }, 7 * DAYS)).toBe(7 * DAYS)
  })

  it('rule 14: ends at once by an approved unfreeze, and not by the execution of the recovery', () => {
    const record = { freezes: [FREEZE], proposals: [recorded, unfreeze] }
    expect(endOf(record, 9 * DAYS)).toBe(9 * DAYS)
    const executed = { ...recorded, executedAt: 6.5 * DAYS }
    const held = endOf({ freezes: [FREEZE], proposals: [executed] }, 6.5 * DAYS)
    expect(held).toBe(endOf({ freezes: [FREEZE], proposals: [recorded] }, 6.5 * DAYS))
    expect(held).toBe(13 * DAYS)
  })
})

describe('an appeal against a flag', () => {
  const appealOf = (votesFor: number) =>
    propose({ id: 9, createdAt: 0, action: 'unfreeze', flagNumber: 5, isAppeal: true, votesFor })
  const opened = {
    id: 9,
    flagNumber: 5,
    freezeNumber: null,
    caseId: 'case',
    openedAt: 0,
    deadline: DAYS,
    stored: null,
  }
  const recordOf = (votesFor: number) => ({
    flags: [FLAG],
    appeals: [opened],
    proposals: [appealOf(votesFor)],
  })

  it('rules 21 and 23: lifts it when it is upheld or undecided, at the end of its voting', () => {
    expect(getState(recordOf(3), DAYS - 1).flag).toEqual(FLAG)
    const upheld = getState(recordOf(3), DAYS)
    expect([upheld.flag, upheld.appeals[0]?.outcome]).toEqual([null, 'upheld'])
    expect(getProposalStatus(appealOf(3), upheld)).toBe('approved')
    const undecided = getState(recordOf(2), DAYS)
    expect([undecided.flag, undecided.appeals[0]?.outcome]).toEqual([null, 'undecided'])
  })

  it('rule 23: undecided, does not lift a code that another one lifted in the 30 days before', () => {
    const before = { ...FLAG, number: 4, liftedAt: 0 }
    const earlier = { ...opened, id: 1, flagNumber: 4 }
    const stored = { outcome: 'undecided', closedAt: 0 } as const
    const record = {
      ...recordOf(0),
      flags: [before, FLAG],
      appeals: [{ ...earlier, stored }, opened],
    }
    expect(getState(record, DAYS).flag).toEqual(FLAG)
    const other = { ...before, reasonCode: 'keys' }
    expect(getState({ ...record, flags: [other, FLAG] }, DAYS).flag).toBeNull()
    const contact = { ...before, reasonCode: 'contact' }
    expect(getState({ ...record, flags: [contact, FLAG] }, DAYS).flag).toEqual(FLAG)
  })

  it('rule 25: bars its code for 7 days from the lift, also before that is recorded', () => {
    const barOf = (votesFor: number, now: number, reasonCode = FLAG.reasonCode) =>
      getBarredUntil(getState(recordOf(votesFor), now), { flagger: TARGET, reasonCode })
    expect([barOf(0, DAYS), barOf(3, 2 * DAYS)]).toEqual([8 * DAYS, 8 * DAYS])
    expect(barOf(0, DAYS, 'contact')).toBe(8 * DAYS)
    expect([barOf(0, DAYS - 1), barOf(0, DAYS, 'keys'), barOf(0, 8 * DAYS)]).toEqual([
      null,
      null,
      null,
    ])
  })

  it('rule 25: names the flag until its end', () => {
    expect(getState(recordOf(0), 5).flagNamedUntil).toBe(DAYS)
  })
})

describe('rule 4: at equal times', () => {
  const under = (id: number, createdAt: number) =>
    propose({ id, createdAt, action: 'recover', freezeNumber: 3, votesFor: 1 })

  it('too few votes come before the end of a freeze by time', () => {
    const recovery = under(2, 6 * DAYS)
    const state = getState({ freezes: [FREEZE], proposals: [recovery] }, 7 * DAYS)
    expect(getProposalStatus(recovery, state)).toBe('expired')
    expect(getVoid(recovery, state)).toBeNull()
    const later = under(3, 6 * DAYS + 1)
    expect(getVoid(later, getState({ freezes: [FREEZE], proposals: [later] }, 7 * DAYS))?.at).toBe(
      7 * DAYS,
    )
  })

  it('the end of the time to execute a recovery comes before that of the freeze that it holds', () => {
    const approved = { storedStatus: 'approved', storedOutcome: 'approved' } as const
    const recovery = { ...under(2, 5 * DAYS), ...approved }
    const state = getState({ freezes: [FREEZE], proposals: [recovery] }, 13 * DAYS)
    expect([getProposalStatus(recovery, state), state.freezeEnd]).toEqual(['expired', 13 * DAYS])
    expect(getVoid(recovery, state)).toBeNull()
  })

  it('too few votes on an appeal come before the lift of its flag', () => {
    const appeal = propose({ id: 9, createdAt: 0, action: 'unfreeze', flagNumber: 5, votesFor: 0 })
    const state = getState({ flags: [{ ...FLAG, liftedAt: DAYS }], proposals: [appeal] }, DAYS)
    const expired = { ...appeal, isAppeal: true, storedOutcome: 'expired' } as const
    expect(getVoid({ ...expired, storedStatus: 'expired' }, state)).toBeNull()
  })

  it('a vote to end the freeze comes before', () => {
    const unfreeze = propose({ id: 2, createdAt: 0, action: 'unfreeze', freezeNumber: 3 })
    const recovery = under(3, 0)
    const state = getState({ freezes: [FREEZE], proposals: [unfreeze, recovery] }, DAYS)
    expect(getVoid(recovery, state)?.reason).toContain('decided to end freeze 3')
  })
})

it('rule 25: a bar is against one flagger or everybody, one code or all, until its end', () => {
  const bars = [
    { reasonCode: null, flagger: AGENT, until: 20 },
    { reasonCode: 'keys', flagger: null, until: 30 },
  ]
  const barOf = (flagger: typeof AGENT, reasonCode: string, now = 10) =>
    getBarredUntil(getState({ bars }, now), { flagger, reasonCode })
  expect([barOf(AGENT, 'listed'), barOf(AGENT, 'keys')]).toEqual([20, 30])
  expect([barOf(TARGET, 'listed'), barOf(TARGET, 'keys')]).toEqual([null, 30])
  expect([barOf(AGENT, 'listed', 20), barOf(TARGET, 'keys', 30)]).toEqual([null, null])
})
