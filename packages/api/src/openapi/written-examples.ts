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
    status: 'confirmed',
  },
  createdWebhook: {
    id: '3',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    status: 'confirmed',
  },
  subscription: {
    id: '4',
    channel: 'chat',
    name: 'Discord, webhook 1029384756',
    createdAt: '2026-11-22T12:00:00.000Z',
    status: 'confirmed',
  },
  pushKey: {
    publicKey:
      'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  },
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

const CASE_ID = 'f3fcd2c1a78f5eee-freeze-1'
const STATEMENT = 'I moved my own money to a new wallet that night, because my phone was stolen.'
const STATEMENT_HASH = '12b18a45437a552cab36dbfc48214ff4b4ef6296be2c0931047d07d8f38deb8c'
const FIRST_HASH = '89db4e88f561c2a2b03c38483f6b988d15d52f7f37d8be8a886adf4253d5f30a'
const HEAD_HASH = '2391ac33bb52094a0818027df2e969b85db87ac7f1a9ba4eda2da11d317831fe'
const FROZEN_AT = '2026-11-22T12:00:00.000Z'
const STATED_AT = '2026-11-22T13:00:00.000Z'

/** Examples of appeals and statements, which cannot be recorded, because they need a signature. */
export const CASE_EXAMPLES = {
  appealBody: {
    against: { flagNumber: 1 },
    reason: STATEMENT,
  },
  appeal: {
    id: 3,
    against: 'flag',
    number: 1,
    caseId: 'f3fcd2c1a78f5eee-5a5a5a5a5a5a',
    openedAt: '2026-11-22T12:00:00.000Z',
    deadline: '2026-11-23T12:00:00.000Z',
    txId: TX_ID,
  },
  statementBody: { text: STATEMENT },
  caseFile: {
    format: 'dharma-guard-case/2',
    network: 'local',
    contract: '0xf8d6e0586b0a20c7',
    address: MALLORY,
    caseId: CASE_ID,
    kind: 'freeze',
    reasonCode: null,
    openedAt: FROZEN_AT,
    changedAt: STATED_AT,
    isOpen: true,
    outcome: 'open',
    isAutomated: false,
    entryCount: 2,
    headHash: HEAD_HASH,
    statement: null,
    ownerStatement: { at: STATED_AT, text: STATEMENT },
    entries: [
      {
        number: 1,
        kind: 'freeze',
        at: FROZEN_AT,
        by: null,
        details: { number: 1, proposalId: 1, since: 1_795_348_800, renewedAt: 1_795_348_800 },
        textHash: null,
        txId: TX_ID,
        previousHash: '0'.repeat(64),
        hash: FIRST_HASH,
        text: null,
        withheld: null,
        message: null,
      },
      {
        number: 2,
        kind: 'owner_statement',
        at: STATED_AT,
        by: MALLORY,
        details: { sequence: 1 },
        textHash: STATEMENT_HASH,
        txId: null,
        previousHash: FIRST_HASH,
        hash: HEAD_HASH,
        text: STATEMENT,
        withheld: null,
        message: {
          text: `Dharma Guard owner statement\nContract: 0xf8d6e0586b0a20c7\nNetwork: local\nCase: ${CASE_ID}\nText SHA-256: ${STATEMENT_HASH}\nOwner: ${MALLORY}\nSequence: 1\nValid until: 2026-11-23 12:00 UTC`,
          sequence: 1,
          validUntil: 1_795_435_200,
          signatures: [
            {
              keyIndex: 0,
              publicKey: '4c'.repeat(64),
              signatureAlgorithm: 'ECDSA_P256',
              hashAlgorithm: 'SHA3_256',
              weight: 1000,
              signature: '5a'.repeat(64),
            },
          ],
        },
      },
    ],
    evidence: [],
  },
} as const

/** Examples of addresses in the EVM. */
export const EVM_EXAMPLES = {
  party: {
    address: '0x000000000000000000000002b9f1c43b25da4d06',
    summary: `Belongs to ${ALICE}`,
    kind: 'owned',
    owner: ALICE,
    holders: [],
    counterparties: 0,
    tokens: [],
    labels: [],
    hop: null,
    steps: 0,
    isFollowed: true,
  },
} as const
