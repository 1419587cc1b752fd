import type { Transfer } from '../../transfers/build-facts-from-transfers.ts'
import {
  at,
  COIN,
  createChance,
  DOLLAR,
  type Habits,
  hold,
  list,
  meetHubs,
  pay,
  receive,
  sum,
} from './habit.ts'

const POOL_SHARE = 'A.05.PoolShare.Vault'

/** People who buy and sell. */
export const TRADERS: Habits = {
  'seller of a few rare NFTs': {
    source:
      'A collector who sells some of the best pieces gets few large receipts from strangers, and banks each at once.',
    creationIndex: 12_400,
    transfers: () =>
      [
        [6, 180],
        [31, 240],
        [33, 1_150],
        [70, 95],
        [88, 2_400],
        [120, 310],
        [161, 640],
        [190, 205],
        [214, 880],
      ].flatMap(([day = 0, price = 0]) => [
        receive(`collector${day}`, price * 0.95, at(day, 16 + (day % 7)), DOLLAR),
        ...(price > 500 ? [pay('exchange', price * 0.95, at(day + 1, 10), DOLLAR)] : []),
      ]),
    known: hold({ Moments: 212, Art: 9, Kicks: 3 }),
  },
  'flipper of NFTs': {
    source:
      'On every NFT market some live from buying below the last price and selling a few hours or days later.',
    creationIndex: 52_300,
    transfers: () => {
      const { amount, whole } = createChance(12)
      return [
        receive('exchange', 900, at(0, 12)),
        ...list(85).flatMap((i) => {
          const [price, day, hour] = [amount(5, 40), 1 + (i * 2) / 3, whole(7, 22)]
          return [
            pay(`seller${whole(0, 60)}`, price, at(day, hour)),
            receive(`buyer${whole(0, 110)}`, price * 1.12, at(day, hour + whole(1, 70))),
          ]
        }),
      ]
    },
    known: hold({ Moments: 14, Cards: 31 }),
  },
  'market maker at one pool': {
    source:
      'A bot that keeps the price of a pool near that of an exchange trades in both directions all day, with one partner.',
    creationIndex: 38_000,
    transfers: () => {
      const { amount, whole } = createChance(13)
      return [
        receive('exchange', 9_000, at(0, 8)),
        receive('exchange', 4_000, at(0, 8.5), DOLLAR),
        ...list(540).flatMap((i): Transfer[] => {
          const [flow, moment] = [amount(40, 160), at(1 + i / 12, whole(0, 1))]
          const price = 0.36 + whole(-8, 8) / 1_000
          return i % 2 === 0
            ? [pay('pool', flow, moment), receive('pool', flow * price, moment, DOLLAR)]
            : [pay('pool', flow * price, moment, DOLLAR), receive('pool', flow, moment)]
        }),
      ]
    },
    known: meetHubs(2),
  },
  'arbitrageur between two pools': {
    source:
      'A bot buys at one pool and sells at another within one transaction, and takes the profit home on Sundays.',
    creationIndex: 49_900,
    transfers: () => {
      const { amount, whole } = createChance(14)
      return [
        receive('exchange', 500, at(0, 10), DOLLAR),
        ...list(90).flatMap((day) =>
          list(whole(0, 9)).flatMap((i) => {
            const [dollars, moment] = [amount(50, 400), at(day + 1, i * 2.5)]
            return [
              pay('pool-a', dollars, moment, DOLLAR),
              receive('pool-a', dollars / 0.36, moment),
              pay('pool-b', dollars / 0.36, moment),
              receive('pool-b', dollars * 1.003, moment, DOLLAR),
            ]
          }),
        ),
        ...list(12, 7).map((day) => pay('exchange', 16, at(day + 8, 20), DOLLAR)),
      ]
    },
  },
  'liquidity provider who claims every week': {
    source:
      'Pools pay those who lend them two tokens a share of the fees, which most claim weekly until they take all back.',
    creationIndex: 63_100,
    transfers: () => {
      const { amount } = createChance(15)
      return [
        receive('exchange', 520, at(0, 19)),
        receive('exchange', 200, at(0, 19.2), DOLLAR),
        pay('pool', 500, at(1, 7)),
        pay('pool', 180, at(1, 7), DOLLAR),
        receive('pool', 300, at(1, 7), POOL_SHARE),
        ...list(17, 7).map((day) => receive('rewards', amount(6, 9), at(day + 8, 7.5))),
        pay('pool', 300, at(123, 21), POOL_SHARE),
        receive('pool', 531.2, at(123, 21)),
        receive('pool', 171.5, at(123, 21), DOLLAR),
        pay('exchange', 660, at(124, 8)),
        pay('exchange', 171.5, at(124, 8.1), DOLLAR),
      ]
    },
  },
  'receiver of an airdrop who sells on the first day': {
    source:
      'The day on which a token is given away is the day on which most of its receivers sell it, some with an account made for it.',
    creationIndex: 99_950,
    transfers: () => [
      receive('friend', 1, at(0, 12.2)),
      receive('airdrop', 1_250, at(0, 13), COIN),
      pay('pool', 1_250, at(0, 16.1), COIN),
      receive('pool', 91.3, at(0, 16.1)),
      pay('exchange', 91, at(0, 16.8)),
    ],
  },
  'bidder at auctions who is mostly outbid': {
    source:
      'An auction contract holds the highest bid and returns it the moment somebody bids more.',
    creationIndex: 27_700,
    transfers: () => {
      const { amount, whole } = createChance(17)
      return [
        ...[0, 20, 41].map((day) => receive('exchange', 260, at(day, 18))),
        ...list(44).flatMap((i) => {
          const [bid, day, hour] = [amount(15, 90), 1 + i * 1.25, whole(16, 22)]
          const refund = receive('auctions', bid, at(day, hour + whole(1, 200) / 10))
          return [pay('auctions', bid, at(day, hour)), ...(i % 9 === 4 ? [] : [refund])]
        }),
      ]
    },
    known: { ...meetHubs(2), ...hold({ Art: 5 }) },
  },
  'bridge user who goes back': {
    source:
      'People bridge money from another chain for one purpose, such as a drop, and bridge back what is left.',
    creationIndex: 95_200,
    transfers: () => {
      const bought = [19.9, 45, 45, 12.5]
      return [
        receive('bridge', 800, at(0, 15), DOLLAR),
        pay('pool', 150, at(0, 15.4), DOLLAR),
        receive('pool', 411, at(0, 15.4)),
        ...bought.map((price, i) => pay(`artist${i % 3}`, price, at(1 + i * 5, 18))),
        pay('pool', 280, at(24, 9)),
        receive('pool', 99.6, at(24, 9), DOLLAR),
        pay('bridge', 650 + 99.6, at(24, 9.5), DOLLAR),
        pay('friend', 411 - 280 - sum(bought), at(24, 9.9)),
      ]
    },
    known: hold({ Drop: 4 }),
  },
}
