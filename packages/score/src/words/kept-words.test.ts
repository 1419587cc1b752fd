import { createHash } from 'node:crypto'
import { mapAccountEventFacts } from '@app/values/account-event.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEmptyAccount } from '../empty-facts.ts'
import type { Facts } from '../facts.ts'
import { judge } from '../judge.ts'
import type { Judgement } from '../judgement.ts'
import { arbitraryWallet } from '../testing/arbitrary-facts.ts'
import { buildHabitFacts } from '../testing/habits/habit.ts'
import { HABITS } from '../testing/habits/habits.ts'
import { SCORE_RULES } from '../version.ts'

const accountEvents = fc.record(mapAccountEventFacts(() => fc.nat(2)))

/** Any wallet, also with every kind of change to its account. */
const wallet: fc.Arbitrary<Facts> = fc
  .tuple(arbitraryWallet, accountEvents)
  .map(([{ listing, ...facts }, counts]) => ({
    ...facts,
    listing: listing && { ...listing, source: 'Example list' },
    account: { ...createEmptyAccount(), ...counts },
  }))

const HONEST = Object.values(HABITS).map((habit) => buildHabitFacts(habit, new Set(['stranger'])))

const withoutNumbers = (text: string) => text.replace(/\d[\d,.]*/g, '#')

function listWords({ verdict, findings, reasons, improve, flags }: Judgement): string[] {
  return [
    `verdict: ${verdict}`,
    ...Object.entries(findings).map(([factor, finding]) => `finding of ${factor}: ${finding}`),
    ...reasons.map(
      ({ code, headline, text, evidence }) =>
        `reason ${code}: ${headline}. ${text}. ${JSON.stringify(evidence)}`,
    ),
    ...improve.map(({ code, text }) => `advice ${code}: ${text}`),
    ...flags.map((flag) => `flag: ${flag}`),
  ]
}

/** A change of a word, of a number in it, or of the evidence behind it shows in the file. */
test.each([SCORE_RULES.current, ...SCORE_RULES.earlier])(
  'what version $version says about wallets is what is kept in its file',
  async (rules) => {
    const wallets = [...HONEST, ...fc.sample(wallet, { seed: 1_300, numRuns: 300 })]
    const judged = wallets.map((facts) => judge(facts, rules))
    const sha256 = createHash('sha256').update(JSON.stringify(judged)).digest('hex')
    const lines = new Set(judged.flatMap(listWords).map(withoutNumbers))
    const kept = [...[...lines].sort(), `SHA-256 of all with their numbers: ${sha256}`].join('\n')
    await expect(`${kept}\n`).toMatchFileSnapshot(`kept-words-${rules.version}.txt`)
  },
)
