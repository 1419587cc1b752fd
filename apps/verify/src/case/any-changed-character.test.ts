import type { CaseFile } from '@app/api/schemas/case.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildSampleCase } from '../testing/build-sample-case.ts'
import { verifyCaseAlone } from '../testing/forge-case.ts'
import { parseCaseFile } from './parse-case.ts'

/** Only the chain knows these of a key; everything else lies under the hashes or follows from it. */
const ONLY_ON_CHAIN = /"(keyIndex|weight)":[^,}]*$/

it('any changed character of an entry, and of what stands beside the entries, is found', async () => {
  const whole = JSON.stringify(buildSampleCase())
  const end = whole.indexOf('"evidence":[{"format"')
  const property = fc.asyncProperty(
    fc.integer({ min: 0, max: end - 1 }),
    fc.integer({ min: 32, max: 126 }),
    async (at, code) => {
      fc.pre(!ONLY_ON_CHAIN.test(whole.slice(Math.max(0, at - 40), at)))
      const changed = parse(whole.slice(0, at) + String.fromCharCode(code) + whole.slice(at + 1))
      fc.pre(changed !== null && JSON.stringify(changed) !== whole)
      expect((await verifyCaseAlone(changed as CaseFile)).wrong).not.toBeNull()
    },
  )
  await fc.assert(property, { numRuns: 100 })
})

function parse(json: string): CaseFile | null {
  try {
    return parseCaseFile('the file', JSON.parse(json))
  } catch {
    return null
  }
}
