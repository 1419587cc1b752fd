import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WORLDS_DIR } from '@app/world/environment.ts'
import type { PicturedWorld } from '@app/world/testing/pictures/take-pictures.ts'

/** Reads the world that `npm start` has written down; null when none runs. */
export async function readRunningWorld(): Promise<PicturedWorld | null> {
  const text = await readFile(join(WORLDS_DIR, 'world.json'), 'utf8').catch(() => null)
  if (text === null) return null
  const { web, people } = JSON.parse(text)
  const named = Object.entries(people).map(([name, address]) => [name, { name, address }])
  return { webUrl: web, people: Object.fromEntries(named) }
}
