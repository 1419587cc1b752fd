/**
 * How the sentences begin with which our contracts refuse, as their sources have them: `\(…)` stands for a value. The
 * contracts give no codes, because people read the sentences; everything that acts on one asks `findRefusal`.
 */
export const REFUSALS = {
  sequence_refused: {
    contract: 'DharmaConsent',
    beginnings: [
      String.raw`Sequence \(consent.sequence) of \(address) is not above `,
      String.raw`Sequence \(consent.sequence) of \(address) is more than `,
    ],
  },
  validity_malformed: { contract: 'DharmaConsent', beginnings: ['The end of validity '] },
  message_expired: {
    contract: 'DharmaConsent',
    beginnings: [String.raw`The message of \(address) was valid until `],
  },
  validity_too_long: {
    contract: 'DharmaConsent',
    beginnings: [String.raw`The message of \(address) is valid until `],
  },
  signature_refused: {
    contract: 'DharmaConsent',
    beginnings: [
      String.raw`\(consent.signatures.length) signatures are more than `,
      String.raw`Key \(entry.keyIndex) of \(consent.address) signed twice`,
      String.raw`Key \(entry.keyIndex) of \(consent.address) is revoked`,
      String.raw`The account \(consent.address) has no key `,
      String.raw`The signature of key \(entry.keyIndex) of \(consent.address) is not over this message`,
      String.raw`The signing keys of \(consent.address) weigh `,
    ],
  },
  /** The first value is the number of the open proposal. */
  proposal_open: {
    contract: 'DharmaGovernance',
    beginnings: [String.raw`Proposal \(id) to \(action) \(target) is open already`],
  },
  /** Another refusal follows. */
  vote_refused: {
    contract: 'DharmaGovernance',
    beginnings: [String.raw`\(voter) cannot vote: `],
  },
  voting_closed: {
    contract: 'DharmaGovernance',
    beginnings: [
      String.raw`voting on proposal \(id) ended at `,
      String.raw`proposal \(id) is expired`,
    ],
  },
  /** The published scores of the voter: their height, their age, or how long they stand. */
  score_insufficient: {
    contract: 'DharmaVoterEligibility',
    beginnings: [
      String.raw`the score of \(voter) is below `,
      String.raw`the score of \(voter) was published more than `,
      String.raw`\(voter) has no score on record for `,
    ],
  },
  flagged_already: {
    contract: 'DharmaProtection',
    beginnings: [String.raw`\(address) is flagged already`],
  },
  flag_barred: {
    contract: 'DharmaProtection',
    beginnings: [String.raw`A flag of \(address) with the code '\(reasonCode)' is refused until `],
  },
  not_flagged: {
    contract: 'DharmaProtection',
    beginnings: [String.raw`\(address) is not flagged`],
  },
  watched_already: {
    contract: 'DharmaRecheck',
    beginnings: [String.raw`\(address) is watched already`],
  },
  not_watched: { contract: 'DharmaRecheck', beginnings: [String.raw`\(address) is not watched`] },
  not_overdue: { contract: 'DharmaRecheck', beginnings: [String.raw`\(address) is not overdue`] },
} as const satisfies Record<string, { contract: string; beginnings: readonly string[] }>

export type RefusalCode = keyof typeof REFUSALS

interface Refusal {
  code: RefusalCode
  /** The values in the beginning of the sentence, in its order. */
  values: string[]
  /** What follows the beginning. */
  rest: string
}

/** Finds what a refusal of our contracts means, as the chain gives it or as it is shown; `null` for any other message. */
export function findRefusal(message: string): Refusal | null {
  const sentence = message.replace(ERROR_NAME, '')
  for (const { code, pattern } of PATTERNS) {
    const [found, ...values] = pattern.exec(sentence) ?? []
    if (found !== undefined) return { code, values, rest: sentence.slice(found.length) }
  }
  return null
}

/** The names of Cadence's error and of the contract, with which the chain begins a message. */
export const ERROR_NAME =
  /^(?:(?:panic|assertion failed|pre-condition failed|post-condition failed): )?(?:Dharma\w+: )?/

/** A failed post-condition is no refusal: the contract did something else than it should. */
const REFUSAL = /^(?:(?:panic|assertion failed|pre-condition failed): )?Dharma\w+: /

/** Returns whether the message of a failed transaction is a refusal by one of our contracts. */
export const isContractRefusal = (message: string): boolean => REFUSAL.test(message)

const VALUE = /\\\([^()]+\)/

const PATTERNS = Object.entries(REFUSALS).flatMap(([code, { beginnings }]) =>
  beginnings.map((beginning) => ({
    code: code as RefusalCode,
    pattern: new RegExp(`^${beginning.split(VALUE).join('(\\S+)')}`, 'i'),
  })),
)
