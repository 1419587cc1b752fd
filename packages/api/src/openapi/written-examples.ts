const ALICE = '0x179b6b1cb6755e31'
const MALLORY = '0xf3fcd2c1a78f5eee'
const TX_ID = '8f2c9d0e5b7a41c3968d1f20e4b5a6c7d8e9f0a1b2c3d4e5f60718293a4b5c6d'

/** Unix seconds. */
const CREATED_AT = 1_795_348_800

/** Examples of responses that cannot be recorded, because they need a signature or a cookie. */
export const WRITTEN_EXAMPLES = {
  proposal: {
    id: 1,
    action: 'freeze',
    targetAddress: MALLORY,
    proposer: ALICE,
    reason: 'Swept the wallets of at least six members in one night',
    status: 'pending',
    votesFor: 0,
    votesAgainst: 0,
    createdAt: CREATED_AT,
    title: `Freeze ${MALLORY}`,
    description: `Marks ${MALLORY} as frozen for 7 days.`,
    rank: 'voter',
    isAppeal: false,
    votingOutcome: 'open',
    votingEndsAt: CREATED_AT + 86_400,
    executableUntil: CREATED_AT + 8 * 86_400,
    countdowns: [{ kind: 'voting', at: CREATED_AT + 86_400, text: 'Voting ends' }],
    health: {
      voters: 0,
      sharedFunding: [],
      unknownFunding: 0,
      newVoters: 0,
      paidByProposer: 0,
      concentration: { proposals: 1, votes: 0, voters: 0, topThreeShare: 0 },
    },
    txId: TX_ID,
  },
  relayed: {
    id: '12',
    targetAddress: MALLORY,
    caseId: '179b6b1cb6755e31-5a5a5a5a5a5a',
    txId: TX_ID,
  },
  message: {
    text: `Dharma Guard vote\nContract: 0xf8d6e0586b0a20c7\nNetwork: local\nProposal: 1\nAction: freeze\nTarget: ${MALLORY}\nChoice: for\nVoter: ${ALICE}\nSequence: 1\nValid until: 2026-11-23 12:00 UTC`,
    series: 'votes',
    sequence: 1,
    validUntil: CREATED_AT + 86_400,
    blockTime: CREATED_AT,
    maxValidity: 86_400,
    contract: '0xf8d6e0586b0a20c7',
    network: 'local',
    actions: [{ name: 'freeze', targetAddress: MALLORY }],
  },
  nonce: {
    nonce: '75f8587e5bd5f9dcc9909d0dae1f0ac5814458b2ae129620502cb936fde7120a',
    expiresAt: '2026-11-22T12:05:00.000Z',
  },
  watched: {
    address: MALLORY,
    since: '2026-11-22T12:00:00.000Z',
    score: 12.4,
    riskLevel: 'HIGH_RISK',
  },
  inboxEntry: {
    id: '7',
    type: 'wallet.level_changed',
    timestamp: '2026-11-22T12:00:00.000Z',
    data: {
      address: MALLORY,
      score: 12.4,
      scoreBefore: 51.2,
      riskLevel: 'HIGH_RISK',
      riskLevelBefore: 'NORMAL',
      evidenceHash: '3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855e',
      links: { wallet: `http://localhost:3000/wallet/${MALLORY}` },
    },
    isSeen: false,
  },
  webhook: {
    id: '3',
    url: 'https://example.org/dharma',
    createdAt: '2026-11-22T12:00:00.000Z',
  },
  createdWebhook: { id: '3', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  delivery: {
    id: '12',
    messageId: 'msg_0b5b3a52-6f0c-4f6e-8a0e-5d0a3f6d8c11',
    type: 'wallet.accused',
    status: 'delivered',
    attempts: 1,
    responseStatus: 204,
    createdAt: '2026-11-22T12:00:00.000Z',
    attemptedAt: '2026-11-22T12:00:00.100Z',
    acknowledgedAt: '2026-11-22T12:00:00.100Z',
  },
  session: { address: ALICE, expiresAt: '2026-11-23T12:00:00.000Z' },
} as const
