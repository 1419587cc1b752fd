const OWNER = '0xf3fcd2c1a78f5eee'
const CASE_ID = 'f3fcd2c1a78f5eee-freeze-1'
const TX_ID = '8f2c9d0e5b7a41c3968d1f20e4b5a6c7d8e9f0a1b2c3d4e5f60718293a4b5c6d'
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
    address: OWNER,
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
        by: OWNER,
        details: { sequence: 1 },
        textHash: STATEMENT_HASH,
        txId: null,
        previousHash: FIRST_HASH,
        hash: HEAD_HASH,
        text: STATEMENT,
        withheld: null,
        message: {
          text: `Dharma Guard owner statement\nContract: 0xf8d6e0586b0a20c7\nNetwork: local\nCase: ${CASE_ID}\nText SHA-256: ${STATEMENT_HASH}\nOwner: ${OWNER}\nSequence: 1\nValid until: 2026-11-23 12:00 UTC`,
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
