import { expect, it } from 'vitest'
import { CASE } from './case/verify-case.ts'
import { EVIDENCE } from './evidence/verify-evidence.ts'
import { buildSampleArchive, buildSampleBallots } from './testing/build-sample-archive.ts'
import { buildSampleCase } from './testing/build-sample-case.ts'
import { buildSampleEvidence } from './testing/build-sample-evidence.ts'
import { coverByHashes, findMissed } from './testing/find-missed.ts'
import { AGREES, verify } from './testing/verify-file.ts'
import { VOTES } from './votes/verify-votes.ts'

const ALONE = { times: 3, nodes: [null] }
const whole = buildSampleCase()

it.each([
  ['a case', { format: CASE, file: whole }],
  [
    'a case whose hashes were computed again',
    { format: CASE, file: whole, cover: coverByHashes(whole) },
  ],
  ['a vote archive', { format: VOTES, file: buildSampleArchive() }],
  [
    'messages that carry several votes',
    { format: VOTES, file: buildSampleBallots(), cover: (forged: unknown) => forged },
  ],
  ['an evidence file', { format: EVIDENCE, file: buildSampleEvidence() }],
])(
  'every forged field of %s is found in the file alone, or listed as unchecked',
  async (_, { format, file, ...more }) => {
    // The table has files of several formats.
    const own = { format, file, ...more } as Parameters<typeof findMissed<object>>[0]
    expect(await verify(own.format, own.file)).toMatchObject(AGREES)
    const { missed, tried } = await findMissed({ ...own, ...ALONE })
    expect(missed).toEqual([])
    expect(tried).toBeGreaterThan(50)
  },
)
