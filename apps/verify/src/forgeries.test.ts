import { expect, it } from 'vitest'
import { openCase } from './case/verify-case.ts'
import { openEvidence } from './evidence/verify-evidence.ts'
import { buildSampleArchive } from './testing/build-sample-archive.ts'
import { buildSampleCase } from './testing/build-sample-case.ts'
import { buildSampleEvidence } from './testing/build-sample-evidence.ts'
import { coverByHashes, findMissed } from './testing/find-missed.ts'
import { AGREES, verify } from './testing/verify.ts'
import { openVotes } from './votes/verify-votes.ts'

const whole = buildSampleCase()

it.each([
  ['a case', { open: openCase, file: whole }],
  [
    'a case whose hashes were computed again',
    { open: openCase, file: whole, cover: coverByHashes(whole) },
  ],
  ['a vote archive', { open: openVotes, file: buildSampleArchive() }],
  ['an evidence file', { open: openEvidence, file: buildSampleEvidence() }],
])(
  'every forged field of %s is found in the file alone, or listed as unchecked',
  async (_, forger) => {
    expect(await verify(forger.open, forger.file)).toMatchObject(AGREES)
    const { missed, tried } = await findMissed({ ...forger, times: 3, sources: [{}] })
    expect(missed).toEqual([])
    expect(tried).toBeGreaterThan(50)
  },
)
