import type {
  AccountFacts,
  ActivityFacts,
  AgeFacts,
  CommunityFacts,
  ContactFacts,
  ContactsFacts,
  Facts,
  HoldingFacts,
  ListingFacts,
  PoisoningFacts,
  TokenFacts,
  WeightedWallets,
} from '../facts.ts'
import {
  createListReader,
  createObjectReader,
  createReader,
  nullable,
  type Reader,
  readAddress,
  readBoolean,
  readCount,
  readHash,
  readRecord,
  readShare,
  readString,
  readUnits,
} from './readers.ts'

/** The two canonical parts of the facts as parsed JSON. */
export interface CanonicalInputs {
  chain: unknown
  offchain: unknown
}

type OffchainFacts = Pick<Facts, 'contacts' | 'listing' | 'community'>

/**
 * Parses the facts from their canonical parts; `toCanonicalFacts` of the result gives the same
 * text. Throws `UnreadableInputError` with path, expected and found for a missing field, a value of
 * another type, or a field that this version does not define, so that the evidence hash covers
 * every value that is used.
 */
export function parseInputs({ chain, offchain }: CanonicalInputs): Facts {
  return { ...readChain(chain, 'inputs.chain'), ...readOffchain(offchain, 'inputs.offchain') }
}

const ACTIVITY = {
  transfersIn: readCount,
  transfersOut: readCount,
  senders: readCount,
  recipients: readCount,
  mutual: nullable(readCount),
  repeatSenders: nullable(readCount),
  repeatRecipients: nullable(readCount),
  firstSeconds: readCount,
  lastSeconds: readCount,
  activeDays: nullable(readCount),
  activeHours: nullable(readCount),
  daysIn: nullable(readCount),
  daysOut: nullable(readCount),
  daysBoth: nullable(readCount),
  busiestDay: nullable(readCount),
} as const

const readActivity = createObjectReader<ActivityFacts>(ACTIVITY)

const readToken = createObjectReader<TokenFacts>({
  ...ACTIVITY,
  token: readString,
  received: readUnits,
  sent: readUnits,
  largestReceived: readUnits,
  largestSent: readUnits,
  sweptSameHour: nullable(readUnits),
  sweptSameDay: nullable(readUnits),
  receivedMoment: nullable(readUnits),
  sentMoment: nullable(readUnits),
})

const readHolding = createObjectReader<HoldingFacts>({
  collection: readString,
  count: readCount,
  isSelfMinted: readBoolean,
  firstDepositSeconds: nullable(readCount),
})

const readAge = createObjectReader<AgeFacts>({
  creationIndex: readCount,
  accountCount: readCount,
  createdSeconds: nullable(readCount),
})

const readAccount = createObjectReader<AccountFacts>({
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

const readHop = createReader(
  '0, 1 or 2',
  (value): value is ContactFacts['hop'] => value === 0 || value === 1 || value === 2,
)

const readContact = createObjectReader<ContactFacts>({
  hop: readHop,
  token: readString,
  counterparties: readCount,
  transfersIn: readCount,
  unitsIn: readUnits,
  transfersOut: readCount,
  unitsOut: readUnits,
  transfersSwept: readCount,
  unitsSwept: readUnits,
})

const readContactsWithoutHash = createObjectReader<Omit<ContactsFacts, 'listHash'>>({
  listedCount: readCount,
  entries: createListReader(readContact),
})

const readContacts: Reader<ContactsFacts> = (value, path) => {
  const { listHash, ...rest } = readRecord(value, path)
  const contacts = readContactsWithoutHash(rest, path)
  return listHash === undefined
    ? contacts
    : { ...contacts, listHash: readHash(listHash, `${path}.listHash`) }
}

const readChain = createObjectReader<Omit<Facts, keyof OffchainFacts>>({
  address: readAddress,
  asOfSeconds: readCount,
  age: nullable(readAge),
  activity: readActivity,
  tokens: createListReader(readToken),
  nfts: nullable(readActivity),
  holdings: nullable(createListReader(readHolding)),
  account: nullable(readAccount),
  dustIn: readCount,
  poisoning: nullable(
    createObjectReader<PoisoningFacts>({ dusted: readCount, lookAlikes: readCount }),
  ),
  completeness: readCount,
})

const readWeightedWallets = createObjectReader<WeightedWallets>({
  wallets: readCount,
  weight: readCount,
})

const readCommunity = createObjectReader<CommunityFacts>({
  visitorReports: readCount,
  reports: readWeightedWallets,
  trustedReports: readWeightedWallets,
  vouches: readWeightedWallets,
  trustedVouches: readWeightedWallets,
  freezes: readCount,
  appealsDenied: readCount,
  appealsUpheld: readCount,
})

const readOffchain = createObjectReader<OffchainFacts>({
  contacts: nullable(readContacts),
  listing: nullable(
    createObjectReader<ListingFacts>({ source: readString, confidence: readShare }),
  ),
  community: nullable(readCommunity),
})
