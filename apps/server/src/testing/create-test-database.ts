import { inject } from 'vitest'
import { copyDatabase, type DatabaseCopy } from './copy-database.ts'

export type TestDatabase = DatabaseCopy

/** Creates an empty database with all tables, used by one test only. */
export const createTestDatabase = (): Promise<TestDatabase> => copyDatabase(inject('templateUrl'))
