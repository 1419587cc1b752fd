import type { VoteArchive } from '@app/api/schemas/vote-archive.ts'
import {
  type Check,
  type CheckReporter,
  type Difference,
  pluralize,
  runChecks,
  type UncheckedClaim,
} from '../check.ts'
import { listMessages } from './archive-entries.ts'
import { buildVoteChainChecks, type ChainSource } from './chain-checks.ts'
import { findCountDifference } from './counts.ts'
import {
  findOrderDifference,
  findSequenceDifference,
  findVoteTimeDifference,
} from './order-and-times.ts'
import { findProposalDifference, findWithheldReasons } from './proposals.ts'
import { findMessagesFinding } from './signatures.ts'
import { findSignedTextDifference } from './signed-texts.ts'
import { findStatusFinding, readTimeBounds } from './statuses.ts'

/** Checks the claims of a vote archive; without a source, those that the file alone shows. Returns the first difference, or `null`. */
export async function verifyVotes(
  archive: VoteArchive,
  source: ChainSource | null,
  report: CheckReporter,
): Promise<Difference | null> {
  const checks = [
    ...buildOfflineChecks(archive),
    buildStatusCheck(archive, source),
    ...(source === null ? [] : buildVoteChainChecks(archive, source)),
  ]
  return await runChecks(checks, report)
}

/** What the file alone leaves undecided, the chain decides. */
function buildStatusCheck(archive: VoteArchive, source: ChainSource | null): Check {
  const time = readTimeBounds(archive)
  return {
    claim:
      'The statuses can follow from the votes, and no proposal was executed without a majority.',
    find: () => {
      const finding = findStatusFinding(archive, { time, finals: new Map() })
      return finding !== null && 'because' in finding && source !== null ? null : finding
    },
  }
}

/** Returns what is not checked with a node or without one, by the fields of the file. */
export function listUncheckedInVotes(archive: VoteArchive, hasNode: boolean): UncheckedClaim[] {
  const { toHeight, proposals } = archive
  const first = proposals[0]?.id ?? 1
  return [
    ...(hasNode ? [] : ONLY_ON_CHAIN),
    ...(first > 1
      ? [
          {
            fields: ['proposals.length'],
            what: `proposals before number ${first} are not in the file.`,
          },
        ]
      : []),
    {
      fields: [
        'proposals[].message.signatures.length',
        'proposals[].votes[].message.signatures.length',
      ],
      what: 'whether there were more signatures than the text needed.',
    },
    { fields: ['toHeight'], what: `what happened after block ${toHeight} is not in the file.` },
  ]
}

const RECEIPTS = ['proposals[].receipt', 'proposals[].execution', 'proposals[].votes[].receipt']

const ONLY_ON_CHAIN: UncheckedClaim[] = [
  {
    fields: [
      ...RECEIPTS,
      ...['score', 'evidenceHash', 'publisher'].map((name) => `proposals[].votes[].${name}`),
    ],
    what: 'whether the transactions state the same (--node URL).',
  },
  {
    fields: ['proposals[]', 'proposals[].votes[]'].flatMap((path) =>
      ['keyIndex', 'weight'].map((name) => `${path}.message.signatures[].${name}`),
    ),
    what: 'whether the keys are those of the accounts (--node URL).',
  },
  {
    fields: ['proposals.length', 'proposals[].votes.length'],
    what: 'whether a proposal or a vote was left out (--node URL).',
  },
]

/** Builds the checks that need only the file, except for the statuses. */
function buildOfflineChecks(archive: VoteArchive): Check[] {
  const messages = pluralize(listMessages(archive).length, 'signed message')
  const withheld = findWithheldReasons(archive)
  const checks: Check[] = [
    {
      claim: `The contract is that of ${archive.network}; no number of a proposal is left out, and nothing is given twice.`,
      find: () => findOrderDifference(archive),
    },
    {
      claim:
        'Each proposal has the title of its action, the hash of its reason, and 24 hours of voting.',
      find: () => findProposalDifference(archive),
    },
    {
      claim: `The texts of ${messages} follow from contract, network, proposal, signer and choice.`,
      find: () => findSignedTextDifference(archive),
    },
    {
      claim: 'Each text has valid signatures by different keys that weigh 1000 together.',
      find: () => findMessagesFinding(listMessages(archive)),
    },
    {
      claim: 'Each vote was cast while voting was open and its message was valid.',
      find: () => findVoteTimeDifference(archive),
    },
    {
      claim: 'The sequence numbers of each signer grow.',
      find: () => findSequenceDifference(archive),
    },
    {
      claim: 'The last vote of each voter counts, and the sums are those of the counted votes.',
      find: () => findCountDifference(archive),
    },
  ]
  if (withheld === null) return checks
  return [...checks, { claim: 'No reason is withheld.', find: () => withheld }]
}
