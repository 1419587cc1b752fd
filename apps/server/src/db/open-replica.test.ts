import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts'
import { createPool, createQueryBuilder } from './create-pool.ts'
import { createRoutedPool } from './open-replica.ts'

/** Two databases: what differs between them shows which of them answered. */
let databases: { primary: TestDatabase; replica: TestDatabase }
let primary: pg.Pool
let replica: pg.Pool
let isReplicaUsed: boolean
let errors: unknown[]

beforeAll(async () => {
  databases = { primary: await createTestDatabase(), replica: await createTestDatabase() }
  primary = createPool(databases.primary.url, { warn: () => {} })
  replica = createPool(databases.replica.url, { warn: () => {} })
  await primary.query('create table only_there (name text)')
})
afterAll(async () => {
  await primary.end()
  await replica.end()
  await databases.primary.drop()
  await databases.replica.drop()
})
beforeEach(() => {
  isReplicaUsed = true
  errors = []
})

const open = (of: pg.Pool) =>
  createQueryBuilder(
    createRoutedPool({
      replica: of,
      primary,
      isReplicaUsed: () => isReplicaUsed,
      onReplicaError: (error) => void errors.push(error),
    }),
  )

const READ_NAME = sql<{ name: string }>`select current_database()::text as name`
const nameOf = ({ url }: TestDatabase) => new URL(url).pathname.slice(1)

describe('a read', () => {
  it('is answered by the replica', async () => {
    expect((await READ_NAME.execute(open(replica))).rows).toEqual([
      { name: nameOf(databases.replica) },
    ])
  })

  it('is answered by the primary while the replica is not used', async () => {
    isReplicaUsed = false
    expect((await READ_NAME.execute(open(replica))).rows).toEqual([
      { name: nameOf(databases.primary) },
    ])
    expect(errors).toEqual([])
  })

  it('that fails on the replica is answered by the primary', async () => {
    expect((await sql`table only_there`.execute(open(replica))).rows).toEqual([])
    expect(errors).toMatchObject([{ code: '42P01' }])
  })

  it('is answered by the primary when nothing listens in the place of the replica', async () => {
    const nobody = createPool('postgres://127.0.0.1:9/dharma', { warn: () => {} })
    expect((await READ_NAME.execute(open(nobody))).rows).toEqual([
      { name: nameOf(databases.primary) },
    ])
    expect(errors).toHaveLength(1)
    expect(errors[0]).not.toBeInstanceOf(pg.DatabaseError)
    await nobody.end()
  })

  it('that fails on both fails with the error of the primary', async () => {
    await expect(sql`table nowhere`.execute(open(replica))).rejects.toMatchObject({ code: '42P01' })
    expect(primary.totalCount - primary.idleCount).toBe(0)
  })

  it('of a snapshot is answered by the primary, and gives its connection back', async () => {
    const names = await open(replica)
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (snapshot) => [
        await READ_NAME.execute(snapshot),
        await READ_NAME.execute(snapshot),
      ])
    expect(names.map(({ rows }) => rows[0]?.name)).toEqual(
      Array.from({ length: 2 }, () => nameOf(databases.primary)),
    )
    expect(primary.totalCount - primary.idleCount).toBe(0)
  })
})
