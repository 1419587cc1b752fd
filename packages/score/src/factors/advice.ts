import type { InputName } from '../inputs/inputs.ts'

/** What a holder can do about a row that costs points, by its first input. */
export const ADVICE: Partial<Record<InputName, string>> = {
  transfersIn: 'Keep using the account over time',
  senders: 'Deal with the same accounts more than once, and pay as well as receive',
  sendersPerRecipient: 'Pay more of the accounts that pay you',
  transfersPerSender: 'Deal with the same accounts more than once',
  transfersPerRecipient: 'Pay the same accounts more than once',
  busiestDayShare: 'Spread transfers over more days',
  repeatSenderShare: 'Deal with the same accounts more than once',
  sentShare: 'Keep part of what comes in',
  largestSentShare: 'Send in smaller parts',
  largestOfSent: 'Send in smaller parts',
  sweptHourShare: 'Keep what comes in for more than an hour',
  sweptDayShare: 'Keep what comes in for more than a day',
  holdingDays: 'Keep what comes in for longer',
  spanDays: 'Keep using the account: its history grows with time',
  activeDays: 'Use the account on more days',
}
