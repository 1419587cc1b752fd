import { getCase } from '@app/api/routes/cases.ts'
import { getProtection } from '@app/api/routes/governance.ts'
import type { CaseFile } from '@app/api/schemas/case.ts'
import { getProtectionStatus } from '@app/contracts/calls.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openWatchedPage, type WatchedPage } from '../../testing/clients/open-watched-page.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { verifyFile } from '../../testing/run-command.ts'

const world = connectToWorld()
const { people, chain, api, urls, emulator } = world
const { mule, mallory } = people

/** Mallory is on the scam list; the mule, on none, moved her money on. */
const ACCUSED = [
  [
    'mule',
    {
      person: mule,
      reasonCode: 'contact',
      lists: 0,
      text: 'because of money from a listed account (reason code: contact)',
    },
  ],
  [
    'mallory',
    {
      person: mallory,
      reasonCode: 'listed',
      lists: 1,
      text: 'because of a scam list (reason code: listed)',
    },
  ],
] as const

let watched: WatchedPage
const resources = new AsyncDisposableStack()

beforeAll(async () => {
  watched = await openWatchedPage(urls.web)
  resources.defer(() => watched.browser.close())
})

afterEach(() => expect(watched.errors.takeUnexpected()).toEqual([]))
afterAll(() => resources.disposeAsync())

const readProtection = (address: string) => api.call(getProtection, { params: { address } })

async function readCase(address: string): Promise<CaseFile> {
  const { flag } = await readProtection(address)
  return await api.call(getCase, { params: { address, caseId: flag?.caseId ?? '' } })
}

test.each(ACCUSED)('the API says of %s what its flag rests on', async (...[, accused]) => {
  const { address } = accused.person
  const { flag, accusation, labels, clearing } = await readProtection(address)
  expect([flag?.reasonCode, accusation?.reasonCode]).toEqual([
    accused.reasonCode,
    accused.reasonCode,
  ])
  expect(labels).toHaveLength(accused.lists)
  expect(accusation?.statement.evidenceKinds[0]).toBe(accused.reasonCode)
  const ofContact = 'The flag is lifted when the listed account behind it is taken off the list.'
  expect(clearing.includes(ofContact)).toBe(accused.reasonCode === 'contact')
})

test.each(ACCUSED)('the chain has the same code in the flag of %s', async (...[, accused]) => {
  const { address } = accused.person
  const { flag } = await readProtection(address)
  expect(await chain.runScript(getProtectionStatus({ address }))).toMatchObject({
    flag: { number: BigInt(flag?.number ?? 0), reasonCode: accused.reasonCode },
  })
})

test.each(ACCUSED)(
  'the case of %s says so, and agrees with the events of the chain',
  async (...[, accused]) => {
    const file = await readCase(accused.person.address)
    const { reasonCode } = accused
    expect(file.reasonCode).toBe(reasonCode)
    const accusing = file.entries.filter(
      (entry) => entry.kind === 'warning' || entry.kind === 'flag',
    )
    expect(accusing.map(({ details }) => details.reasonCode)).toContain(reasonCode)
    const { code, output } = await verifyFile('case', file, '--node', emulator.rest)
    expect(output).not.toContain('WRONG')
    expect(code).toBe(0)
  },
)

test.each(ACCUSED)('the pages of %s and of the case say it in words', async (...[, accused]) => {
  const { page } = watched
  const { address } = accused.person
  await page.goto(`/wallet/${address}`)
  const status = page.getByRole('list', { name: 'Status of this wallet' })
  await status.getByText(accused.text).waitFor()
  const { caseId } = await readCase(address)
  await page.goto(`/wallet/${address}?case=${caseId}`)
  await page.getByText(`Accusation ${accused.text}`).first().waitFor()
  const timeline = page.getByRole('list', { name: 'Timeline of this case' })
  await timeline.getByText(accused.text).first().waitFor()
  if (accused.reasonCode === 'contact') {
    expect(await page.getByText('because of a scam list').count()).toBe(0)
  }
})
