import { readFileSync } from 'node:fs'
import { parseImports, ROOMS } from './rooms.mjs'

/**
 * Folders and files of the rooms whose names are not their paths.
 * @type {Readonly<Record<string, string>>}
 */
const PATHS = {
  'packages/flow': 'packages/flow/(?!src/send/)',
  'packages/flow/send': 'packages/flow/src/send/',
  'server/config': 'apps/server/src/(flow-config|config|parse-settings|settings)\\.ts',
  'server/main': 'apps/server/src/(main|server)\\.ts',
  'web/main': 'apps/web/(src/[^/]+\\.(tsx?|css)$|vite/|[^/]+$)',
}

/** @param {string} room */
const findPath = (room) =>
  `^${PATHS[room] ?? `${room.replace(/^(server|web)\//, 'apps/$1/src/')}/`}`

/** @param {{ room: string, doors: string[] | null }} imported */
const findDoors = ({ room, doors }) =>
  doors === null ? findPath(room) : `${findPath(room)}(src/)?(${doors.join('|')})[./]`

/** Tests, and what they share. */
const TESTS = '(\\.(test|setup)\\.tsx?$|/(testing|stories)/)'

/** Developers' tools look into every room, as tests do. */
const TOOLS = '^(bench|scripts)/'

/** What runs in browsers, or is pure. */
const WITHOUT_NODE = '^(packages/(values|rules|score)|apps/web/src)/'

/** @type {{ scripts: Record<string, string> }} */
const { scripts } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))

/** Where programs start: commands of package.json, and what other programs or a tool start, which nothing imports. */
const ENTRIES = [
  ...Object.values(scripts).map((command) => `^${command.split(' ').at(-1)}$`),
  '/main\\.tsx?$',
  '\\.(config\\.(ts|mjs)|d\\.ts)$',
  '^scripts/(run\\.mjs|start/end-with-parent\\.mjs)$',
  '^bench/replay/replay-node\\.ts$',
  '^packages/contracts/tests/vectors/make-vectors\\.ts$',
  '^apps/web/(src/(render-page\\.tsx|jsx-runtime\\.ts|lib/walletconnect-storage\\.ts)|public/.+)$',
].join('|')

/** What only tests read, outside of the folders for that. */
const HELPERS_OF_TESTS = '^(packages/api/src/openapi/get-example|scripts/docs/[^/]+)\\.ts$'

const WITHOUT_TESTS = { pathNot: TESTS }

export default {
  forbidden: [
    {
      name: 'no-node',
      severity: 'error',
      from: { path: WITHOUT_NODE, ...WITHOUT_TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-other-feature',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/', ...WITHOUT_TESTS },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      // Packages export each of their files, so that knip takes all of them for entries.
      name: 'unused-file',
      severity: 'error',
      from: WITHOUT_TESTS,
      module: {
        path: '^(apps|packages|scripts|bench)/',
        pathNot: `${TESTS}|${ENTRIES}|${HELPERS_OF_TESTS}`,
        numberOfDependentsLessThan: 1,
      },
    },
  ],
  allowed: [
    { from: { path: `${TESTS}|${TOOLS}` }, to: {} },
    ...Object.entries(ROOMS).flatMap(([room, imports]) =>
      [{ room, doors: null }, ...parseImports(imports)].map((imported) => ({
        from: { path: findPath(room), ...WITHOUT_TESTS },
        to: { path: findDoors(imported), ...WITHOUT_TESTS },
      })),
    ),
    { from: {}, to: { pathNot: '^(apps|packages|scripts|bench)/' } },
  ],
  allowedSeverity: 'error',
  options: {
    tsPreCompilationDeps: true,
    exclude: { path: '(^|/)(node_modules|dist)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
