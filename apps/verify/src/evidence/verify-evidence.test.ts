import { replaceAt } from '@app/score/testing/replace-at.ts'
import { SCORE_RULES, SCORE_VERSION } from '@app/score/version.ts'
import { describe, expect, it } from 'vitest'
import { formatUnchecked } from '../output.ts'
import {
  ALICE,
  buildSampleEvidence,
  SAMPLE_FACTS,
  THIEF,
} from '../testing/build-sample-evidence.ts'
import { verify } from '../testing/verify.ts'
import { openEvidence } from './verify-evidence.ts'

async function verifyTampered(path: string, value: unknown): Promise<string> {
  const file = buildSampleEvidence()
  replaceAt(file, path, value)
  return (await verify(openEvidence, file)).wrong ?? 'nothing'
}

describe('an evidence file alone', () => {
  it('leaves claims unchecked that need a node or a human decision', async () => {
    const claims = (await verify(openEvidence, buildSampleEvidence())).unchecked
    const unchecked = claims.map(formatUnchecked).join('\n')
    expect(unchecked).toContain('the cited transactions')
    expect(unchecked).toContain('the score published')
    expect(unchecked).toContain('blocks 0 to 20')
    expect(unchecked).toContain('after block 20')
    expect(unchecked).toContain('its maintainers decide')
  })

  it('is wrong when a listed contact is another account', async () => {
    const file = buildSampleEvidence()
    const index = file.reasons.findIndex(({ pointer }) => pointer.kind === 'listed_contacts')
    const path = `reasons[${index}].evidence[0].counterparty`
    expect(await verifyTampered(path, ALICE)).toBe(
      `${path} should be an account of lists.scam, but is ${ALICE}.`,
    )
  })

  it('is wrong for another address or another network', async () => {
    expect(await verifyTampered('address', THIEF)).toContain(
      `inputs.chain.address should be "${THIEF}"`,
    )
    expect(await verifyTampered('network', 'testnet')).toBe(
      `address should be an address of testnet, but is "${ALICE}".`,
    )
  })

  it('of an earlier version is computed by the rules of that version', async () => {
    const facts = { ...SAMPLE_FACTS, community: DENIED }
    for (const rules of [SCORE_RULES.current, ...SCORE_RULES.earlier]) {
      const file = buildSampleEvidence(facts, rules)
      expect((await verify(openEvidence, file)).wrong).toBeNull()
      const claimed = { ...file, version: rules === SCORE_RULES.current ? '1.3.0' : SCORE_VERSION }
      expect((await verify(openEvidence, claimed)).wrong).not.toBeNull()
    }
  })

  it('of another version needs the release of that version', async () => {
    expect(await verifyTampered('version', '0.9.0')).toMatch(
      /^version should be .* the engine here .*0\.9\.0\.$/,
    )
  })

  it('reports the field of the inputs that this version cannot read', async () => {
    expect(await verifyTampered('inputs.chain.dustIn', undefined)).toBe(
      'inputs.chain.dustIn should be a whole number from 0 on, but is missing.',
    )
  })
})

const NOBODY = { wallets: 0, weight: 0 }
const DENIED = {
  ...{ visitorReports: 0, reports: NOBODY, trustedReports: NOBODY },
  ...{ vouches: NOBODY, trustedVouches: NOBODY },
  ...{ freezes: 0, appealsDenied: 1, appealsUpheld: 0 },
}
