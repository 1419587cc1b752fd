import {
  at,
  COIN,
  createChance,
  DOLLAR,
  type Habits,
  list,
  meetHubs,
  pay,
  receive,
  sum,
} from './habit.ts'

/** Accounts that serve others. */
export const SERVICES: Habits = {
  'deposit address of an exchange': {
    source:
      'Exchanges give each customer an address, and sweep every deposit to the hot wallet within minutes.',
    creationIndex: 73_900,
    transfers: () =>
      [
        [0, 40],
        [1, 260],
        [57, 600],
        [130, 85.5],
        [236, 410],
      ].flatMap(([day = 0, deposit = 0]) => [
        receive('customer', deposit, at(day, 15 + (day % 5))),
        pay('hot-wallet', deposit, at(day, 15.3 + (day % 5))),
      ]),
    known: meetHubs(1),
  },
  'charity that forwards at once': {
    source:
      'After a flood a collecting account passes every donation to the relief organization within the hour, so that all can see it.',
    creationIndex: 93_000,
    transfers: () => {
      const { amount, whole } = createChance(42)
      return list(60).flatMap((day) =>
        list(whole(2, 9)).flatMap((i) => {
          const donation = amount(5, 80)
          return [
            receive(`donor${day}-${i % 7}`, donation, at(day, 8 + i * 1.5)),
            pay('relief', donation, at(day, 8.4 + i * 1.5)),
          ]
        }),
      )
    },
  },
  'fundraiser that pays out at its end': {
    source:
      'Crowdfunding keeps what backers pay until the end of the month, takes its fee, and pays all to the maker.',
    creationIndex: 96_400,
    transfers: () => {
      const { whole } = createChance(43)
      const pledges = list(140).map(() => [10, 25, 25, 60][whole(0, 3)] ?? 10)
      return [
        ...pledges.map((pledge, i) =>
          receive(`backer${i}`, pledge, at(i / 5, whole(0, 4)), DOLLAR),
        ),
        pay('platform', sum(pledges) * 0.03, at(31, 12), DOLLAR),
        pay('maker', sum(pledges) * 0.97, at(31, 12), DOLLAR),
      ]
    },
  },
  'sender of an airdrop': {
    source:
      'A project gives its token to early users from an account made for this, in equal amounts, within two afternoons.',
    creationIndex: 97_900,
    transfers: () => [
      receive('project', 60_000, at(0, 10), COIN),
      ...list(600).map((i) => pay(`user${i}`, 100, at(i < 350 ? 0 : 1, 13 + (i % 350) / 80), COIN)),
    ],
  },
  'refunder of a cancelled sale': {
    source:
      'A drop that fails is paid back: everybody who paid gets the same amount from the same account some days later.',
    creationIndex: 94_800,
    transfers: () => [
      ...list(150).map((i) => receive(`buyer${i}`, 20, at(0, 16 + i / 60))),
      ...list(150).map((i) => pay(`buyer${i}`, 20, at(6, 11 + i / 200))),
    ],
  },
  'escrow agent': {
    source:
      'Two strangers who trade pay through somebody both know, who holds the money until the goods came, for a fee of 1.5 %.',
    creationIndex: 25_500,
    transfers: () => {
      const { amount, whole } = createChance(46)
      const deals = list(55).map((i) => ({ price: amount(30, 400), day: i * 2.7 }))
      return [
        ...deals.flatMap(({ price, day }) => [
          receive(`buyer${whole(0, 44)}`, price, at(day, 12), DOLLAR),
          pay(`seller${whole(0, 37)}`, price * 0.985, at(day, 12 + whole(1, 48)), DOLLAR),
        ]),
        pay('agent', 60, at(75, 21), DOLLAR),
        pay('agent', 55, at(151, 21), DOLLAR),
      ]
    },
  },
  'on-ramp that sells to card buyers': {
    source:
      'A seller of FLOW for card payments is stocked each week by its treasury and pays each buyer once, some again.',
    creationIndex: 40_200,
    transfers: () => {
      const { amount, whole } = createChance(47)
      return list(150).flatMap((day) => [
        ...(day % 7 === 0 ? [receive('treasury', 5_400, at(day, 6))] : []),
        ...list(whole(8, 20)).map((i) =>
          pay(`card${whole(0, 1_600)}`, amount(10, 100), at(day, 7 + i * 0.8)),
        ),
      ])
    },
  },
  'bot for tips in a chat': {
    source:
      'A bot keeps small deposits of a community, pays tips on command, and lets everybody withdraw.',
    creationIndex: 59_600,
    transfers: () => {
      const { amount, whole } = createChance(48)
      return [
        ...list(90).map((i) => receive(`user${i}`, amount(5, 20), at(i * 1.6, whole(6, 23)))),
        ...list(380).map((i) =>
          pay(`user${whole(0, 140)}`, amount(0.2, 2), at(6 + i * 0.4, whole(0, 9))),
        ),
        ...list(24).map((i) =>
          pay(`user${whole(0, 89)}`, amount(3, 12), at(40 + i * 4.5, whole(6, 23))),
        ),
      ]
    },
  },
}
