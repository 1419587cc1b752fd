import { listCounterparties, listPaths } from '@app/api/routes/accounts.ts'
import { getCase, listCases } from '@app/api/routes/cases.ts'
import { exportEvidence } from '@app/api/routes/score.ts'
import type { ScoreResult } from '@app/api/schemas/score.ts'
import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { ROBBED_ACCOUNTS } from '../../people/account-names.ts'
import type { Person } from '../../people/create-person.ts'
import * as evm from '../../people/evm-transactions.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { runMain, verifyFile, writeTemporaryFile } from '../../testing/run-command.ts'

const { people, chain, api, urls, fetchScore, waitUntilIndexed } = connectToWorld()
const { trudy, felix, otto, studio } = people

/** The address with a key by which trudy pays otto. */
const key = evm.getEvmSigner('otto')

beforeAll(waitUntilIndexed)

const listPathsOf = async ({ address }: Person) =>
  (await api.call(listPaths, { params: { address } })).paths

const findContact = ({ reasons }: ScoreResult) =>
  reasons.find(({ factor, points }) => factor === 'knownScamInteract' && points < 0)

describe.each([
  { ...felix, stops: [] },
  { ...otto, stops: [key.address] },
])('$name, whom trudy paid in the EVM', (person) => {
  test('is not said to be without contact: the score cites what came from her', async () => {
    const score = await fetchScore(person)
    expect(score.breakdown.knownScamInteract).toBeLessThan(0.5)
    const cited = findContact(score)?.evidence.map(({ counterparty }) => counterparty)
    expect(cited).toContain(person.stops[0] ?? trudy.address)
    expect(JSON.stringify(score)).not.toMatch(/no contact/i)
  })

  test('has a path to her, on which the money came', async () => {
    const path = (await listPathsOf(person)).find(({ listed }) => listed?.address === trudy.address)
    expect(path?.relation).toBe('funded_by_listed')
    const way = [person.address, ...person.stops, trudy.address]
    expect(path?.transfers.map(({ from, to }) => [to, from])).toEqual(
      way.slice(1).map((from, index) => [way[index], from]),
    )
  })
})

test('trudy is SUSPICIOUS at best, and those whom she robbed are not', async () => {
  expect((await fetchScore(trudy)).score).toBeLessThan(SUSPECTED_BELOW)
  for (const name of ROBBED_ACCOUNTS) {
    const { score, breakdown } = await fetchScore(people[name])
    expect(score).toBeGreaterThanOrEqual(SUSPECTED_BELOW)
    expect(breakdown.knownScamInteract).toBeGreaterThanOrEqual(0.5)
  }
})

test('who relays what an address signed is neither its partner nor in the way', async () => {
  const answer = await api.call(listCounterparties, {
    params: { address: studio.address },
    query: { limit: 100 },
  })
  const partners = answer.map(({ address }): string => address)
  expect(partners).not.toContain(key.address)
  expect(partners).not.toContain(trudy.address)
})

/** Trudy pays felix and otto once more in the EVM; both withdraw it, and felix returns a part. */
async function launder(amount: string, returned: string): Promise<void> {
  const send = chain.submitUntilSealed
  const coas = await Promise.all(
    [trudy, felix, otto].map(({ address }) => evm.readCoaAddress(chain, address)),
  )
  const [ofTrudy = key.address, ofFelix = key.address, ofOtto = key.address] = coas
  for (const to of [ofFelix, key.address]) {
    await send(evm.buildCoaRequest('depositToCoa', trudy.address, amount))
    await send(evm.buildCoaCallRequest(trudy.address, { to, amount }))
  }
  const payment = { from: key, to: ofOtto, amount }
  await send(await evm.buildRelayedPaymentRequest(chain, studio.address, payment))
  for (const { address } of [felix, otto]) {
    await send(evm.buildCoaRequest('withdrawFromCoa', address, amount))
  }
  await send(evm.buildCoaRequest('depositToCoa', felix.address, returned))
  await send(evm.buildCoaCallRequest(felix.address, { to: ofTrudy, amount: returned }))
  await send(evm.buildCoaRequest('withdrawFromCoa', trudy.address, returned))
}

test('laundering once more, with a part that comes back, raises nobody’s score', async () => {
  const accomplices = [trudy, felix, otto]
  const before = await Promise.all(accomplices.map(fetchScore))
  await launder('18.0', '9.0')
  const after = await Promise.all(accomplices.map(fetchScore))
  for (const [index, { score }] of after.entries()) {
    expect(score).toBeLessThanOrEqual(before[index]?.score ?? 0)
  }
  expect(after.map(({ evidenceHash }) => evidenceHash)).not.toEqual(
    before.map(({ evidenceHash }) => evidenceHash),
  )
})

test.each([
  [trudy, []],
  [felix, []],
  [otto, ['--full']],
  [people.grace, []],
])(
  'whoever verifies $name finds what is cited of the EVM on the chain',
  async (person, options) => {
    await fetchScore(person)
    const sources = ['--api', urls.api, '--node', urls.emulator]
    const args = [person.address, ...sources, ...options]
    const { code, output } = await runMain('apps/verify/src/main.ts', args)
    expect(code, output).toBe(0)
    expect(output).toContain('everything agrees')
  },
)

test('whoever verifies the case of trudy finds what it cites of the EVM', async () => {
  const { address } = trudy
  const [first] = await api.call(listCases, { query: { address } })
  const file = await api.call(getCase, { params: { address, caseId: first?.caseId ?? '' } })
  const { code, output } = await verifyFile('case', file, '--node', urls.emulator)
  expect(code, output).toBe(0)
})

test('a scan of all blocks finds that a payment between others is cited against otto', async () => {
  const [ofFelix, ofOtto] = await Promise.all(
    [felix, otto].map(({ address }) => api.call(exportEvidence, { params: { address } })),
  )
  const cited = ofFelix?.reasons
    .flatMap(({ evidence }) => evidence)
    .find(({ counterparty }) => counterparty === trudy.address)
  const contact = ofOtto?.reasons.find(({ factor }) => factor === 'knownScamInteract')
  Object.assign(contact?.evidence[0] ?? {}, cited)
  const path = await writeTemporaryFile('evidence.json', JSON.stringify(ofOtto))
  const args = [path, '--node', urls.emulator, '--full']
  const { code, output } = await runMain('apps/verify/src/main.ts', args)
  expect(output).toContain(`txId should be a transaction with a transfer between ${otto.address}`)
  expect(code).toBe(1)
})
