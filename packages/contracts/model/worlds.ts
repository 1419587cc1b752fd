import { type Findings, search, type World } from './search.ts'
import { flaggerWorld } from './worlds/flaggers.ts'
import { walkWorld } from './worlds/free.ts'
import { heirWorld } from './worlds/recovery.ts'

/** Searches one world until a deadline in Unix milliseconds. */
export interface Searcher {
  name: string
  run(limits: { deadline: number; isQuick?: boolean }): Findings
}

const toSearcher = <S>(world: World<S>): Searcher => ({
  name: world.name,
  run: (limits) => search(world, limits),
})

/** The worlds by the names that --worlds takes. The walks come last: they use whatever time is left. */
export const WORLDS: Readonly<Record<string, (seed: number) => Searcher[]>> = {
  heir: () => [
    ...[0, 1, 2, 3].map((honest) => toSearcher(heirWorld({ honest }))),
    toSearcher(heirWorld({ honest: 1, isFlagged: true, days: 9 })),
  ],
  flaggers: () => [
    toSearcher(flaggerWorld({ hostile: ['f1'], isHeard: true, days: 9 })),
    toSearcher(flaggerWorld({ hostile: ['f1'], isHeard: false, days: 9 })),
    toSearcher(flaggerWorld({ hostile: ['f1', 'f3'], isHeard: true, days: 5 })),
    toSearcher(flaggerWorld({ hostile: ['f1', 'f3'], isHeard: true, days: 2, dismisses: true })),
  ],
  free: (seed) => [
    {
      name: `free walks of two addresses, seed ${seed}`,
      run: (limits) => walkWorld(seed, limits),
    },
  ],
}
