import { VOTES_REQUIRED } from '@app/values/limits.ts'
import { expect, it } from 'vitest'
import { assessEvidence, type EvidenceSources } from './assess-evidence.ts'

const NOTHING: EvidenceSources = {
  facts: { listing: null, community: null },
  reasons: [],
  readShare: 1,
  pValue: 1,
  eligibleReports: 0,
  hasKeyChanges: false,
}

const NOBODY = { wallets: 0, weight: 0 }
const SAID = {
  ...{ visitorReports: 9, reports: NOBODY, trustedReports: NOBODY },
  ...{ vouches: NOBODY, trustedVouches: NOBODY },
  ...{ freezes: 0, appealsDenied: 0, appealsUpheld: 9 },
}

const decided = (change: { freezes?: number; appealsDenied?: number }) => ({
  facts: { listing: null, community: { ...SAID, ...change } },
})

const listed = (confidence: number) => ({
  facts: { listing: { source: 'a list', confidence }, community: null },
})

const contact = (...costs: [code: string, points: number][]) => ({
  reasons: costs.map(([code, points]) => ({ factor: 'knownScamInteract', code, points }) as const),
})

it.each<[what: string, sources: Partial<EvidenceSources>, kinds: string[]]>([
  ['nothing', {}, []],
  ['an entry in the list, whatever its confidence', listed(0), ['listed']],
  ['an entry, beside contact', { ...listed(1), ...contact(['funding_hop_0', -15]) }, ['listed']],
  ['funding that costs four points', contact(['funding_hop_0', -4]), ['contact']],
  ['funding over another account', contact(['funding_hop_1', -4]), ['contact']],
  ['a payment that costs four points', contact(['payment_hop_0', -4]), ['contact']],
  ['a payment over another account', contact(['payment_hop_1', -4]), ['contact']],
  ['contact that costs less', contact(['funding_hop_0', -3.9]), []],
  [
    'contact in rows that cost four points together',
    contact(['funding_hop_0', -2.5], ['payment_hop_1', -1.5]),
    ['contact'],
  ],
  [
    'contact while blocks are read again',
    { readShare: 0.8, ...contact(['funding_hop_0', -3.2]) },
    ['contact'],
  ],
  ['less contact then', { readShare: 0.8, ...contact(['funding_hop_0', -3.1]) }, []],
  ...['funding_hop_2', 'payment_hop_2', 'no_funding_hop_0', 'funding_hop_01', 'fan_in'].map(
    (code): [string, Partial<EvidenceSources>, string[]] => [code, contact([code, -40]), []],
  ),
  ['behaviour as bad as that of 2 %', { pValue: 0.02 }, ['behaviour']],
  ['behaviour as bad as that of more', { pValue: 0.021 }, []],
  ['a freeze by vote', decided({ freezes: 1 }), ['community']],
  ['a denied appeal', decided({ appealsDenied: 1 }), []],
  ['what visitors say', decided({}), []],
  ['as many reports as a vote needs', { eligibleReports: VOTES_REQUIRED }, ['community']],
  ['fewer reports', { eligibleReports: VOTES_REQUIRED - 1 }, []],
  ['a change of keys', { hasKeyChanges: true }, ['keys']],
  [
    'every kind, in a fixed order',
    {
      facts: { ...listed(1).facts, community: { ...SAID, freezes: 1 } },
      ...{ pValue: 0, hasKeyChanges: true },
    },
    ['listed', 'behaviour', 'community', 'keys'],
  ],
])('the evidence of %s is as it says', (_, sources, kinds) => {
  expect(assessEvidence({ ...NOTHING, ...sources })).toEqual(kinds)
})
