/** One sentence of the rules, or the part of one that can be dropped alone. */
export interface Sentence {
  /** The number in the list of the rules. */
  number: number
  text: string
  /** What the model takes in its place when the sentence is dropped. */
  dropped: string
}

const sentence = (number: number, text: string, dropped: string): Sentence => ({
  number,
  text,
  dropped,
})

/** Every rule of governance and of the vault; number 12 is not used. The model reads each sentence by its name. */
export const SENTENCES = {
  numbersAreUnique: sentence(
    1,
    'Flags, freezes, appeals, proposals and requests carry numbers that are never used again; a renewed freeze keeps its number.',
    'freezes are counted for each record, again from 1 after it was cleared',
  ),
  votingLastsADay: sentence(
    2,
    'Anyone may propose to freeze, unfreeze or recover an address; voting is open for 24 hours.',
    'voting is open for 72 hours',
  ),
  quorum: sentence(
    3,
    'With at least 3 votes and more For than Against the proposal is approved; with at least 3 votes otherwise rejected; with fewer expired.',
    'one vote is enough',
  ),
  majority: sentence(3, 'It is approved with more For than Against.', 'one For is enough'),
  recoveryQuorum: sentence(
    3,
    'To recover, at least 3 For are needed.',
    'more For than Against are enough',
  ),
  decidedAtEnd: sentence(
    4,
    'A decision counts from the end of its voting, whoever settles or executes what when.',
    'an approved unfreeze counts from its execution',
  ),
  timeOrder: sentence(
    4,
    'At equal times: ends of voting by number, then expiries and lapses, then transactions; every interval excludes its end.',
    'what falls on one hour happens in any order, and an approval at the very end still holds a freeze',
  ),
  executionWeek: sentence(
    5,
    'The DAO executes an approved proposal within 7 days; after that it is expired.',
    'an approved proposal waits for 30 days',
  ),
  namesNumbers: sentence(
    6,
    'A proposal touches only the numbers it names: an unfreeze names the flag and the freeze that stand when it is opened (one is enough), a recovery the freeze.',
    'an unfreeze lifts what stands when it is executed',
  ),
  expiresWithItsNumbers: sentence(
    7,
    'A proposal of which nothing that it names stands any more is expired at once.',
    'an unfreeze stays open or approved until its own time ends it',
  ),
  ownApprovalStays: sentence(
    7,
    'A proposal whose own approval lifted what it names is not expired by that.',
    'an upheld appeal reads expired',
  ),
  approvalOverrules: sentence(
    8,
    'When an unfreeze of a standing freeze is approved, every freeze proposed before the end of that voting and every recovery under that freeze is expired.',
    'only an upheld appeal has this effect',
  ),
  overruledIsNotRenewed: sentence(
    9,
    'That freeze is then neither renewed nor recovered under; a freeze proposed afterwards begins a new one.',
    'a freeze that is executed while it stands renews it',
  ),
  ranks: sentence(
    10,
    'An open vote keeps out another on the same action, address and freeze only from proposers of the same or a lower rank: appointed accounts, then those who may vote on it, then all others, the target among them.',
    'an open vote keeps out everybody',
  ),
  topicEndsWithVoting: sentence(
    10,
    'Only an open vote keeps out another.',
    'an approved proposal keeps out others until it is executed',
  ),
  rankStays: sentence(
    10,
    "Rank is the proposer's at opening and stays.",
    'rank is the present one of the proposer',
  ),
  personPlaces: sentence(11, 'A person has at most 3 open votes.', 'a person has any number'),
  appointedPlaces: sentence(
    11,
    'An appointed account has 10 places.',
    'appointed accounts share the places of those who may not vote',
  ),
  sharedPlaces: sentence(
    11,
    'All who may not vote share 60 places for 24 hours from opening.',
    'a place is free again with the first vote',
  ),
  freezeLastsAWeek: sentence(
    13,
    'A freeze holds for 7 days from its last execution (renewedAt).',
    'it holds for 7 days from its first execution',
  ),
  sinceStays: sentence(13, 'since stays when a freeze is renewed.', 'since is the last renewal'),
  endedNeverHolds: sentence(
    13,
    'Ended, a freeze never holds again.',
    'a freeze executed after the end revives the last number and its since',
  ),
  recoveryHolds: sentence(
    14,
    'A freeze holds on for 7 days from the approval of a recovery within these 7 days, whether it is executed or not.',
    'it ends after 7 days',
  ),
  approvalEndsHold: sentence(
    14,
    'An approved unfreeze ends this hold at once, without execution.',
    'the hold lasts for its 7 days',
  ),
  protectedByVote: sentence(
    15,
    "A freeze of an address that carried no flag in the 30 days before it was proposed is shown as 'protected by vote', opens no accusation and does not count in communitySignals.",
    'what the address carried at the execution counts',
  ),
  renewalIsShownAsVoted: sentence(
    15,
    'A renewed freeze is shown by the proposal that was executed last.',
    'it is shown by the first one',
  ),
  recoverWhileFrozen: sentence(
    16,
    'A recovery is proposed while the guarded vault is frozen, and ends with that freeze.',
    'a recovery stays approved after the freeze',
  ),
  recoveryNamesAddress: sentence(
    17,
    'A recovery names the recovery address, since when it stands and what it was before.',
    'the recovery address at the execution gets the vault',
  ),
  recoveryDelay: sentence(
    18,
    'A recovery is executed no earlier than 72 hours after since.',
    'a recovery is executed once it is approved',
  ),
  appealBlocksRecovery: sentence(
    18,
    'A recovery is not executed while the first appeal against that freeze is open.',
    'a recovery is executed beside an appeal',
  ),
  onlyFirstAppealBlocks: sentence(
    18,
    'Only the first appeal against a freeze holds up a recovery.',
    'each appeal against it does',
  ),
  appealNamesNumber: sentence(
    19,
    'An appeal is a message of the target that names the number of one flag or one freeze.',
    'an appeal is against whatever flag stands when it arrives',
  ),
  appealNamesOneThing: sentence(
    19,
    'An appeal opens an unfreeze of the number it names alone in the same transaction.',
    'it opens an unfreeze of the flag and the freeze that stand',
  ),
  appealIsOutsideTopics: sentence(
    20,
    'That proposal holds no topic and takes no place.',
    'an appeal needs a topic and a place like any proposal of the target',
  ),
  appealEndsWithVoting: sentence(
    21,
    "The end of its voting is the appeal's: approved is upheld, rejected is denied, too few votes is undecided.",
    'an undecided appeal stays open for 72 hours',
  ),
  appealClosesWithItsNumber: sentence(
    21,
    'Where what an appeal names ends otherwise, the appeal closes without outcome (void).',
    'it stays open until its voting ends',
  ),
  oneAppealAtATime: sentence(
    22,
    'There is one appeal against each flag, one against each freeze, and one more for each renewal, never two at a time against the same number.',
    'an appeal may be opened at any time',
  ),
  appealsAreCounted: sentence(
    22,
    'An appeal against a freeze that was not made yet stays open to the target, whenever the freeze was renewed.',
    'what is opened in the hour of a renewal, or after it, is the one appeal since that renewal',
  ),
  upheldLifts: sentence(
    23,
    'Upheld, an appeal lifts its flag at once.',
    'the flag stands until the DAO executes',
  ),
  undecidedLifts: sentence(23, 'Undecided, an appeal lifts its flag.', 'the flag stays'),
  silenceLiftsOnce: sentence(
    23,
    'An undecided appeal lifts nothing when an undecided appeal lifted that code there in the 30 days before.',
    'it lifts its flag each time',
  ),
  onlyAppointedFlag: sentence(
    24,
    'Only appointed accounts set flags; a wallet-signed flag of a person is a report, an event only.',
    'a person sets flags',
  ),
  ownFlagOnly: sentence(
    24,
    'Without a vote or appeal only its flagger lifts a flag.',
    'any flagger lifts it',
  ),
  dismissedFlagIsLifted: sentence(
    24,
    'Any flagger lifts the flag of a dismissed flagger.',
    'nobody does without a vote',
  ),
  barAfterLift: sentence(
    25,
    'For 7 days after a vote or an undecided appeal lifted a flag, nobody flags the address with that code again.',
    'flags are refused only while one stands',
  ),
  earlyLiftBars: sentence(
    25,
    'A flagger who lifts its flag within 24 hours bars itself for that code for 7 days.',
    'an early lift has no effect',
  ),
  namedLiftBars: sentence(
    25,
    'A flagger who lifts a flag while a vote, an approved unfreeze that waits, or an appeal names it bars itself for every code for 7 days.',
    'a lift of a named flag has no effect',
  ),
  anyNamedLiftBars: sentence(
    25,
    'That holds for the flag of a dismissed flagger too.',
    'only who set the flag bars itself',
  ),
  listIsOneGround: sentence(
    25,
    'Bars, and the 30 days of rule 23, count listed and contact as one code: both rest on the scam list.',
    'what was lifted as listed is flagged again as contact',
  ),
  refusedFlagIsRetried: sentence(
    26,
    'A flag that is refused by rules 24 or 25 is no action; it is retried when the flag or the bar ends.',
    'it is tried once',
  ),
  agentIsPatient: sentence(
    25,
    'The agent lifts no flag within 24 hours, nor while a vote or an appeal names it.',
    'it lifts a flag as soon as the reason is gone',
  ),
  ownRecord: sentence(
    27,
    "Each live publisher has a latest record of its own; evidence, version and height are compared only with the same publisher's last one.",
    'all publishers share one latest record',
  ),
  lowestAnswers: sentence(
    27,
    'requireMin answers by the lowest of the live, fresh records.',
    'it answers by the latest',
  ),
  standingLastsAWeek: sentence(
    28,
    "An eligible voter has a live publisher's own latest record of at least 60, and that publisher's records have been 55 or more for 7 days.",
    'a latest record of at least 60 is enough',
  ),
  standingIsFresh: sentence(
    28,
    'That record is at most 24 hours old.',
    'a record of any age serves',
  ),
  standingIsOnePublishers: sentence(
    28,
    'The publisher whose record is 60 or more is one whose records have been 55 or more for 7 days.',
    'the record of one publisher and the 7 days of another serve together',
  ),
  nobodyBelow: sentence(
    28,
    "No live publisher's record was below 55 in these 7 days.",
    'only the records of the one publisher count',
  ),
  frozenAndFlaggedIsBarred: sentence(
    28,
    'A voter is not frozen while flagged.',
    'a frozen and flagged wallet votes on',
  ),
  frozenAloneVotes: sentence(
    28,
    'A voter who is frozen without a flag, or flagged without a freeze, votes on.',
    'each of the two alone bars a voter',
  ),
  targetDoesNotVote: sentence(
    28,
    'A voter is not the target.',
    'the target votes on its own freeze',
  ),
  heirDoesNotVote: sentence(
    28,
    'For a recovery a voter is not the recovery address.',
    'the recovery address votes for itself',
  ),
  voteStaysAsCast: sentence(
    28,
    'Each vote weighs 1, stays counted as cast, and keeps the record it relied on.',
    'a vote counts only while its voter is eligible',
  ),
  replacerIsEligible: sentence(
    28,
    'A voter who replaces a vote must be eligible then.',
    'a vote is replaced at any time',
  ),
  dismissedCountsForNothing: sentence(
    29,
    "A dismissed publisher's records count for nothing, neither for standing nor against it.",
    "a dismissed publisher's records go on counting",
  ),
  publisherCoversVoters: sentence(
    30,
    "From an incomplete index a publisher publishes nothing from 45 to below 55 beside another live publisher's 55 or more.",
    'a young publisher publishes what it sees',
  ),
  oneKey: sentence(
    31,
    'An account has one bound key: the one that it bound last, known by its uuid.',
    'every key that was bound once acts',
  ),
  requestWaits: sentence(
    32,
    'A request can be used from 72 hours after it was made.',
    'a request is used at once',
  ),
  requestEnds: sentence(
    32,
    'A request can be used until 10 days after it was made.',
    'a request never ends',
  ),
  freezeVoidsRequests: sentence(
    32,
    'A freeze voids every request made before the freeze ends.',
    'requests stand through a freeze',
  ),
  requestSetsAside: sentence(
    33,
    'A request sets aside what it names out of what is there, and that leaves by this request alone until it is used, cancelled or void.',
    'a request takes what is there when it is used',
  ),
  namedOnce: sentence(
    34,
    'Nothing is named by two standing requests: no NFT, no allowance, no recovery address, no leaving.',
    'a thing may be requested twice',
  ),
  leavingIsClosed: sentence(
    35,
    'While a request to leave stands, nothing is deposited.',
    'deposits go on',
  ),
  leavingIsAlone: sentence(
    35,
    'While a request to leave stands, no other request for contents stands beside it.',
    'other requests stand beside it',
  ),
  heirExists: sentence(
    36,
    'A recovery address is an existing account, neither the owner nor the present one, when it is requested and when it is applied.',
    'any address may be requested, the present one too',
  ),
  heirSigns: sentence(
    37,
    "A recovery puts the recovery address in the owner's place with leave to take everything by its own signature.",
    'a recovery pushes the contents to the recovery address',
  ),
  onlyNewOwnerIsStopped: sentence(
    37,
    'After a recovery only a freeze of the new owner stops the vault.',
    'a freeze of the former owner stops it too',
  ),
  formerOwnerIsOut: sentence(
    37,
    "After a recovery the former owner's key and requests are void.",
    'they go on acting',
  ),
  noHeirAfterRecovery: sentence(
    37,
    'After a recovery the vault has no recovery address any more.',
    'the former recovery address stays',
  ),
} satisfies Record<string, Sentence>

export type SentenceName = keyof typeof SENTENCES
export type Rules = Readonly<Record<SentenceName, boolean>>

export const SENTENCE_NAMES = Object.keys(SENTENCES) as SentenceName[]

/** All sentences but those dropped. */
export function rulesWithout(...dropped: SentenceName[]): Rules {
  const entries = SENTENCE_NAMES.map((name) => [name, !dropped.includes(name)])
  return Object.fromEntries(entries) as Rules
}

export const RULES = rulesWithout()
