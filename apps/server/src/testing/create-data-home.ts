import { chmod, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** In memory, because every test copies a database. */
const MEMORY_DIR = '/dev/shm'
const MEMORY_NEEDED_BYTES = 2 * 2 ** 30

/** Creates a directory for the data of test servers, which the user that runs PostgreSQL can enter. */
export async function createDataHome(): Promise<string> {
  const home = await mkdtemp(join(await chooseParentDir(), 'dharma-test-'))
  await chmod(home, 0o755)
  return home
}

/** Selects a directory in memory if this system has one with enough space. */
async function chooseParentDir(): Promise<string> {
  const state = await statfs(MEMORY_DIR).catch(() => null)
  const freeBytes = state === null ? 0 : state.bavail * state.bsize
  return freeBytes >= MEMORY_NEEDED_BYTES ? MEMORY_DIR : tmpdir()
}
