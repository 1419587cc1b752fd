import { describe, expect, it } from 'vitest'
import { readContractSource } from './contract-sources.ts'
import { findRefusal, REFUSALS, type RefusalCode } from './refusals.ts'

const A = '0x179b6b1cb6755e31'

/** Every beginning, with its code and contract. */
const ALL = Object.entries(REFUSALS).flatMap(([code, { contract, beginnings }]) =>
  beginnings.map((beginning) => ({ code: code as RefusalCode, contract, beginning })),
)

describe.each(ALL)('$beginning', ({ code, contract, beginning }) => {
  it('stands in its contract', () => {
    const source = readContractSource(contract)
    const isStated = [`"${beginning}`, `"${contract}: ${beginning}`].some((text) =>
      source.includes(text),
    )
    expect(isStated).toBe(true)
  })

  it('is found by its code, as the chain gives it and as it is shown, with its values', () => {
    const sentence = beginning.replaceAll(/\\\([^()]+\)/g, A)
    const values = beginning.match(/\\\([^()]+\)/g)?.map(() => A) ?? []
    const shown = sentence.startsWith('0x')
      ? sentence
      : sentence.charAt(0).toUpperCase() + sentence.slice(1)
    for (const text of [sentence, shown, `panic: ${contract}: ${sentence}`])
      expect(findRefusal(`${text}then`)).toEqual({ code, values, rest: 'then' })
  })
})

it('every reason why scores do not let an address vote has the same code', () => {
  const source = readContractSource('DharmaVoterEligibility')
  const sentences = [...source.matchAll(/return "([^"]*score o[^"]*)"/g)].map(([, text]) =>
    String(text).replaceAll(/\\\(([^()]|\([^()]*\))*\)/g, A),
  )
  expect(sentences).toHaveLength(5)
  for (const sentence of sentences)
    expect(findRefusal(sentence), sentence).toMatchObject({ code: 'score_insufficient' })
})

it.each([
  `The payer ${A} has not enough FLOW`,
  `${A} is flagged, so its rechecks go on.`,
  'panic: DharmaGovernance: Nobody may',
])('another message has no code: %s', (message) => expect(findRefusal(message)).toBeNull())
