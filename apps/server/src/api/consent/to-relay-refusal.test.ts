import { readContractSource } from '@app/contracts/contract-sources.ts'
import { isContractRefusal } from '@app/contracts/refusals.ts'
import { describe, expect, it } from 'vitest'
import { formatContractSentence } from '../../flow-access/format-contract-sentence.ts'
import { toRelayRefusal } from './to-relay-refusal.ts'

const A = '0x179b6b1cb6755e31'

const refuse = (kind: Parameters<typeof toRelayRefusal>[0], message: string) => {
  const {
    code,
    statusCode,
    message: sentence,
    details,
  } = toRelayRefusal(kind, formatContractSentence(message))
  return { code, statusCode, sentence, details }
}

describe('a message that the contracts refuse', () => {
  it('names the open proposal', () => {
    const message = `panic: DharmaGovernance: Proposal 12 to freeze ${A} is open already`
    expect(refuse('proposal', message)).toEqual({
      code: 'already_open',
      statusCode: 409,
      sentence: `Proposal 12 to freeze ${A} is open already. Vote on it instead.`,
      details: { proposalId: 12 },
    })
  })

  it.each([
    [
      'vote',
      `panic: DharmaGovernance: ${A} cannot vote: voting on proposal 3 ended at 5.0`,
      'voting_closed',
    ],
    ['vote', `panic: DharmaGovernance: ${A} cannot vote: proposal 3 is expired`, 'voting_closed'],
    [
      'vote',
      `panic: DharmaGovernance: ${A} cannot vote: the score of ${A} is below 60`,
      'not_eligible',
    ],
    ['appeal', `panic: DharmaGovernance: ${A} does not carry flag 3`, 'appeal_refused'],
    [
      'proposal',
      `assertion failed: DharmaGovernance: ${A} has 3 open proposals already`,
      'proposal_refused',
    ],
    [
      'vouch',
      `assertion failed: DharmaReports: ${A} has no published score; publish it first`,
      'report_refused',
    ],
    [
      'report',
      `assertion failed: DharmaConsent: Sequence 3 of ${A} is not above 4`,
      'sequence_refused',
    ],
    [
      'vote',
      `assertion failed: DharmaConsent: The message of ${A} was valid until 5`,
      'message_expired',
    ],
    ['appeal', `assertion failed: DharmaConsent: Key 2 of ${A} is revoked`, 'signature_refused'],
    ['vote', `panic: DharmaConsent: The account ${A} has no key 7`, 'signature_refused'],
  ] as const)('is no failure of ours: %s, %s', (kind, message, code) => {
    const refusal = refuse(kind, message)
    expect(refusal.code).toBe(code)
    expect(refusal.statusCode).toBeLessThan(500)
    expect(isContractRefusal(message)).toBe(true)
  })

  /** Every sentence with which `DharmaConsent` ends a message, with numbers in the place of its values. */
  const sentences = [
    ...readContractSource('DharmaConsent').matchAll(
      /"DharmaConsent: ([^"]*consent[^"]*|(?:Sequence|The message)[^"]*)"/g,
    ),
  ].map(([, text]) =>
    String(text).replaceAll(/\\\(([^()]|\([^()]*\))*\)/g, (value) =>
      value.includes('ddress') ? A : '7',
    ),
  )

  it('about itself has a code of its own', () => {
    const codes = sentences.map((text) => [text, refuse('vouch', `DharmaConsent: ${text}`).code])
    expect(Object.fromEntries(codes)).toEqual({
      [`Sequence 7 of ${A} is not above 7`]: 'sequence_refused',
      [`Sequence 7 of ${A} is more than 7 above 7`]: 'sequence_refused',
      'The end of validity 7 is not a whole minute': 'invalid_request',
      [`The message of ${A} was valid until 7`]: 'message_expired',
      [`The message of ${A} is valid until 7, more than 7 seconds ahead`]: 'validity_too_long',
      '7 signatures are more than 7': 'signature_refused',
      [`Key 7 of ${A} signed twice`]: 'signature_refused',
      [`The account ${A} has no key 7`]: 'signature_refused',
      [`Key 7 of ${A} is revoked`]: 'signature_refused',
      [`The signature of key 7 of ${A} is not over this message`]: 'signature_refused',
      [`The signing keys of ${A} weigh 7, not 7`]: 'signature_refused',
    })
  })
})
