import { getGround, REASON_CODES, type ReasonCode } from '@app/values/reason-code.ts'
import { toRiskLevel } from '@app/values/risk-level.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import {
  buildPolicy,
  type DecisionInput,
  decide,
  decideExcuse,
  type OpenCase,
  type Policy,
  type Situation,
} from './decide.ts'

const POLICY = buildPolicy(readConfig({}))

const SITUATION: Situation = {
  nowMs: 100 * 86_400_000,
  openCase: null,
  lastClearedMs: null,
  hasActedSince: false,
  hasOtherFlag: false,
  bars: new Map(),
  flagLiftableMs: null,
  isFrozen: false,
  freezeProposedUntilMs: null,
}

const OPEN_CASE: OpenCase = {
  caseId: 'case',
  reasonCode: 'behaviour',
  score: 20,
  isDelisted: false,
  recoveredMs: null,
  isFlagged: false,
  isFlagSigned: false,
  isFreezeProposed: false,
}

interface Draft {
  score?: number
  scoreBefore?: number | null
  confidence?: number
  kinds?: ReasonCode[]
  isListed?: boolean
  isAdmitted?: boolean
  isExcused?: boolean
  situation?: Partial<Situation>
}

const toInput = (draft: Draft): DecisionInput => ({
  observation: {
    score: draft.score ?? 20,
    scoreBefore: draft.scoreBefore === undefined ? 60 : draft.scoreBefore,
    confidence: draft.confidence ?? 0.7,
    isExcused: draft.isExcused ?? false,
  },
  evidence: {
    kinds: draft.kinds ?? ['behaviour'],
    isListed: draft.isListed ?? false,
    isAdmitted: draft.isAdmitted ?? false,
  },
  situation: { ...SITUATION, ...draft.situation },
})

const decideKinds = (draft: Draft, policy: Partial<Policy> = {}): string[] =>
  decide(toInput(draft), { ...POLICY, ...policy }).map(({ kind }) => kind)

const withCase = (openCase: Partial<OpenCase> = {}, rest: Partial<Situation> = {}) => ({
  situation: { openCase: { ...OPEN_CASE, ...openCase }, ...rest },
})

describe('an account that is not in danger', () => {
  test.each([45, 60, 100])(
    'with a score of %d is not accused, whatever is known of it',
    (score) => {
      const kinds = [...REASON_CODES]
      expect(decideKinds({ score, kinds, isListed: true, isAdmitted: true })).toEqual([])
      expect(decideKinds({ score, kinds, scoreBefore: null })).toEqual([])
    },
  )

  test('is suspicious from 30 on: nothing but a warning, and only with evidence', () => {
    expect(decideKinds({ score: 30, kinds: ['listed'] })).toEqual(['accuse'])
    expect(decideKinds({ score: 30, kinds: [] })).toEqual([])
    expect(decideKinds({ score: 29.9, kinds: [] })).toEqual(['accuse'])
  })
})

describe('an account without evidence', () => {
  test('is warned about when it falls below 30, or is seen there first', () => {
    expect(decideKinds({ kinds: [], scoreBefore: 30 })).toEqual(['accuse'])
    expect(decideKinds({ kinds: [], scoreBefore: null })).toEqual(['accuse'])
  })

  test('is not warned about while it stays there', () => {
    expect(decideKinds({ kinds: [], scoreBefore: 29.9 })).toEqual([])
  })
})

test.each(['behaviour', 'keys'] as const)(
  'a case that rests on %s does not end without it',
  (reasonCode) => {
    expect(decideKinds({ kinds: [], ...withCase({ reasonCode }) })).toEqual([])
  },
)

describe('an account that gets into danger', () => {
  test('by behaviour that is not admitted is warned about only', () => {
    expect(decideKinds({})).toEqual(['accuse'])
  })

  test('by behaviour that is admitted is flagged, and never frozen', () => {
    expect(decideKinds({ isAdmitted: true, confidence: 1 })).toEqual(['accuse', 'flag'])
  })

  test.each(['listed', 'contact', 'community', 'keys'] as const)(
    'with evidence of kind %s is flagged',
    (kind) => {
      const decisions = decide(toInput({ kinds: [kind] }), POLICY)
      expect(decisions).toEqual([
        { kind: 'accuse', reasonCode: kind },
        { kind: 'flag', reasonCode: kind },
      ])
    },
  )

  test('gets a proposal to freeze only with two kinds of evidence and enough confidence', () => {
    const kinds: ReasonCode[] = ['listed', 'behaviour']
    expect(decideKinds({ kinds, confidence: 0.6 })).toEqual(['accuse', 'flag', 'propose_freeze'])
    expect(decideKinds({ kinds, confidence: 0.59 })).toEqual(['accuse', 'flag'])
    expect(decideKinds({ kinds: ['listed', 'listed'], confidence: 1 })).toEqual(['accuse', 'flag'])
    expect(decideKinds({ kinds: ['contact', 'behaviour'] })).toContain('propose_freeze')
  })

  test('gets none by its entry in the list and its contact with listed accounts: both are one list', () => {
    const kinds: ReasonCode[] = ['contact', 'listed']
    const decisions = decide(toInput({ kinds, confidence: 1 }), POLICY)
    expect(decisions.map(({ kind }) => kind)).toEqual(['accuse', 'flag'])
    expect(decisions.at(-1)).toEqual({ kind: 'flag', reasonCode: 'listed' })
    expect(decideKinds({ kinds: [...kinds, 'keys'], confidence: 1 })).toContain('propose_freeze')
  })

  test('is not flagged without autoFlag, and nothing happens while the agent is disabled', () => {
    expect(decideKinds({ kinds: ['listed'] }, { canFlag: false })).toEqual(['accuse'])
    expect(decideKinds({ kinds: ['listed'] }, { isEnabled: false })).toEqual([])
  })

  test('rule 26: waits for the end of another flag, and is not frozen again', () => {
    const kinds: ReasonCode[] = ['listed', 'behaviour']
    const situation = { hasOtherFlag: true, isFrozen: true }
    expect(decideKinds({ kinds, situation })).toEqual(['accuse', 'wait'])
  })

  test('rule 10: waits for the end of a proposal that excludes its own, and looks again at the first of two times', () => {
    const kinds: ReasonCode[] = ['listed', 'behaviour']
    const freezeProposedUntilMs = SITUATION.nowMs + 5
    const decideBeside = (situation: Partial<Situation>) =>
      decide(toInput({ kinds, situation: { freezeProposedUntilMs, ...situation } }), POLICY)
    const wait = { kind: 'wait', untilMs: freezeProposedUntilMs }
    expect(decideBeside({}).slice(1)).toEqual([{ kind: 'flag', reasonCode: 'listed' }, wait])
    expect(decideBeside({ hasOtherFlag: true }).slice(1)).toEqual([wait])
  })

  test('rule 26: waits for the end of a bar against its code, not against another one', () => {
    const untilMs = SITUATION.nowMs + 5
    const decideBarred = (code: ReasonCode) =>
      decide(
        toInput({ kinds: ['listed'], situation: { bars: new Map([[code, untilMs]]) } }),
        POLICY,
      )
    expect(decideBarred('listed').at(-1)).toEqual({ kind: 'wait', untilMs })
    expect(decideBarred('behaviour').at(-1)).toEqual({ kind: 'flag', reasonCode: 'listed' })
  })
})

describe('a suspicious account', () => {
  test('is left alone without evidence beside unremarkable behaviour', () => {
    expect(decideKinds({ score: 44 })).toEqual([])
  })

  test('is warned about, and never flagged, with evidence', () => {
    expect(decideKinds({ score: 44, kinds: ['listed', 'behaviour'] })).toEqual(['accuse'])
    expect(decideKinds({ score: 31, isAdmitted: true })).toEqual(['accuse'])
  })

  test('is left alone when its behaviour is admitted but common among ordinary wallets', () => {
    expect(decideKinds({ score: 31, kinds: [], isAdmitted: true })).toEqual([])
  })

  test('is accused when its evidence appears without a new level', () => {
    expect(decideKinds({ score: 40, scoreBefore: 41, kinds: ['listed'] })).toEqual(['accuse'])
  })
})

describe('an account that only a new version of the score has moved into danger', () => {
  const kinds = [...REASON_CODES]

  test('is not accused, whatever is known of it', () => {
    for (const score of [20, 40]) {
      const draft = { score, kinds, isListed: true, isAdmitted: true, confidence: 1 }
      expect(decideKinds(draft)).not.toEqual([])
      expect(decideKinds({ ...draft, isExcused: true })).toEqual([])
      const cleared = { situation: { lastClearedMs: 1, hasActedSince: true } }
      expect(decideKinds({ ...draft, ...cleared, isExcused: true })).toEqual([])
    }
  })

  test('is accused of no more than before', () => {
    const draft = { score: 20, kinds, confidence: 1, ...withCase({ score: 40 }) }
    expect(decideKinds(draft)).toEqual(['flag', 'propose_freeze'])
    expect(decideKinds({ ...draft, isExcused: true })).toEqual([])
  })

  test('goes on to recover', () => {
    const nowMs = SITUATION.nowMs
    const draft = { score: 28, ...withCase({ recoveredMs: nowMs - 1 }) }
    expect(decideKinds(draft)).toEqual(['note_recovery'])
    expect(decideKinds({ ...draft, isExcused: true })).toEqual([])
    const due = withCase({ recoveredMs: nowMs - POLICY.clearAfterMs })
    expect(decideKinds({ ...draft, ...due, isExcused: true })).toEqual(['clear'])
  })
})

describe('an open case', () => {
  test('says nothing twice', () => {
    const known = withCase({ isFlagged: true, isFreezeProposed: true })
    expect(decideKinds({ kinds: ['listed', 'behaviour'], ...known })).toEqual([])
  })

  test('rule 25: its flag is lifted only when that does not bar the agent', () => {
    const recoveredMs = SITUATION.nowMs - POLICY.clearAfterMs
    const openCase = { ...OPEN_CASE, isFlagged: true, isFlagSigned: true, recoveredMs }
    const decideAt = (flagLiftableMs: number | null) =>
      decide(toInput({ score: 90, situation: { openCase, flagLiftableMs } }), POLICY)
    const later = SITUATION.nowMs + 1
    expect(decideAt(later)).toEqual([{ kind: 'wait', untilMs: later }])
    expect(decideAt(SITUATION.nowMs)).toEqual([{ kind: 'clear' }])
    const inAnHour = SITUATION.nowMs + 3_600_000
    expect(decideAt(null)).toEqual([{ kind: 'wait', untilMs: inAnHour }])
  })

  test('is cleared at once while its flag is not signed', () => {
    const unsigned = withCase({ reasonCode: 'listed', isFlagged: true })
    expect(decideKinds(unsigned)).toEqual(['clear'])
  })

  test('grows with its evidence', () => {
    expect(decideKinds({ kinds: ['listed', 'behaviour'], ...withCase() })).toEqual([
      'flag',
      'propose_freeze',
    ])
  })

  test('recovers at 35 when it began below 30, and at 50 when it began below 45', () => {
    const recovers = [{ kind: 'note_recovery', hasRecovered: true }]
    const follow = (score: number, began: number) =>
      decide(toInput({ score, scoreBefore: began, ...withCase({ score: began }) }), POLICY)
    expect(follow(34.9, 20)).toEqual([])
    expect(follow(35, 20)).toEqual(recovers)
    expect(follow(49.9, 40)).toEqual([])
    expect(follow(50, 40)).toEqual(recovers)
  })

  test('ends an hour later, unless the score fell again', () => {
    const { nowMs } = SITUATION
    const recovered = (ms: number) => withCase({ recoveredMs: nowMs - ms })
    expect(decideKinds({ score: 60, ...recovered(3_599_999) })).toEqual([])
    expect(decideKinds({ score: 60, ...recovered(3_600_000) })).toEqual(['clear'])
    expect(decide(toInput({ score: 34, ...recovered(3_600_000) }), POLICY)).toEqual([
      { kind: 'note_recovery', hasRecovered: false },
    ])
  })

  test('of a listed account does not end by its score', () => {
    const listed = { kinds: ['listed' as const], isListed: true, score: 35, scoreBefore: 20 }
    expect(decideKinds({ ...listed, ...withCase({ reasonCode: 'listed' }) })).toEqual([])
  })

  test('ends when its list or its reports are gone, whatever the score', () => {
    expect(decideKinds({ ...withCase({ reasonCode: 'listed' }) })).toEqual(['clear'])
    expect(decideKinds({ ...withCase({ reasonCode: 'community' }) })).toEqual(['clear'])
    expect(decideKinds({ ...withCase({ reasonCode: 'contact' }) })).toEqual(['clear'])
  })

  test('of a listed account ends with its entry, even where contact remains', () => {
    const contact: ReasonCode[] = ['contact', 'behaviour']
    const flagged = { reasonCode: 'listed', isFlagged: true, isFlagSigned: true } as const
    const { nowMs: flagLiftableMs } = SITUATION
    expect(decideKinds({ kinds: contact, ...withCase(flagged, { flagLiftableMs }) })).toEqual([
      'clear',
    ])
  })

  test('for contact stays while its account is listed itself', () => {
    const listed = { kinds: ['listed' as const], isListed: true }
    const flagged = withCase({ reasonCode: 'contact', isFlagged: true })
    expect(decideKinds({ ...listed, ...flagged })).toEqual([])
  })
})

describe('after a case was cleared', () => {
  const cleared = { lastClearedMs: SITUATION.nowMs - 86_400_000 }

  test('the same evidence accuses nobody again for seven days, and is then considered', () => {
    expect(decide(toInput({ kinds: ['community'], situation: cleared }), POLICY)).toEqual([
      { kind: 'wait', untilMs: SITUATION.nowMs + 6 * 86_400_000 },
    ])
  })

  test('time alone accuses nobody whose score stays bad, nor whose score is good', () => {
    const waited = { lastClearedMs: SITUATION.nowMs - 8 * 86_400_000 }
    expect(decideKinds({ kinds: [], scoreBefore: 20, situation: waited })).toEqual([])
    expect(decideKinds({ score: 80, kinds: ['listed'], situation: waited })).toEqual([])
  })

  test('a later act does, and so do seven days', () => {
    const acted = { ...cleared, hasActedSince: true }
    expect(decideKinds({ kinds: ['listed'], situation: acted })).toEqual(['accuse', 'flag'])
    const waited = { lastClearedMs: SITUATION.nowMs - 7 * 86_400_000 }
    expect(decideKinds({ kinds: ['listed'], situation: waited })).toEqual(['accuse', 'flag'])
  })
})

describe('for any input', () => {
  const anyDraft = fc.record({
    score: fc.double({ min: 0, max: 100, noNaN: true }),
    scoreBefore: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    kinds: fc.uniqueArray(fc.constantFrom<ReasonCode>(...REASON_CODES)),
    isAdmitted: fc.boolean(),
    situation: fc.record({
      openCase: fc.option(fc.constant(OPEN_CASE)),
      lastClearedMs: fc.option(fc.constant(SITUATION.nowMs - 1)),
      hasActedSince: fc.boolean(),
      hasOtherFlag: fc.boolean(),
      isFrozen: fc.boolean(),
      freezeProposedUntilMs: fc.option(fc.constant(SITUATION.nowMs + 1)),
    }),
  })

  test('one ground alone never proposes a freeze, and nothing at 30 or more flags', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        const kinds = decideKinds(draft)
        if (new Set(draft.kinds.map(getGround)).size < 2) {
          expect(kinds).not.toContain('propose_freeze')
        }
        if (draft.score >= 30) {
          expect(kinds).not.toContain('flag')
          expect(kinds).not.toContain('propose_freeze')
        }
      }),
    )
  })

  test('a case is cleared or extended, never both, and opened at most once', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        const kinds = decideKinds(draft)
        if (kinds.includes('clear')) expect(kinds).toEqual(['clear'])
        const isLater = kinds[0] === 'wait'
        const isOpened = kinds.length > 0 && draft.situation.openCase === null && !isLater
        expect(kinds.includes('accuse')).toBe(isOpened)
      }),
    )
  })
})

/** Decides the excuse of a score, after another version whose rules would say `earlierScore`. */
function excuse(
  score: number,
  earlierScore?: number,
  {
    excusedScore = null,
    isNewVersion = true,
  }: { excusedScore?: number | null; isNewVersion?: boolean } = {},
): number | null {
  const version = '2.0.0'
  const earlier =
    earlierScore === undefined
      ? null
      : {
          ...{ version: '1.0.0', score: earlierScore },
          ...{ riskLevel: toRiskLevel(earlierScore), completeness: 1 },
        }
  const before = { version: isNewVersion ? '1.0.0' : version, excusedScore }
  return decideExcuse(before, { score, version, earlier }, POLICY)
}

describe('the excuse of a new version', () => {
  test.each<[what: string, draft: Parameters<typeof excuse>, excused: number | null]>([
    ['is for a danger in which the account would not be before', [29, 30, {}], 29],
    ['is for suspicion of an account that was not suspicious', [44, 45, {}], 44],
    ['is not for one that was in that danger', [29, 29.9, {}], null],
    ['is not for one that was suspicious', [44, 44.9, {}], null],
    ['is not for one in no danger', [45, 60, {}], null],
    ['is given by a new version only', [29, 60, { isNewVersion: false }], null],
    ['is given only where the rules before are known', [29, undefined, {}], null],
    [
      'lasts while the account stays there',
      [25, 29, { excusedScore: 29, isNewVersion: false }],
      29,
    ],
    ['lasts over another version', [25, 29, { excusedScore: 29 }], 29],
    ['ends a margin below', [23.9, undefined, { excusedScore: 29, isNewVersion: false }], null],
    ['ends in the next danger', [29.9, undefined, { excusedScore: 31, isNewVersion: false }], null],
    ['ends above its danger', [30, undefined, { excusedScore: 29, isNewVersion: false }], null],
    [
      'ends when the score is good',
      [45, undefined, { excusedScore: 44, isNewVersion: false }],
      null,
    ],
  ])('%s', (_, draft, excused) => {
    expect(excuse(...draft)).toBe(excused)
  })

  test('is for nobody who would be accused by the rules before', () => {
    const score = fc.integer({ min: 0, max: 1_000 }).map((tenths) => tenths / 10)
    fc.assert(
      fc.property(score, score, (now, earlierScore) => {
        const isWorse = [30, 45].some((danger) => now < danger && earlierScore >= danger)
        const excused = excuse(now, earlierScore)
        if (excused !== null) expect(isWorse).toBe(true)
        if (now < 30) expect(excused === null).toBe(earlierScore < 30)
      }),
    )
  })
})

test('the agent warns at least where it flags', () => {
  const { flagBelow, warnBelow } = buildPolicy(readConfig({ LOW_SCORE_THRESHOLD: '80' }))
  expect([flagBelow, warnBelow]).toEqual([80, 80])
})
