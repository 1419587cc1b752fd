/** A server, and how far its write-ahead log goes, in bytes. */
export interface LogPosition {
  /** Identifier that all servers with the same log share. */
  cluster: string
  database: string
  isInRecovery: boolean
  position: bigint
}

export interface ReplicaOutage {
  /** Unix milliseconds. */
  sinceMs: number
  message: string
}

/** Whether a replica is to be read. */
export interface ReplicaHealth {
  /** Records where the primary was at `atMs` of `performance.now()`, and where the replica is now; `null` when that did not answer. */
  recordProbe(atMs: number, primary: LogPosition, replica: LogPosition | null): void
  /** Records that the connection to the replica failed. */
  recordBrokenConnection(): void
  /** Returns since when and why it is not to be read; `null` while it is. */
  describeOutage(): ReplicaOutage | null
}

/** Rows may be so old: as long as an indexer may be behind that counts as caught up. */
const MAX_AGE_MS = 10_000

const INSTEAD = 'the primary answers in its place.'
const SILENT = `The read replica does not answer; ${INSTEAD}`
const FAR_BEHIND = `The read replica is far behind; ${INSTEAD}`
const FOREIGN = `DATABASE_REPLICA_URL is no streaming replica of DATABASE_URL; ${INSTEAD}`

/** A wall clock in Unix milliseconds, and one that nobody sets back, in milliseconds of `performance.now()`. */
interface Clocks {
  now(): number
  monotonicMs(): number
}

const SYSTEM_CLOCKS: Clocks = { now: Date.now, monotonicMs: () => performance.now() }

/** Until the first probe, the replica is not to be read. Logs each change after it. */
export function createReplicaHealth(
  log: { warn(details: object, message: string): void; info(message: string): void },
  { now, monotonicMs }: Clocks = SYSTEM_CLOCKS,
): ReplicaHealth {
  const age = createReplicaAge(monotonicMs)
  let problem: string | null = null
  let outage: ReplicaOutage | null = { sinceMs: now(), message: SILENT }
  let wasLogged: 'read' | 'not read' | null = null

  const findProblem = (): string | null => {
    if (problem !== null) return problem
    const ageMs = age.ageMs()
    if (ageMs === null) return FAR_BEHIND
    if (ageMs <= MAX_AGE_MS) return null
    return `The read replica is ${Math.round(ageMs / 1000)} s behind; ${INSTEAD}`
  }
  const logChange = () => {
    const state = outage === null ? 'read' : 'not read'
    if (state === wasLogged) return
    wasLogged = state
    if (outage === null) log.info('The read replica is read.')
    else log.warn({}, outage.message)
  }
  let isProbed = false
  return {
    recordProbe: (atMs, primary, replica) => {
      isProbed = true
      age.recordPrimary(primary.position, atMs)
      if (replica === null) {
        problem = SILENT
        return
      }
      problem = isFollowing(replica, primary) ? null : FOREIGN
      age.recordReplica(replica.position)
    },
    recordBrokenConnection: () => {
      problem = SILENT
    },
    describeOutage: () => {
      if (!isProbed) return outage
      const message = findProblem()
      outage = message === null ? null : { sinceMs: outage?.sinceMs ?? now(), message }
      logChange()
      return outage
    },
  }
}

const isFollowing = (place: LogPosition, primary: LogPosition): boolean =>
  place.isInRecovery && place.cluster === primary.cluster && place.database === primary.database

/** How old the rows of a replica are. */
interface ReplicaAge {
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
function createReplicaAge(monotonicMs: () => number): ReplicaAge {
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
