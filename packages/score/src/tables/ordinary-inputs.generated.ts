// Written by `npm run fit`; what the numbers mean and where they come from is in docs/build/scoring.md.

import type { InputName } from '../inputs/inputs.ts'
import type { Quartiles } from '../ordinary/quartiles.ts'

/** Quartiles of every input over labelled ordinary wallets; `null` where none of them has a value. */
export const ORDINARY_INPUTS: Readonly<Record<InputName, Quartiles | null>> = {
  transfers: { lowerQuartile: 4, median: 12, upperQuartile: 67, wallets: 4848 },
  transfersIn: { lowerQuartile: 2, median: 6, upperQuartile: 32, wallets: 4848 },
  senders: { lowerQuartile: 1, median: 2, upperQuartile: 5, wallets: 4848 },
  recipients: { lowerQuartile: 1, median: 3, upperQuartile: 6, wallets: 4061 },
  inShare: { lowerQuartile: 0.333333, median: 0.5, upperQuartile: 0.538461, wallets: 4061 },
  sendersPerRecipient: { lowerQuartile: 0.5, median: 1, upperQuartile: 1.5, wallets: 4061 },
  transfersPerSender: { lowerQuartile: 1, median: 1.615384, upperQuartile: 5, wallets: 4829 },
  transfersPerRecipient: { lowerQuartile: 1, median: 1.333333, upperQuartile: 3, wallets: 4061 },
  transfersPerAccount: { lowerQuartile: 1, median: 1.666666, upperQuartile: 4.18, wallets: 4848 },
  mutualShare: { lowerQuartile: 0, median: 0, upperQuartile: 0.1, wallets: 635 },
  repeatRecipientShare: { lowerQuartile: 0, median: 0.292682, upperQuartile: 0.538461, wallets: 635 },
  daysPerTransfer: { lowerQuartile: 0.07552, median: 1.665822, upperQuartile: 9.405425, wallets: 4721 },
  daysPerSender: { lowerQuartile: 0.11353, median: 22.320538, upperQuartile: 72.737832, wallets: 4829 },
  daysPerRecipient: { lowerQuartile: 0.112285, median: 15.236549, upperQuartile: 89.958437, wallets: 4061 },
  activeDayShare: { lowerQuartile: 0.019704, median: 0.063218, upperQuartile: 0.712925, wallets: 855 },
  hoursPerActiveDay: { lowerQuartile: 1, median: 1.16129, upperQuartile: 1.444444, wallets: 855 },
  onlyReceivedTransfers: { lowerQuartile: 3, median: 24, upperQuartile: 119, wallets: 787 },
  onlyReceivedSenders: { lowerQuartile: 1, median: 3, upperQuartile: 5, wallets: 787 },
  onlyReceivedPerSender: { lowerQuartile: 1.333333, median: 5, upperQuartile: 29, wallets: 787 },
  onlyReceivedDays: { lowerQuartile: 2.441064, median: 136.926504, upperQuartile: 159.017037, wallets: 787 },
  sentShare: { lowerQuartile: 0.996845, median: 0.999883, upperQuartile: 0.99999, wallets: 4025 },
  largestSentShare: { lowerQuartile: 0.186115, median: 0.526357, upperQuartile: 0.9548, wallets: 4025 },
  largestOfReceived: { lowerQuartile: 0.182758, median: 0.525029, upperQuartile: 0.981815, wallets: 4808 },
  largestReceivedToSent: { lowerQuartile: 0.220583, median: 0.598201, upperQuartile: 1.000014, wallets: 4042 },
  meanSentToMeanReceived: { lowerQuartile: 0.499995, median: 0.996864, upperQuartile: 1.039712, wallets: 4025 },
  meanSentShare: { lowerQuartile: 0.030302, median: 0.166635, upperQuartile: 0.46387, wallets: 4025 },
  largestToMeanSent: { lowerQuartile: 1.675456, median: 2.426609, upperQuartile: 5.412285, wallets: 4042 },
  largestToMeanReceived: { lowerQuartile: 1.135705, median: 2.075986, upperQuartile: 4.446871, wallets: 4808 },
  outDayShare: { lowerQuartile: 0.333333, median: 0.513513, upperQuartile: 0.8, wallets: 635 },
  sweptDayShare: { lowerQuartile: 0, median: 0.000062, upperQuartile: 0.025, wallets: 621 },
  sweptHourOfSent: { lowerQuartile: 0, median: 0, upperQuartile: 0.008481, wallets: 635 },
  holdingDays: { lowerQuartile: 6.303622, median: 115.848634, upperQuartile: 262.355636, wallets: 621 },
  creationRank: null,
  spanDays: { lowerQuartile: 0.225509, median: 112.942546, upperQuartile: 354.760902, wallets: 4848 },
  activeDays: { lowerQuartile: 2, median: 7, upperQuartile: 19, wallets: 855 },
}
