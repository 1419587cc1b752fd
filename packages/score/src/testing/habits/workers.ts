import { createEmptyAccount } from '../../empty-facts.ts'
import { at, createChance, DOLLAR, type Habits, list, pay, receive, sum } from './habit.ts'

/** People who earn, pay those who work, or build software. */
export const WORKERS: Habits = {
  'payroll of a studio on the day it is funded': {
    source:
      'A company funds its payroll with the exact sum on the morning of payday, so that no wages lie in a hot wallet.',
    creationIndex: 46_200,
    transfers: () => {
      const { whole } = createChance(31)
      const wages = [950, 950, 1_100, 1_180, 1_240, 1_310, 1_450]
      return list(20, 14).flatMap((day) => {
        const due = wages.map((wage) => wage + whole(0, 8) * 10)
        return [
          receive('company', sum(due), at(day, 9), DOLLAR),
          ...due.map((wage, i) => pay(`colleague${i}`, wage, at(day, 10 + i / 60), DOLLAR)),
        ]
      })
    },
  },
  'freelancer who cashes out on the day': {
    source:
      'Freelancers who are paid in stablecoins live in a currency of their own, and change every invoice at once.',
    creationIndex: 69_000,
    transfers: () => {
      const { amount, whole } = createChance(32)
      return list(26, 11).flatMap((day) => {
        const invoice = amount(280, 900)
        const hour = whole(8, 15)
        return [
          receive(`client${whole(0, 2)}`, invoice, at(day, hour), DOLLAR),
          pay('exchange', invoice, at(day, hour + whole(1, 6)), DOLLAR),
        ]
      })
    },
  },
  'treasurer of a DAO': {
    source:
      'A DAO collects dues from its members, gets a share of royalties each quarter, and pays contributors monthly from a reserve.',
    creationIndex: 18_600,
    transfers: () => {
      const { whole } = createChance(33)
      return [
        ...list(4, 91).map((day) => receive('royalties', 3_600, at(day, 12))),
        ...list(40).map((i) => receive(`member${i}`, 20, at(1 + i * 2.1, whole(7, 22)))),
        ...list(12, 30).flatMap((day) =>
          list(whole(3, 6)).map((i) =>
            pay(
              `contributor${(i * 2 + day / 30) % 9}`,
              whole(10, 30) * 10,
              at(day + 5, 15 + i / 10),
            ),
          ),
        ),
      ]
    },
  },
  'receiver of a grant who pays the team': {
    source:
      'Foundations pay grants by milestone to one person, who passes the shares on to the team on the same day.',
    creationIndex: 55_800,
    transfers: () => [
      ...[
        [0, 6_000],
        [62, 6_000],
        [130, 8_000],
      ].flatMap(([day = 0, grant = 0]) => [
        receive('foundation', grant, at(day, 15)),
        ...list(4).map((i) => pay(`teammate${i}`, grant * 0.18, at(day, 17 + i / 20))),
        pay('exchange', grant * 0.2, at(day + 1, 10)),
      ]),
      pay('auditor', 1_500, at(135, 11)),
    ],
  },
  'burner wallet of a developer': {
    source:
      'Developers fund a throw-away account from the faucet, deploy and test for some days, and return what is left.',
    creationIndex: 97_200,
    transfers: () => {
      const { amount, whole } = createChance(35)
      return [
        receive('faucet', 1_000, at(0, 9)),
        ...list(34).map((i) =>
          pay(`fresh${whole(0, 5)}`, amount(0.1, 4), at(Math.floor(i / 20), 10 + (i % 20) / 3)),
        ),
        ...list(15).map((i) =>
          receive(`fresh${i % 6}`, 0.5, at(Math.floor(i / 9), 11 + (i % 9) / 2)),
        ),
        pay('main-account', 860, at(2, 18)),
      ]
    },
    known: {
      account: {
        ...createEmptyAccount(),
        proposed: 61,
        contractsDeployed: 3,
        contractsUpdated: 14,
      },
    },
  },
  'build server that tests transfers': {
    source:
      'An integration test on the testnet creates accounts, pays each one FLOW and never looks at them again, on every working day.',
    creationIndex: 33_300,
    transfers: () =>
      list(240).flatMap((day) => [
        ...(day % 30 === 0 ? [receive('team', 150, at(day, 8))] : []),
        ...(day % 7 < 5
          ? list(6).map((i) =>
              pay(`test-account${day}-${i}`, 1, at(day, 11 + (i < 3 ? 0 : 5) + i / 100)),
            )
          : []),
      ]),
    known: { account: { ...createEmptyAccount(), proposed: 1_032 } },
  },
  'musician who shares royalties': {
    source:
      'A market pays one member of a band each week, who splits it with the other two within the hour.',
    creationIndex: 29_100,
    transfers: () => {
      const { amount } = createChance(37)
      return list(60, 7).flatMap((day) => {
        const royalty = amount(25, 140)
        return [
          receive('music-market', royalty, at(day, 20)),
          pay('drummer', royalty / 3, at(day, 20.4)),
          pay('bassist', royalty / 3, at(day, 20.5)),
        ]
      })
    },
  },
  'shop that banks every evening': {
    source:
      'A shop that takes stablecoins does not want to hold them overnight, as it would not leave cash in the till.',
    creationIndex: 61_700,
    transfers: () => {
      const { amount, whole } = createChance(38)
      return list(200).flatMap((day) => {
        const takings = list(whole(3, 11)).map(() => amount(2, 19))
        return [
          ...takings.map((price, i) =>
            receive(`customer${whole(0, 160)}`, price, at(day, 8 + i), DOLLAR),
          ),
          pay('exchange', sum(takings), at(day, 22), DOLLAR),
        ]
      })
    },
  },
}
