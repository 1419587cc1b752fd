import { describe, expect, it } from 'vitest'
import { castVote } from '../routes/governance.ts'
import { getScore, getScoreHistory } from '../routes/score.ts'
import { buildUrl } from './build-url.ts'

describe('buildUrl', () => {
  it('puts parameters into the path', () => {
    expect(buildUrl(castVote, { params: { id: 7 } })).toBe('/v1/governance/proposals/7/vote')
  })

  it('percent-encodes characters that would change the path', () => {
    expect(buildUrl(getScore, { params: { address: '../a b?' } })).toBe('/v1/score/..%2Fa%20b%3F')
  })

  it('appends the query and leaves out undefined values', () => {
    const input = { params: { address: '0x1' }, query: { limit: 5, cursor: undefined } }
    expect(buildUrl(getScoreHistory, input)).toBe('/v1/score/0x1/history?limit=5')
  })
})
