import { parseImports, ROOMS } from '../../rooms.mjs'

const ROOMS_START = '<!-- drawn from rooms.mjs by npm run generate -->'
const ROOMS_END = '<!-- end -->'

/** Returns the document with the picture of the rooms between its marks drawn again. */
export function replaceRooms(document: string): string {
  const [before, rest] = document.split(`${ROOMS_START}\n`)
  const after = rest?.split(ROOMS_END)[1]
  if (after === undefined) throw new Error(`the document lacks '${ROOMS_START}' or '${ROOMS_END}'`)
  return `${before}${ROOMS_START}\n\`\`\`\n${renderFloors()}\`\`\`\n${ROOMS_END}${after}`
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

interface Setting {
  default: string | null
  defaultNote?: string
  meaning: string
}

/** Renders Markdown with a row for each environment variable that the server reads. */
export function renderSettings(settings: Readonly<Record<string, Setting>>): string {
  const rows = Object.entries(settings).map(
    ([name, setting]) => `| \`${name}\` | ${formatDefault(setting)} | ${setting.meaning} |\n`,
  )
  return `<!-- Made by \`npm run generate\` from apps/server/src/settings.ts: change that, not this. -->

# Settings

Environment variables of the server (\`node_modules/.bin/node apps/server/src/main.ts api indexer scorer agent alerts\`, with the Node that \`npm ci\` installs). \`npm start\` passes them on with \`--network testnet\`; the local world sets its own. An empty variable counts as unset; a wrong value ends the start with a sentence that names the variable. Secrets are never shown, and removed from the environment once read. Budgets (\`…_PER_DAY\` and per client) are for a UTC day of block time.

| variable | default | meaning |
|---|---|---|
${rows.join('')}
\`npm run deploy -- --help\` lists its own. Of the commands of this checkout:

| variable | default | meaning |
|---|---|---|
| \`DHARMA_STATE\` | \`.dharma\` | directory of local worlds, keys and databases |
| \`FLOW_TOOLBOX\` | \`.dharma/bin/toolbox\` | the Flow tools, where they are not built by set-up |
| \`DHARMA_PRESENT\` | now | end of the history of a local world, such as 2025-11-14T15:00Z; tests always have the same one |
| \`DHARMA_BROWSER\` | the Chromium of npm | the browser of tests |
| \`WALLETCONNECT_PROJECT_ID\` | none | project of this site at WalletConnect, for wallets on a phone; with \`--network testnet\` |
| \`REPOSITORY_URL\` | where the checkout was cloned from | website of the source of this deployment, which the footer and the home page link to |
| \`DHARMA_LABELLED_DATA\` | none | directory of labelled wallets for the accuracy check of \`npm run test:long\` |

## Loading a scam list

A list is a file in UTF-8, without a byte order mark, with one JSON object a line:

\`\`\`json
{"address": "0x179b6b1cb6755e31", "kind": "scam", "source": "Example list", "confidence": 0.9, "reason": "Drained wallets in May 2026", "contact": "appeals@example.org"}
\`\`\`

\`kind\` is \`scam\` or \`service\` (an exchange, a bridge); \`confidence\` is from 0 to 1; \`contact\` may be absent, and is shown to who is listed. Only it may be a link or a mail address. No text has hidden characters; \`source\` and \`contact\` have at most 200, \`reason\` 1,000.

\`\`\`sh
DATABASE_URL=postgres://… npm run import-labels -- FILE
\`\`\`

Either every line is loaded or none; wrong lines are named. The affected accounts are scored again. An entry that an upheld appeal removed is not loaded again from the same source.
`
}

function formatDefault({ default: text, defaultNote }: Setting): string {
  return defaultNote ?? (text === null ? 'none' : `\`${text}\``)
}
