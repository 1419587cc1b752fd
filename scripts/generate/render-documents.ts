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
  default?: string
  defaultNote?: string
  meaning: string
}

/** Renders Markdown with an entry for each environment variable that the server reads. */
export function renderSettings(settings: Readonly<Record<string, Setting>>): string {
  const entries = Object.entries(settings).map(
    ([name, setting]) => `- \`${name}\`${formatDefault(setting)}: ${setting.meaning}\n`,
  )
  return `<!-- Made by \`npm run generate\` from apps/server/src/settings.ts: change that, not this. -->

# Settings

Environment variables of the server (\`node_modules/.bin/node apps/server/src/main.ts api indexer scorer agent alerts\`), with their defaults. \`npm start -- --network testnet\` passes them on. An empty variable counts as unset. Lists are separated by commas. Budgets are for a UTC day of block time.

${entries.join('')}
\`npm run deploy -- --help\` lists its own. Of the commands of this checkout:

- \`DHARMA_STATE\` (\`.dharma\`): directory of local worlds, keys and databases
- \`FLOW_TOOLBOX\` (\`.dharma/bin/toolbox\`): Flow tools that set-up does not build
- \`DHARMA_PRESENT\` (now): end of the history of a local world, such as 2025-11-14T15:00Z
- \`WALLETCONNECT_PROJECT_ID\`: project at WalletConnect, for wallets on a phone; with \`--network testnet\`
- \`REPOSITORY_URL\` (where the checkout was cloned from): source of this deployment, to which pages link

## Loading a scam list

A list is a file in UTF-8 with one JSON object a line:

\`\`\`json
{"address": "0x179b6b1cb6755e31", "kind": "scam", "source": "Example list", "confidence": 0.9, "reason": "Drained wallets in May 2026", "contact": "appeals@example.org"}
\`\`\`

\`kind\` is \`scam\` or \`service\` (an exchange, a bridge); \`confidence\` is from 0 to 1; \`contact\`, which may be absent or a link, is shown to who is listed. An address in an EVM also has \`chain\`, the number of its chain, and in another EVM than Flow's \`isContract\`; contracts there are skipped. \`source\` and \`contact\` have at most 200 characters, \`reason\` 1,000.

\`\`\`sh
DATABASE_URL=postgres://… npm run import-labels -- FILE
\`\`\`

Either every line is loaded or none.

### Public lists of Ethereum

A key has the same address in Flow's EVM, a contract does not. So the script below reads the addresses in a list of any form, asks a node of Ethereum which are contracts, and writes the lines:

\`\`\`js
// to-labels.mjs
import { text } from 'node:stream/consumers'

const [, , source] = process.argv
const found = (await text(process.stdin)).toLowerCase().match(/\\b0x(?!0{24})[0-9a-f]{40}\\b/g) ?? []
for (const address of new Set(found)) {
  const call = { jsonrpc: '2.0', id: 1, method: 'eth_getCode', params: [address, 'latest'] }
  const response = await fetch(process.env.ETHEREUM_NODE, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(call),
  })
  const { result, error } = await response.json()
  if (result === undefined) throw new Error(\`\${address}: \${error?.message}\`)
  // What begins with 0xef01 is a key that lets a contract act for it (EIP-7702).
  const isContract = result !== '0x' && !result.startsWith('0xef01')
  const label = { kind: 'scam', source, confidence: 0.8, reason: 'On a public list of scams' }
  console.log(JSON.stringify({ address, chain: 1, isContract, ...label }))
}
\`\`\`

\`\`\`sh
ETHEREUM_NODE=https://… node to-labels.mjs Forta < phishing_scams.csv > forta.jsonl
\`\`\`

- [phishing_scams.csv](https://github.com/forta-network/labelled-datasets/blob/HEAD/labels/1/phishing_scams.csv) of Forta
- [address.json](https://github.com/scamsniffer/scam-database/blob/HEAD/blacklist/address.json) of ScamSniffer
- [addresses-darklist.json](https://github.com/MyEtherWallet/ethereum-lists/blob/HEAD/src/addresses/addresses-darklist.json) of MyEtherWallet

An entry is an accusation: read the licence of a list, and how it removes what was wrong. Whoever appeals is answered by you.

An entry about an account of Cadence in the EVM (0x, 23 zeros and a 2) counts for its owner only while nobody else acts with it, which a thief can arrange. List the owner, too: \`GET /v1/evm/{address}\` names it.
`
}

function formatDefault({ default: text, defaultNote }: Setting): string {
  if (defaultNote !== undefined) return ` (${defaultNote})`
  return text === undefined ? '' : ` (\`${text}\`)`
}
