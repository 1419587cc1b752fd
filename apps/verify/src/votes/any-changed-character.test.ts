import type { VoteArchive } from '@app/api/schemas/vote-archive.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildSampleArchive } from '../testing/build-sample-archive.ts'
import { verifyAlone } from '../testing/forge-archive.ts'
import { parseVoteArchive } from './archive-entries.ts'

/** Only the chain knows these; the story of the world changes them too. */
const ONLY_ON_CHAIN = /"(score|publisher|evidenceHash|keyIndex|weight|txId|height|at)":"?[^"]*$/

it('any changed character of a vote is found, except in what only the chain knows', async () => {
  const whole = JSON.stringify(buildSampleArchive())
  const from = whole.indexOf('"votes":[') + '"votes":['.length
  const position = fc.integer({ min: from, max: whole.length - 4 })
  const property = fc.asyncProperty(
    position,
    fc.integer({ min: 32, max: 126 }),
    async (at, code) => {
      fc.pre(!ONLY_ON_CHAIN.test(whole.slice(from, at)))
      const changed = parse(whole.slice(0, at) + String.fromCharCode(code) + whole.slice(at + 1))
      fc.pre(changed !== null && JSON.stringify(changed) !== whole)
      expect((await verifyAlone(changed as VoteArchive)).wrong).not.toBeNull()
    },
  )
  await fc.assert(property, { numRuns: 100 })
})

function parse(json: string): VoteArchive | null {
  try {
    return parseVoteArchive('the file', JSON.parse(json))
  } catch {
    return null
  }
}
