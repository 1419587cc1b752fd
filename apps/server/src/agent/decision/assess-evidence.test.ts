import { VOTES_REQUIRED } from '@app/values/limits.ts'
import { describe, expect, it } from 'vitest'
import { assessEvidence, type EvidenceSources } from './assess-evidence.ts'

const NOTHING: EvidenceSources = {
  facts: { listing: null, community: null },
  reasons: [],
  readShare: 1,
  pValue: 1,
  eligibleReports: 0,
  hasKeyChanges: false,
}

const assess = (changes: Partial<EvidenceSources>) => assessEvidence({ ...NOTHING, ...changes })

const reason = (code: string, points: number) =>
  ({ factor: 'knownScamInteract', code, points }) as const

const NOBODY = { wallets: 0, weight: 0 }

const community = (decided: { freezes?: number; appealsDenied?: number }) => ({
  listing: null,
  community: {
    visitorReports: 9,
    reports: NOBODY,
    trustedReports: NOBODY,
    vouches: NOBODY,
    trustedVouches: NOBODY,
    freezes: 0,
    appealsDenied: 0,
    appealsUpheld: 9,
    ...decided,
  },
})

describe('evidence against an account', () => {
  it('is none where nothing is known', () => {
    expect(assess({})).toEqual([])
  })

  it('of every kind is named in a fixed order', () => {
    const kinds = assess({
      facts: { ...community({ freezes: 1 }), listing: { source: 'a list', confidence: 1 } },
      pValue: 0,
      hasKeyChanges: true,
    })
    expect(kinds).toEqual(['listed', 'behaviour', 'community', 'keys'])
  })

  it('is an entry in the list, whatever its confidence', () => {
    const listing = { source: 'a list', confidence: 0 }
    expect(assess({ facts: { listing, community: null } })).toEqual(['listed'])
  })

  it('is no contact where the account is listed itself', () => {
    const facts = { listing: { source: 'a list', confidence: 1 }, community: null }
    expect(assess({ facts, reasons: [reason('funding_hop_0', -15)] })).toEqual(['listed'])
  })

  it.each(['funding_hop_0', 'funding_hop_1', 'payment_hop_0', 'payment_hop_1'])(
    'is %s that costs four points',
    (code) => {
      expect(assess({ reasons: [reason(code, -4)] })).toEqual(['contact'])
      expect(assess({ reasons: [reason(code, -3.9)] })).toEqual([])
    },
  )

  it('is contact that costs less only while blocks are read again', () => {
    const readShare = 0.8
    expect(assess({ readShare, reasons: [reason('funding_hop_0', -3.2)] })).toEqual(['contact'])
    expect(assess({ readShare, reasons: [reason('funding_hop_0', -3.1)] })).toEqual([])
  })

  it('is contact in several rows that cost four points together', () => {
    const rows = [reason('funding_hop_0', -2.5), reason('payment_hop_1', -1.5)]
    expect(assess({ reasons: rows })).toEqual(['contact'])
  })

  it.each(['funding_hop_2', 'payment_hop_2', 'no_funding_hop_0', 'funding_hop_01', 'fan_in'])(
    'is not %s, whatever it costs',
    (code) => {
      expect(assess({ reasons: [reason(code, -40)] })).toEqual([])
    },
  )

  it('is behaviour as bad as that of 2 % of the ordinary wallets', () => {
    expect(assess({ pValue: 0.02 })).toEqual(['behaviour'])
    expect(assess({ pValue: 0.021 })).toEqual([])
  })

  it('is a freeze by vote, and neither a denied appeal nor what visitors say', () => {
    expect(assess({ facts: community({ freezes: 1 }) })).toEqual(['community'])
    expect(assess({ facts: community({ appealsDenied: 1 }) })).toEqual([])
    expect(assess({ facts: community({}) })).toEqual([])
  })

  it('is as many reports of members as a vote needs', () => {
    expect(assess({ eligibleReports: VOTES_REQUIRED })).toEqual(['community'])
    expect(assess({ eligibleReports: VOTES_REQUIRED - 1 })).toEqual([])
  })

  it('is a change of keys', () => {
    expect(assess({ hasKeyChanges: true })).toEqual(['keys'])
  })
})
