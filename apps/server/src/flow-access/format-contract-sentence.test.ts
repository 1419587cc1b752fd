import { expect, it } from 'vitest'
import { formatContractSentence } from './format-contract-sentence.ts'

it.each([
  [
    'assertion failed: DharmaConsent: The message of 0x01 is valid until 2026-11-27 12:00 UTC, more than 86400 seconds ahead',
    'The message of 0x01 is valid until 27 Nov 2026, 12:00 UTC, more than 24 hours ahead.',
  ],
  [
    'panic: DharmaGovernance: proposal 7 ended at 1795953600.00000000',
    'Proposal 7 ended at 29 Nov 2026, 12:00 UTC.',
  ],
  [
    'assertion failed: DharmaConsent: The end of validity 3981355201 is not a whole minute',
    'The end of validity is not a whole minute.',
  ],
])('%j becomes a sentence in the units of people', (error, sentence) =>
  expect(formatContractSentence(error)).toBe(sentence),
)
