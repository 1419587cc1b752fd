import {
  at,
  createChance,
  DOLLAR,
  type Habits,
  hold,
  list,
  meetHubs,
  pay,
  putAside,
  receive,
  sum,
} from './habit.ts'

/** People who keep money, and those who have only begun to use it. */
export const SAVERS: Habits = {
  'staker who withdraws the rewards every month': {
    source:
      'Rewards of a delegator arrive with every weekly epoch and stay in the stake until they are withdrawn; 24,000 FLOW earn some 7 % a year.',
    creationIndex: 31_000,
    transfers: () => {
      const { amount } = createChance(1)
      return [
        ...[0, 3, 10].map((day) => receive('exchange', 8_000, at(day, 18))),
        ...list(14, 28).map((day) => receive('staking', amount(118, 136), at(day + 33, 20))),
        pay('exchange', 600, at(170, 21)),
        pay('exchange', 700, at(355, 9)),
      ]
    },
    known: { ...putAside('staking', 23_900, 0), ...meetHubs(2) },
  },
  'saver who buys on every payday': {
    source:
      'Exchanges offer a recurring purchase with a withdrawal to the own wallet, and many who save this way pay nobody for years.',
    creationIndex: 58_000,
    transfers: () => {
      const { amount, whole } = createChance(2)
      return list(26, 14).map((day) =>
        receive('exchange', amount(36, 48), at(day + whole(0, 1), whole(8, 20))),
      )
    },
    known: meetHubs(1),
  },
  'holder who sells everything after a year': {
    source:
      'Whoever invests a little, forgets it and needs the money a year later, moves all of it at once.',
    creationIndex: 44_500,
    transfers: () => [
      receive('exchange', 150, at(0, 21.4)),
      receive('exchange', 420.5, at(34, 12.1)),
      pay('exchange', 570.4, at(371, 9.7)),
    ],
    known: meetHubs(1),
  },
  'buyer of moments with a custodial wallet': {
    source:
      'Dapper Wallet holds the keys of its customers, tops up by card and settles every purchase through one merchant account.',
    creationIndex: 22_000,
    transfers: () => {
      const { amount, whole } = createChance(4)
      return list(6, 15).flatMap((day) => [
        receive('custodian', 40, at(day, 19), DOLLAR),
        ...[0, 2, 5].map((later) =>
          pay('custodian', amount(3, 13), at(day + later, whole(19, 22)), DOLLAR),
        ),
      ])
    },
    known: { custody: { operated: 20, hubs: 1 }, ...hold({ Moments: 17, Highlights: 1 }) },
  },
  'mover to a new account': {
    source:
      'A lost phone or a wallet app that closes down makes people send all they own to a new account, after a small trial.',
    creationIndex: 67_000,
    transfers: () => {
      const { amount } = createChance(5)
      const prices = list(12).map(() => amount(2, 11))
      return [
        ...list(5, 28).map((day) => receive('exchange', 60, at(day, 20))),
        receive('friend', 15, at(40, 13)),
        receive('friend', 22, at(99, 22)),
        ...prices.map((price, i) => pay(`shop${i % 5}`, price, at(4 + i * 11, 17))),
        pay('new-account', 1, at(141, 10)),
        pay('new-account', 5 * 60 + 15 + 22 - sum(prices) - 1.001, at(141, 10.2)),
      ]
    },
  },
  'newcomer who pays shops on the first weekend': {
    source:
      'The first purchase of FLOW is made to buy something, and most is bought while the app is new.',
    creationIndex: 99_300,
    transfers: () => [
      receive('exchange', 120, at(0, 20.5)),
      pay('ticket-office', 24, at(1, 9.2)),
      pay('cafe', 6.5, at(1, 11)),
      pay('bookshop', 31.9, at(1, 15.6)),
      pay('cafe', 8.1, at(2, 10.4)),
      pay('game-shop', 12, at(2, 19.8)),
    ],
  },
  'user of the faucet': {
    source:
      'The faucet of the testnet gives 1,000 FLOW, with which newcomers try out apps and a second account.',
    creationIndex: 99_800,
    transfers: () => [
      receive('faucet', 1_000, at(0, 14)),
      pay('second-account', 10, at(0, 14.3)),
      receive('second-account', 4, at(0, 14.4)),
      pay('pool', 100, at(0, 15.1)),
      receive('pool', 37.4, at(0, 15.1), DOLLAR),
      pay('nft-market', 25, at(1, 9.3)),
      receive('faucet', 1_000, at(7, 16)),
      pay('pool', 20, at(7, 16.6), DOLLAR),
      receive('pool', 52.2, at(7, 16.6)),
      pay('classmate', 50, at(10, 11)),
    ],
    known: hold({ TestCats: 1 }),
  },
  'employee who was robbed by an unknown thief': {
    source:
      'Most victims are robbed by an account that no list has yet: all they own leaves at once, and they start again.',
    creationIndex: 71_500,
    transfers: () => {
      const { amount, whole } = createChance(8)
      const prices = list(28).map(() => amount(12, 55))
      return [
        ...list(4, 30).map((day) => receive('employer', 900, at(day, 9), DOLLAR)),
        ...prices.map((price, i) =>
          pay(`shop${whole(0, 8)}`, price, at(1 + i * 4, whole(8, 21)), DOLLAR),
        ),
        ...list(4, 30).map((day) => pay('landlord', 450, at(day + 2, 8), DOLLAR)),
        { ...pay('thief', 4 * (900 - 450) - sum(prices), at(117, 3.2), DOLLAR), isSwept: true },
        receive('brother', 60, at(118, 19), DOLLAR),
        pay('shop2', 21.3, at(119, 12), DOLLAR),
      ]
    },
  },
}
