import { parseImports, ROOMS } from '../../rooms.mjs'

const START = '<!-- drawn from rooms.mjs by npm run generate -->'
const END = '<!-- end -->'

/** Returns the document with the picture of the rooms between its marks drawn again. */
export function replaceRooms(document: string): string {
  const [before, rest] = document.split(`${START}\n`)
  const after = rest?.split(END)[1]
  if (after === undefined) throw new Error(`the document lacks '${START}' or '${END}'`)
  return `${before}${START}\n\`\`\`\n${renderFloors()}\`\`\`\n${END}${after}`
}

/** Draws a line for each floor: a room stands above all that it imports. */
function renderFloors(): string {
  const floors = Map.groupBy(Object.keys(ROOMS), findFloor)
  return [...floors.keys()]
    .sort((a, b) => b - a)
    .map((floor) => ` ${String(floor).padStart(2)}  ${floors.get(floor)?.join(' · ')}\n`)
    .join('')
}

function findFloor(room: string): number {
  const below = listImported(room).map(findFloor)
  return below.length === 0 ? 0 : 1 + Math.max(...below)
}

/** Lists the rooms that a room imports; `scripts` is no room. */
const listImported = (room: string): string[] =>
  parseImports(ROOMS[room] ?? '').flatMap(({ room: other }) => (other in ROOMS ? [other] : []))
