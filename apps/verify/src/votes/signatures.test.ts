import { describe, expect, it } from 'vitest'
import { type Change, forge, verifyAlone } from '../testing/forge-archive.ts'

it('a message without signatures is named, with the reason of the file', async () => {
  const problem = 'The access node does not have the transaction any more.'
  const file = forge((_, [, two]) => Object.assign(two.message, { signatures: [], problem }))
  expect(await verifyAlone(file)).toEqual({
    wrong: null,
    undecided: [`proposals[0].votes[1].message has no signature: ${problem}`],
  })
})

const CASES: [string, Change, string][] = [
  [
    'no signature',
    (_, [, two]) => {
      two.message.signatures = []
    },
    'of keys that weigh 0',
  ],
  [
    'one signature of two',
    (_, [, two]) => void two.message.signatures.pop(),
    'of keys that weigh 500',
  ],
  [
    'one key twice',
    (_, [, { message }]) => void message.signatures.splice(1, 1, ...message.signatures.slice(0, 1)),
    'signatures[1].keyIndex should be another key',
  ],
  [
    'the signature of another vote',
    (_, [one, , three]) => {
      three.message.signatures = one.message.signatures
    },
    'votes[2].message.signatures[0].signature should be a signature of message.text',
  ],
  [
    'a huge weight',
    (_, [, { message }]) => {
      message.signatures.splice(1, 1)
      for (const signature of message.signatures) signature.weight = 2000
    },
    'weight should be 0 to 1000',
  ],
  [
    'a problem where there is none',
    (_, [, two]) => {
      two.message.problem = 'lost'
    },
    'problem should be missing',
  ],
]

describe('signatures are wrong with', () => {
  it.each(CASES)('%s', async (_, change, sentence) => {
    expect((await verifyAlone(forge(change))).wrong).toContain(sentence)
  })
})
