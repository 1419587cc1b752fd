import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseImports, ROOMS } from '../../rooms.mjs'
import walls from '../../walls.config.mjs'

/** Where a file of a room stands whose name is not its path. */
const FILES: Readonly<Record<string, string>> = {
  'server/config': 'apps/server/src/settings.ts',
  'server/main': 'apps/server/src/server.ts',
  'web/main': 'apps/web/src/main.tsx',
  'packages/flow': 'packages/flow/src/planted.ts',
  'packages/flow/send': 'packages/flow/src/send/planted.ts',
}

/** A file in a room which is no door. */
const toFile = (room: string): string =>
  FILES[room] ?? `${room.replace(/^(server|web)\//, 'apps/$1/src/')}/planted.ts`

const rooms = Object.keys(ROOMS)

/** Rooms that a room may import through any of their files. */
const listOpen = (room: string): string[] =>
  parseImports(ROOMS[room] ?? '').flatMap(({ room: other, doors }) =>
    doors === null ? [other] : [],
  )

let tree: string
let caught: Set<string>

/** Builds a tree in which each room has one file, which imports that of every other room, and reads what is refused. */
beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'dharma-walls-'))
  for (const room of rooms) {
    const file = join(tree, toFile(room))
    const others = rooms.filter((other) => other !== room)
    const imports = others.map((other, index) => {
      const path = relative(dirname(file), join(tree, toFile(other)))
      const kind = index % 2 === 0 ? 'import type' : 'import'
      return `${kind} { it as it${index} } from '${path.startsWith('.') ? path : `./${path}`}'`
    })
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, `${imports.join('\n')}\nexport const it = 1\n`)
  }
  const { options, ...ruleSet } = walls
  const { output } = await cruise(['apps', 'packages'], {
    ...(options as ICruiseOptions),
    ...{ baseDir: tree, validate: true },
    ruleSet: ruleSet as NonNullable<ICruiseOptions['ruleSet']>,
  })
  const { violations } = (output as ICruiseResult).summary
  caught = new Set(violations.map(({ from, to }) => `${from} -> ${to}`))
})
afterAll(() => rm(tree, { recursive: true }))

it.each(rooms)('%s may import the rooms of its list alone, types too', (room) => {
  const open = listOpen(room)
  const refused = rooms.filter((other) => caught.has(`${toFile(room)} -> ${toFile(other)}`))
  expect(refused).toEqual(rooms.filter((other) => other !== room && !open.includes(other)))
})
