/** How old the rows of a replica are. */
export interface ReplicaAge {
  /** Records that all that was committed before `atMs` is in the log of the primary up to `position`. */
  recordPrimary(position: bigint, atMs: number): void
  /** Records up to where the replica has replayed the log. */
  recordReplica(position: bigint): void
  /**
   * Returns for how many milliseconds at most the replica lacks what was committed; `null` when it has reached no
   * recorded position.
   */
  ageMs(): number | null
}

/** Positions that are kept: at one a second, those of ten minutes. */
const MAX_POSITIONS = 600

/**
 * Compares positions in the write-ahead log, in bytes, instead of times of commits: a primary that commits nothing
 * does not make its replica look late. Ages are differences of a clock that nobody sets back.
 */
export function createReplicaAge(monotonicMs: () => number): ReplicaAge {
  const recorded: { position: bigint; atMs: number }[] = []
  let freshAsOfMs: number | null = null
  return {
    recordPrimary: (position, atMs) => {
      recorded.push({ position, atMs })
      if (recorded.length > MAX_POSITIONS) recorded.shift()
    },
    // Looks at all of them each time: behind the same name there may be another replica, which is further behind.
    recordReplica: (position) => {
      freshAsOfMs = recorded.findLast((one) => one.position <= position)?.atMs ?? null
    },
    ageMs: () => (freshAsOfMs === null ? null : monotonicMs() - freshAsOfMs),
  }
}
