import { describe, expect, it } from 'vitest'
import { createReplicaHealth, type LogPosition } from './replica-health.ts'

const PRIMARY = { cluster: '7', database: 'dharma', isInRecovery: false }
const at = (position: bigint): LogPosition => ({ ...PRIMARY, position })
const replicaAt = (position: bigint, other: Partial<LogPosition> = {}): LogPosition => ({
  ...PRIMARY,
  isInRecovery: true,
  position,
  ...other,
})

function createScene() {
  const lines: string[] = []
  let nowMs = 1_000
  const log = {
    warn: (_: object, message: string) => void lines.push(`warn ${message}`),
    info: (message: string) => void lines.push(`info ${message}`),
  }
  const health = createReplicaHealth(log, { now: () => nowMs, monotonicMs: () => nowMs })
  return {
    health,
    lines,
    /** Looks at both servers at this time. */
    probe: (atMs: number, primary: bigint, replica: LogPosition | null) => {
      nowMs = atMs
      health.recordProbe(atMs, at(primary), replica)
    },
    wait: (untilMs: number) => {
      nowMs = untilMs
    },
  }
}

describe('a replica', () => {
  it('is not read before it has reached what was committed when it was opened', () => {
    const { health, probe } = createScene()
    expect(health.describeOutage()).not.toBeNull()
    probe(2_000, 50n, replicaAt(49n))
    expect(health.describeOutage()?.message).toMatch(/far behind/)
    probe(3_000, 60n, replicaAt(50n))
    expect(health.describeOutage()).toBeNull()
  })

  it('is read while the primary commits nothing', () => {
    const { health, probe } = createScene()
    for (const atMs of [2_000, 60_000, 900_000]) probe(atMs, 50n, replicaAt(50n))
    expect(health.describeOutage()).toBeNull()
  })

  it('is as old as the newest commit that it has, and read up to 10 s', () => {
    const { health, probe, wait } = createScene()
    probe(2_000, 50n, replicaAt(50n))
    probe(11_000, 60n, replicaAt(55n))
    wait(12_000)
    expect(health.describeOutage()).toBeNull()
    wait(12_001)
    expect(health.describeOutage()).toEqual({
      sinceMs: 12_001,
      message: 'The read replica is 10 s behind; the primary answers in its place.',
    })
    wait(42_000)
    expect(health.describeOutage()).toMatchObject({
      sinceMs: 12_001,
      message: expect.stringContaining('40 s behind'),
    })
    probe(43_000, 70n, replicaAt(70n))
    expect(health.describeOutage()).toBeNull()
  })

  it('is not read when neither server answers any more', () => {
    const { health, probe, wait } = createScene()
    probe(2_000, 50n, replicaAt(50n))
    wait(13_000)
    expect(health.describeOutage()).not.toBeNull()
  })

  it('is not read when there is another one in its place, which is behind', () => {
    const { health, probe } = createScene()
    probe(2_000, 50n, replicaAt(50n))
    probe(3_000, 50n, replicaAt(20n))
    expect(health.describeOutage()?.message).toMatch(/far behind/)
  })

  it('is not read from a broken connection until the next look, and each change is logged once', () => {
    const { health, probe, lines } = createScene()
    probe(2_000, 50n, replicaAt(50n))
    health.describeOutage()
    health.recordBrokenConnection()
    expect(health.describeOutage()?.message).toMatch(/does not answer/)
    probe(3_000, 50n, null)
    health.describeOutage()
    probe(4_000, 50n, replicaAt(50n))
    health.describeOutage()
    health.describeOutage()
    expect(lines.map((line) => line.slice(0, 4))).toEqual(['info', 'warn', 'info'])
  })

  it.each([
    ['a primary', { isInRecovery: false }],
    ['a replica of other servers', { cluster: '8' }],
    ['another database', { database: 'staging' }],
  ])('is not %s', (_, other) => {
    const { health, probe } = createScene()
    probe(2_000, 50n, replicaAt(50n, other))
    expect(health.describeOutage()?.message).toMatch(/is no streaming replica of DATABASE_URL/)
  })
})
