import type {
  AccountFacts,
  ActivityFacts,
  AgeFacts,
  CommunityFacts,
  ContactFacts,
  ContactsFacts,
  CrowdFacts,
  Facts,
  HoldingFacts,
  ListingFacts,
  PoisoningFacts,
  TokenFacts,
} from '../facts.ts'
import {
  listOf,
  orNull,
  type Reader,
  readAddress,
  readCount,
  readerOf,
  readFlag,
  readHash,
  readShare,
  readText,
  readUnits,
  recordOf,
  shapeOf,
} from './readers.ts'

/** The two canonical parts of the facts, as JSON gives them back. */
export interface CanonicalInputs {
  chain: unknown
  offchain: unknown
}

type OffchainFacts = Pick<Facts, 'contacts' | 'listing' | 'community'>

/**
 * The facts that the canonical parts were written from: `canonicalFacts` of them gives the same text
 * again. Throws `UnreadableInputError` with path, expected and found on anything that is missing, of
 * another shape, or unknown to this version, so that nothing outside the evidence hash gets in.
 */
export function parseInputs({ chain, offchain }: CanonicalInputs): Facts {
  return { ...readChain(chain, 'inputs.chain'), ...readOffchain(offchain, 'inputs.offchain') }
}

const ACTIVITY = {
  transfersIn: readCount,
  transfersOut: readCount,
  senders: readCount,
  recipients: readCount,
  mutual: orNull(readCount),
  repeatSenders: orNull(readCount),
  repeatRecipients: orNull(readCount),
  firstSeconds: readCount,
  lastSeconds: readCount,
  activeDays: orNull(readCount),
  activeHours: orNull(readCount),
  daysIn: orNull(readCount),
  daysOut: orNull(readCount),
  daysBoth: orNull(readCount),
  busiestDay: orNull(readCount),
} as const

const readActivity = shapeOf<ActivityFacts>(ACTIVITY)

const readToken = shapeOf<TokenFacts>({
  ...ACTIVITY,
  token: readText,
  received: readUnits,
  sent: readUnits,
  largestReceived: readUnits,
  largestSent: readUnits,
  sweptSameHour: orNull(readUnits),
  sweptSameDay: orNull(readUnits),
  receivedMoment: orNull(readUnits),
  sentMoment: orNull(readUnits),
})

const readHolding = shapeOf<HoldingFacts>({
  collection: readText,
  count: readCount,
  isSelfMinted: readFlag,
  firstDepositSeconds: orNull(readCount),
})

const readAge = shapeOf<AgeFacts>({
  creationIndex: readCount,
  accountCount: readCount,
  createdSeconds: orNull(readCount),
})

const readAccount = shapeOf<AccountFacts>({
  proposed: readCount,
  sponsored: readCount,
  keysAdded: readCount,
  keysRemoved: readCount,
  contractsDeployed: readCount,
  contractsUpdated: readCount,
  contractsRemoved: readCount,
  fullKeysAdded: readCount,
  capabilitiesPublished: readCount,
  capabilitiesOffered: readCount,
  transactionsScheduled: readCount,
})

const readHop = readerOf(
  '0, 1 or 2',
  (value): value is ContactFacts['hop'] => value === 0 || value === 1 || value === 2,
)

const readContact = shapeOf<ContactFacts>({
  hop: readHop,
  token: readText,
  counterparties: readCount,
  transfersIn: readCount,
  unitsIn: readUnits,
  transfersOut: readCount,
  unitsOut: readUnits,
  transfersSwept: readCount,
  unitsSwept: readUnits,
})

const readBareContacts = shapeOf<Omit<ContactsFacts, 'listHash'>>({
  listedCount: readCount,
  entries: listOf(readContact),
})

const readContacts: Reader<ContactsFacts> = (value, path) => {
  const { listHash, ...rest } = recordOf(value, path)
  const contacts = readBareContacts(rest, path)
  return listHash === undefined
    ? contacts
    : { ...contacts, listHash: readHash(listHash, `${path}.listHash`) }
}

const readChain = shapeOf<Omit<Facts, keyof OffchainFacts>>({
  address: readAddress,
  asOfSeconds: readCount,
  age: orNull(readAge),
  activity: readActivity,
  tokens: listOf(readToken),
  nfts: orNull(readActivity),
  holdings: orNull(listOf(readHolding)),
  account: orNull(readAccount),
  dustIn: readCount,
  poisoning: orNull(shapeOf<PoisoningFacts>({ dusted: readCount, lookAlikes: readCount })),
  completeness: readCount,
})

const readCrowd = shapeOf<CrowdFacts>({ wallets: readCount, weight: readCount })

const readCommunity = shapeOf<CommunityFacts>({
  visitorReports: readCount,
  reports: readCrowd,
  trustedReports: readCrowd,
  vouches: readCrowd,
  trustedVouches: readCrowd,
  freezes: readCount,
  appealsDenied: readCount,
  appealsUpheld: readCount,
})

const readOffchain = shapeOf<OffchainFacts>({
  contacts: orNull(readContacts),
  listing: orNull(shapeOf<ListingFacts>({ source: readText, confidence: readShare })),
  community: orNull(readCommunity),
})
