import { expect, it } from 'vitest'
import { isFieldNamed } from './verify-file.ts'

it.each([
  ['entries[2].at', 'entries[2].hash should be a, the hash of this entry, but is b.', true],
  ['entries[2].at', 'entries[3].hash should be a, the hash of this entry, but is b.', false],
  [
    'entries[2].at',
    'It is not a case file that this version can read: entries.2 is unknown.',
    true,
  ],
  ['entries[2].at', 'entries.length should be 3, but is 2.', false],
  ['proposals[1].votes[0].voter', 'proposals[1].votes[0].message.text should be a.', true],
  ['proposals[1].votes[0].voter', 'proposals[1].votes[2].voter should be a.', false],
  ['proposals[1].votes[0].voter', 'proposals[0].votes[0].voter should be a.', false],
  ['proposals[1].votes.length', 'proposals[1].votes[2] should be another vote, given twice.', true],
  ['evidence[0].score', 'entries[0].details.score should be 36, but is 35.', true],
  ['evidence[0].score', 'evidence should be complete.', false],
  ['score', 'factors.txFrequency.value should be 3, but is the score.', false],
])('%s is named in %j: %s', (path, sentence, isNamed) => {
  expect(isFieldNamed(path, sentence)).toBe(isNamed)
})
