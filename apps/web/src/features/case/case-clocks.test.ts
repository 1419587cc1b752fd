import { expect, test } from 'vitest'
import { buildEntries, type EntryDraft, START_MS } from '../../testing/build-entries.ts'
import { listClocks } from './case-clocks.tsx'

const HOUR_MS = 3_600_000
const until = new Date(START_MS + 2 * HOUR_MS).toISOString()
const freeze = {
  ...{ number: 1, overruledAt: null, proposalId: 4, isProtection: false },
  ...{ since: until, renewedAt: until, until },
}

/** Lists the clocks an hour after the first entry. */
const list = (contents: EntryDraft[], standing: typeof freeze | null = null, hours = 1) =>
  listClocks({ entries: buildEntries(contents), freeze: standing }, START_MS + hours * HOUR_MS)

const listTexts = (...args: Parameters<typeof list>) => list(...args).map(({ text }) => text)

test.each<[string, EntryDraft[], typeof freeze | null, string[]]>([
  [
    'a vote, an appeal and a freeze, the next one first',
    [{ kind: 'appeal' }, { kind: 'proposal' }, { kind: 'freeze' }],
    freeze,
    ['The freeze ends', 'Voting on proposal #7 ends', 'Voting on appeal #2 ends'],
  ],
  [
    'an appeal and the proposal that decides it',
    [{ kind: 'proposal', details: { proposalId: 2, isAppeal: true } }, { kind: 'appeal' }],
    null,
    ['Voting on appeal #2 ends'],
  ],
  [
    'what has ended',
    [
      ...[{ kind: 'appeal' } as const, { kind: 'proposal' } as const],
      ...[{ kind: 'voting_end' } as const, { kind: 'appeal_outcome' } as const],
    ],
    null,
    [],
  ],
  ['a freeze of another case', [{ kind: 'freeze' }], { ...freeze, number: 2 }, []],
  ['a freeze that does not stand', [{ kind: 'freeze' }], null, []],
])('%s: the clocks are those that run', (_, contents, standing, texts) => {
  expect(listTexts(contents, standing)).toEqual(texts)
})

test('what is over by time has no clock', () => {
  expect(listTexts([{ kind: 'freeze' }, { kind: 'proposal' }], freeze, 25)).toEqual([])
})

test.each<[EntryDraft, string | null, string]>([
  [{ kind: 'proposal' }, null, 'With at least 3 votes and more For than Against it is approved.'],
  [
    { kind: 'proposal', details: { action: 'recover' } },
    null,
    'With at least 3 votes For and more For than Against it is approved.',
  ],
  [{ kind: 'freeze' }, null, 'It ends by itself, unless a vote renews it before.'],
  [
    { kind: 'freeze' },
    until,
    'A vote decided to end it: it ends by itself, or before when the DAO executes that.',
  ],
])('the end of %j, overruled at %s, has its effect', (content, overruledAt, effect) => {
  expect(list([content], { ...freeze, overruledAt } as typeof freeze)[0]?.effect).toBe(effect)
})
