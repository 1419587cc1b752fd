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
  putAside,
  receive,
  sum,
} from './habit.ts'

/** People who play, and those who organize it. */
export const PLAYERS: Habits = {
  'arcade player': {
    source:
      'An arcade takes half a FLOW for each game and pays small prizes from the same account, evening after evening.',
    creationIndex: 88_000,
    transfers: () => {
      const { whole } = createChance(21)
      return [
        ...list(6, 13).map((day) => receive('exchange', 30, at(day, 18))),
        ...list(40, 2).flatMap((day) =>
          list(whole(1, 8)).flatMap((i) => [
            pay('arcade', 0.5, at(day, 19 + i / 4)),
            ...(whole(0, 9) === 0 ? [receive('arcade', whole(1, 4), at(day, 19.1 + i / 4))] : []),
          ]),
        ),
      ]
    },
    known: { ...meetHubs(2), ...hold({ Badges: 6 }) },
  },
  'gamer in the EVM': {
    source:
      'Games in the EVM are played from the account that a Flow account owns there; it is topped up, pays per match, and some calls are beyond what events show.',
    creationIndex: 81_600,
    transfers: () => {
      const { amount, whole } = createChance(22)
      return [
        ...[0, 17, 45, 80].map((day) => receive('exchange', 110, at(day, 20))),
        ...list(63).map((i) =>
          pay('match-contract', amount(0.8, 3.2), at(1 + i * 1.5, whole(15, 23))),
        ),
        ...list(20).map((i) =>
          receive('match-contract', amount(1, 6), at(2 + i * 4.6, whole(15, 23))),
        ),
      ]
    },
    known: {
      ...putAside('evm', 320, 95),
      ...meetHubs(1),
      unseen: 1_400_000_000n,
      completeness: 9_600,
    },
  },
  'child account of a game': {
    source:
      'A game creates an account for a player without a wallet and acts for it; later the player links it to an own account and collects what it earned.',
    creationIndex: 90_400,
    transfers: () => {
      const { whole } = createChance(23)
      const won = list(75).map((day) => receive('game', whole(2, 9), at(day, whole(14, 22)), COIN))
      return [...won, ...[30, 60, 76].map((day) => pay('parent', 110, at(day, 23), COIN))]
    },
    known: { custody: { operated: 20, hubs: 1 }, ...hold({ Skins: 11 }) },
  },
  'parent with two child accounts': {
    source:
      'With account linking one wallet pays the accounts of its owner in several games, and collects from them.',
    creationIndex: 36_900,
    transfers: () => {
      const { amount, whole } = createChance(24)
      return [
        ...[0, 40, 95].map((day) => receive('exchange', 100, at(day, 17))),
        ...[9, 10, 12, 9, 8].map((flow, i) => receive('child-a', flow, at(25 + i * 30, 22))),
        ...[3, 5, 5].map((flow, i) => receive('child-b', flow, at(31 + i * 45, 22))),
        ...list(11, 13).map((day) =>
          pay(`seller${whole(0, 30)}`, amount(4, 17), at(day + 2, whole(9, 22))),
        ),
        receive('buyer1', 33, at(77, 13)),
        receive('buyer2', 19.5, at(130, 20)),
      ]
    },
    known: { ...putAside('child', 90, 61), ...hold({ Skins: 4, Moments: 20, Cats: 2 }) },
  },
  'scholar of a guild': {
    source:
      'Guilds lend game items to players, who earn every day, hand over two fifths on Sundays and sell the rest.',
    creationIndex: 84_700,
    transfers: () => {
      const { whole } = createChance(25)
      return list(12).flatMap((week) => {
        const earned = list(7).map(() => whole(30, 55))
        const [total, sunday] = [sum(earned), week * 7 + 6]
        const sold = total * 0.6 * 0.073
        return [
          ...earned.map((coins, day) =>
            receive('game', coins, at(week * 7 + day, whole(9, 17)), COIN),
          ),
          pay('guild', total * 0.4, at(sunday, 19), COIN),
          pay('pool', total * 0.6, at(sunday, 19.2), COIN),
          receive('pool', sold, at(sunday, 19.2)),
          pay('exchange', sold, at(sunday, 19.4)),
        ]
      })
    },
  },
  'guild that collects from its scholars': {
    source:
      'The other side of the same guild: thirty players pay their share on Sundays, and the manager banks it on Mondays.',
    creationIndex: 41_800,
    transfers: () => {
      const { whole } = createChance(26)
      return [
        receive('exchange', 400, at(0, 9)),
        ...list(30).map((i) => pay(`seller${i % 17}`, 12, at(1 + (i % 4), 10 + i / 5))),
        ...list(26).flatMap((week) => {
          const shares = list(30).map(() => whole(90, 150))
          const sunday = week * 7 + 13
          return [
            ...shares.map((coins, i) =>
              receive(`scholar${i}`, coins, at(sunday, 12 + i / 3), COIN),
            ),
            pay('exchange', sum(shares) * 0.97, at(sunday + 1, 9), COIN),
          ]
        }),
      ]
    },
    known: hold({ Racers: 30 }),
  },
  'winner of a tournament who cashes out': {
    source:
      'Prizes of e-sports go to accounts that were made to enter, and to the bank of the winner on the same evening.',
    creationIndex: 98_100,
    transfers: () => [
      receive('exchange', 10, at(0, 19)),
      pay('league', 5, at(0, 19.5)),
      receive('league', 750, at(19, 17.2)),
      pay('exchange', 748, at(19, 19.5)),
    ],
    known: meetHubs(2),
  },
  'keeper of the pot of a fantasy league': {
    source:
      'Friends pay one of them before the season, who keeps the pot for four months and pays the first three at its end.',
    creationIndex: 76_300,
    transfers: () => [
      ...list(12).map((i) => receive(`friend${i}`, 25, at(i / 4, 8 + i), DOLLAR)),
      pay('friend7', 180, at(121, 20), DOLLAR),
      pay('friend2', 90, at(121, 20.1), DOLLAR),
      pay('friend11', 30, at(122, 9), DOLLAR),
    ],
  },
}
