import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import { createPool } from '@app/server/db/create-pool.ts'
import { createLog } from '@app/server/runtime/log.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../../../../../scripts/set-up/paths.mjs'
import { ENVIRONMENT } from '../../environment.ts'
import { NAMED_ACCOUNTS } from '../../people/account-names.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { readDocumentBlocks } from '../../testing/read-document-blocks.ts'
import { runCommand } from '../../testing/run-command.ts'
import { writeJson } from '../../write-json.ts'

const world = connectToWorld()
const blocks = await readDocumentBlocks()

/** Commands that this test does not run, by kind; each matches the first line of a block. */
const NOT_RUN = {
  'It starts or tests the whole product, as every other suite does': [
    /^npm start /,
    /^npm (test|run test:long) /,
  ],
  'It takes long; the gate checks the model': [/^npm run model /],
  'It needs labelled wallets; apps/lab/src/commands.slow.test.ts runs it': [
    /^npm run (fit|backtest) /,
  ],
  'It needs an account with funds on a public network; apps/deploy/src/deploy.chain.test.ts deploys to an emulator':
    [/^npm run deploy /],
  'It needs Docker; apps/server/src/testing/deployment/image.slow.test.ts runs the image where Docker is':
    [/^cat > \.env /, /^docker (build|compose)\b/, /^touch DATA/],
  'It has a placeholder for what only its reader has, such as the address of a database': [
    /^DATABASE_URL=postgres:\/\/… (?!npm run import-labels )/,
    /^npm run verify -- (replay|0x…|FILE)/,
    /^node --heapsnapshot-signal=/,
  ],
  'It reads lists on the internet; apps/server/src/labels/public-lists.test.ts runs it on examples':
    [/^cat > read-public-lists\.mjs /],
  'Tests below run it': [
    /^node_modules\/\.bin\/node apps\/server\/src\/main\.ts /,
    /^node check-vote\.mjs /,
  ],
} satisfies Record<string, RegExp[]>

const EXCEPTIONS = Object.values(NOT_RUN).flat()
const isException = (text: string) => EXCEPTIONS.some((pattern) => pattern.test(text.trimStart()))

const fenced = blocks.filter(({ language }) => language === 'sh')
/** A report has the commands of its date. */
const inline = blocks.filter(
  ({ language, file }) => language === 'inline' && !file.startsWith('docs/reports/'),
)
const run = Map.groupBy(
  fenced.filter(({ text }) => !isException(text)),
  ({ file }) => file,
)

const folder = await mkdtemp(join(tmpdir(), 'dharma-documents-'))
const state = join(folder, '.dharma')

/** Without the Node of the tests: readers have another one, such as the oldest that package.json allows. */
const PATH = (ENVIRONMENT.PATH ?? '')
  .split(delimiter)
  .filter((path) => !path.includes('node_modules'))
  .join(delimiter)

const runAsReader = (input: string) =>
  runCommand({
    command: ['bash', '-euo', 'pipefail', '-s'],
    cwd: folder,
    env: { DHARMA_STATE: state, PATH },
    input,
  })

const LIST = 'labels.jsonl'
const databaseOfList = new URL('documents_labels', world.databaseUrl)

/** A checkout whose `.dharma` describes the world of the test. */
beforeAll(async () => {
  const names = (await readdir(ROOT)).filter((name) => !/^\.(dharma|git)$/.test(name))
  for (const name of names) await symlink(join(ROOT, name), join(folder, name))
  await mkdir(state)
  const people = NAMED_ACCOUNTS.map((name) => [name, world.people[name].address])
  const file = { people: Object.fromEntries(people), ...world.urls, ...world.roles }
  await writeJson(join(state, 'world.json'), file)
  const list = blocks.find(({ text }) => text.includes('"kind": "scam"'))
  await writeFile(join(folder, LIST), list?.text ?? '')
  const server = createPool(world.databaseUrl, createLog('silent'))
  await server.query('create database documents_labels')
  await server.end()
})

afterAll(() => rm(folder, { recursive: true }))

/** A command ends with 0, or with the exit code in its comment. */
const expectExitCodes = (text: string) =>
  text.replaceAll(/^(.*) # .*exit code (\d+)$/gm, '$1 || test $? = $2')

/** The URLs that a reader of the documents has. */
const toWorldUrls = (text: string) =>
  text
    .replaceAll('http://localhost:3001', world.urls.api)
    .replaceAll('http://localhost:3000', world.urls.web)
    .replaceAll('http://127.0.0.1:8888', world.urls.emulator)
    .replace(
      'postgres://… npm run import-labels -- FILE',
      `${databaseOfList} npm run import-labels -- ${LIST}`,
    )

test.each([...run])(
  'the commands of %s run',
  async (_, found) => {
    const script = found.map(({ text }) => text).join('\n')
    const { code, output } = await runAsReader(expectExitCodes(toWorldUrls(script)))
    expect(code, output).toBe(0)
    expect(output).not.toMatch(/"code": ?"\w+", ?"message"/)
  },
  600_000,
)

test('the commands run with the oldest Node that package.json allows', async () => {
  const { engines } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const { output } = await runAsReader('node --version')
  expect(output, 'Put it first in the PATH of this suite.').toMatch(
    new RegExp(`^v${engines.node.replace('>=', '')}\\.`),
  )
})

test('the commands of the server start it, which asks for its settings', async () => {
  const commands = [...fenced, ...inline].flatMap(
    ({ text }) => /\S*node apps\/server\/src\/main\.ts[ a-z]+/.exec(text)?.[0] ?? [],
  )
  expect(commands).toHaveLength(3)
  for (const command of commands) {
    const { code, output } = await runAsReader(command)
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/variable (DHARMA_AGENT_ADDRESS|COSIGNER_MAILBOX_URL) must be /),
    ])
  }
})

test('the scripts in JavaScript are read by that Node, and the one by hand checks a vote', async () => {
  const [receiver, checker] = blocks.filter(({ language }) => language === 'js')
  await writeFile(join(folder, 'receiver.mjs'), receiver?.text ?? '')
  await writeFile(join(folder, 'check-vote.mjs'), checker?.text ?? '')
  const { proposals } = JSON.parse(await readFile(join(folder, 'votes.json'), 'utf8')).data
  const first = proposals.findIndex(({ votes }: { votes: unknown[] }) => votes.length > 0)
  const { code, output } = await runAsReader(
    `node --check receiver.mjs\nnode check-vote.mjs votes.json ${first} 0`,
  )
  expect(code, output).toBe(0)
  expect(output).toMatch(/: valid\n$/)
})

test('the client votes, appeals, states and receives as its document says', async () => {
  const { id, votesFor } = JSON.parse(await readFile(join(state, 'vote.json'), 'utf8'))
  expect([typeof id, votesFor]).toEqual(['number', 1])
  const { against } = JSON.parse(await readFile(join(state, 'appeal.json'), 'utf8'))
  expect(against).toBe('flag')
  const statement = JSON.parse(await readFile(join(state, 'statement.json'), 'utf8'))
  expect(statement).toMatchObject({ text: 'The money came from a friend, and I can show it.' })
  const { type } = JSON.parse(await readFile(join(state, 'alert.json'), 'utf8'))
  expect(type).toBe('webhook.test')
})

test('the client asks again for what is sent, and not sealed yet', async () => {
  const api = await startLoopbackServer()
  onTestFinished(() => api.stop())
  api.responses.push(
    { status: 202, json: { data: { txId: 'ab'.repeat(32) } } },
    { json: { data: { nonce: 'cd'.repeat(32) } } },
    { json: { data: { address: world.people.alice.address } } },
  )
  const { code, output } = await runCommand({
    command: [
      join(state, 'client/bin/python'),
      'docs/use/client.py',
      'login',
      world.people.alice.address,
    ],
    cwd: folder,
    env: { DHARMA_API: api.url, DHARMA_KEY: '1'.repeat(64) },
  })
  expect(code, output).toBe(0)
  expect(JSON.parse(output)).toEqual({ address: world.people.alice.address })
})

describe('the blocks of the documents', () => {
  test('are of a language that a test knows', () => {
    const known = ['sh', 'js', 'json', 'cadence', 'sql', 'http', 'text', '', 'inline']
    expect(blocks.filter(({ language }) => !known.includes(language))).toEqual([])
  })

  test('are fenced where they have commands', () => {
    const commandsInText = blocks.filter(({ language }) => language === '' || language === 'text')
    expect(commandsInText.filter(({ text }) => /^ *(npm|curl|node|python3?) /m.test(text))).toEqual(
      [],
    )
  })

  test('are fenced where a command in a sentence can run', () => {
    expect(inline.filter(({ text }) => !isException(text))).toEqual([])
  })

  test('of shell are run, except for what the list names', () => {
    const texts = [...fenced, ...inline].map(({ text }) => text.trimStart())
    const unused = EXCEPTIONS.filter((pattern) => !texts.some((text) => pattern.test(text)))
    expect(unused).toEqual([])
  })

  test.each(blocks.filter(({ language }) => language === 'json'))(
    'in JSON can be read: $file, line $line',
    ({ text }) => {
      expect(() => JSON.parse(text.trimStart().startsWith('{') ? text : `{${text}}`)).not.toThrow()
    },
  )

  test.each([
    ['docs/use/alerts.md', 'apps/server/src/alerts/messages/document.test.ts'],
    ['docs/use/verify.md', 'apps/verify/src/votes/by-hand.test.ts'],
  ])('in JavaScript of %s are run by %s', async (document, file) => {
    expect(await readFile(join(ROOT, file), 'utf8')).toContain(document)
  })

  test('in JavaScript are in these two documents alone', () => {
    const files = blocks.filter(({ language }) => language === 'js').map(({ file }) => file)
    expect(files).toEqual(['docs/use/alerts.md', 'docs/use/verify.md'])
  })

  test.each(blocks.filter(({ language }) => language === 'cadence'))(
    'in Cadence run on the chain: $file, line $line',
    async ({ text }) => {
      const imports = [...text.matchAll(/^import .*$/gm)].map(([line]) => line)
      const body = text.replaceAll(/^import .*$/gm, '')
      const cadence = [
        ...imports,
        ...OTHER_IMPORTS.filter((name) => !imports.includes(`import "${name}"`)).map(
          (name) => `import "${name}"`,
        ),
        `access(all) fun main(buyer: Address, to: Address) {${body}}`,
      ].join('\n')
      const address = { type: 'Address', value: world.people.alice.address }
      await world.chain.runScript({ name: 'a block', cadence, args: [address, address] })
    },
  )
})

/** Contracts that the fragments of the documents use without importing them. */
const OTHER_IMPORTS = ['DharmaConnectors', 'DeFiActions']
