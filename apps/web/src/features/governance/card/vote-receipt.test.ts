import type { ArchivedVote, VoteArchive } from '@app/api/schemas/vote-archive.ts'
import { expect, test } from 'vitest'
import { findVote } from './vote-receipt.tsx'

const buildVote = (voter: string, sequence: number): ArchivedVote => ({
  voter,
  support: true,
  isCounted: true,
  score: 70,
  evidenceHash: '',
  publisher: '0x179b6b1cb6755e31',
  message: { text: '', sequence, validUntil: 0, signatures: [] },
  receipt: { txId: '', height: 1, at: 0 },
})

test('a receipt is that of the same proposal, voter and number', () => {
  const votes = [buildVote('0x01', 1), buildVote('0x01', 2), buildVote('0x02', 2)]
  const proposals = [
    { id: 7, votes },
    { id: 8, votes: [buildVote('0x01', 3)] },
  ]
  const archive = { proposals } as unknown as Pick<VoteArchive, 'proposals'>
  expect(findVote(archive, { proposalId: 7, voter: '0x01', sequence: 2 })).toBe(votes[1])
  expect(findVote(archive, { proposalId: 7, voter: '0x01', sequence: 3 })).toBeUndefined()
  expect(findVote(archive, { proposalId: 9, voter: '0x01', sequence: 1 })).toBeUndefined()
})
