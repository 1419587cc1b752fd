import { runChecks } from '../check/run-checks.mjs'
import { runUnlessPassed } from './passed-before.mjs'
import { runAccuracy } from './run-accuracy.mjs'
import { runCadenceTests, runCadenceWalks } from './run-cadence.mjs'
import { runGoTests } from './run-go.mjs'
import { runVitest } from './run-vitest.mjs'
import { createReport } from './test-report.mjs'

/**
 * @typedef {'toolbox' | 'go' | 'web' | 'labelled'} Need
 * @typedef {object} RunOptions
 * @property {string | null} since only tests of what changed since this commit
 * @property {boolean} canReuse whether what passed before, with the same files, need not run again
 *
 * @typedef {object} Suite
 * @property {string} name
 * @property {Need[]} needs
 * @property {RegExp} sources files whose change affects it
 * @property {string} [slow] why it is not run by default
 * @property {(options: RunOptions) => Promise<import('./test-report.mjs').TestReport>} run
 */

const TYPESCRIPT = /\.(ts|tsx|mjs|json|sql)$/
const UNIT = /\.(ts|tsx|mjs|json|sql|md)$/
const CADENCE = /^packages\/contracts\/.*\.(cdc|json|txt)$/
const TOOLBOX = /^tools\/toolbox\//
const RUNNING_PRODUCT = /^(apps|packages|tools)\/.*\.(tsx?|cdc|sql|css|html|go|json)$/

/**
 * What is known of the projects of vitest.config.ts.
 * @type {Record<string, Pick<Suite, 'needs' | 'sources' | 'slow'>>}
 */
const PROJECTS = {
  unit: { needs: [], sources: UNIT },
  web: { needs: [], sources: TYPESCRIPT },
  server: { needs: [], sources: TYPESCRIPT },
  chain: { needs: ['toolbox'], sources: RUNNING_PRODUCT },
  world: { needs: ['toolbox', 'web'], sources: RUNNING_PRODUCT },
  pages: {
    needs: ['toolbox', 'web'],
    sources: RUNNING_PRODUCT,
    slow: 'people use every page in a browser, and wait for blocks as people do',
  },
  days: {
    needs: ['toolbox', 'web'],
    sources: RUNNING_PRODUCT,
    slow: 'days pass on a chain, block by block, until freezes, appeals and rechecks are due',
  },
  votes: {
    needs: ['toolbox', 'web'],
    sources: RUNNING_PRODUCT,
    slow: 'votes of several days are held, signed, executed and appealed',
  },
  'slow-server': {
    needs: ['toolbox'],
    sources: RUNNING_PRODUCT,
    slow: 'agents, signers and senders of alerts are killed at their steps, transactions expire after 600 blocks, and faults strike at random',
  },
  slow: {
    needs: ['toolbox', 'web'],
    sources: RUNNING_PRODUCT,
    slow: 'worlds are built from nothing, an indexer is killed ten times, and all screens are checked for accessibility and compared with pictures',
  },
}

/** Suites that take longest start first, so that none is left alone at the end. */
const ORDER = [
  ...[
    'server',
    'pages',
    'votes',
    'world',
    'cadence',
    'cadence-walks',
    'slow-server',
    'slow',
    'toolbox',
    'unit',
    'check',
  ],
  ...['days', 'chain', 'web'],
]

/**
 * @param {string} vitestConfig text of vitest.config.ts: every project in it is run
 * @returns {Suite[]}
 */
export function listSuites(vitestConfig) {
  const projects = [...vitestConfig.matchAll(/\bname: '([\w-]+)'/g)].map(([, name = '']) => name)
  /** @type {Suite[]} */
  const suites = [
    { name: 'check', needs: [], sources: /./, run: async () => createReport(await runChecks()) },
    {
      name: 'accuracy',
      needs: ['labelled'],
      sources: /^(packages\/score|apps\/lab)\//,
      slow: 'it scores 10,000 labelled wallets, which are not part of this repository',
      run: runAccuracy,
    },
    {
      name: 'cadence',
      needs: ['toolbox'],
      sources: CADENCE,
      run: runUnlessPassed({ name: 'cadence', sources: CADENCE }, runCadenceTests),
    },
    {
      name: 'cadence-walks',
      needs: ['toolbox'],
      sources: CADENCE,
      slow: 'thousands of random steps, each checked against a model of the rules',
      run: runCadenceWalks,
    },
    {
      name: 'toolbox',
      needs: ['go'],
      sources: TOOLBOX,
      slow: 'it compiles the Flow tools once more, with their tests',
      run: runGoTests,
    },
    ...projects.map((name) => {
      const project = PROJECTS[name]
      if (project === undefined) throw new Error(`PROJECTS in suites.mjs lacks "${name}".`)
      return { name, ...project, run: runVitestSuite(name) }
    }),
  ]
  return suites.sort((a, b) => rankSuite(a.name) - rankSuite(b.name))
}

/**
 * Vitest selects by imports what a change affects; a running product has no imports to follow.
 * @param {string} name
 * @returns {Suite['run']}
 */
const runVitestSuite =
  (name) =>
  ({ since }) =>
    runVitest(name, PROJECTS[name]?.sources === RUNNING_PRODUCT ? null : since)

/** @param {string} name */
function rankSuite(name) {
  const index = ORDER.indexOf(name)
  return index === -1 ? ORDER.length : index
}

/**
 * @param {Suite[]} suites
 * @param {{ all: boolean, only: string[] | null, changedFiles: string[] | null }} options
 * @returns {Suite[]}
 * @throws {Error} with a sentence when a name is unknown
 */
export function selectSuites(suites, { all, only, changedFiles }) {
  if (only !== null) return only.map((name) => findSuite(suites, name))
  if (changedFiles === null) return suites.filter(({ slow }) => all || slow === undefined)
  return suites.filter(
    ({ slow, sources }) => slow === undefined && changedFiles.some((file) => sources.test(file)),
  )
}

/**
 * @param {Suite[]} suites
 * @param {string} name
 */
function findSuite(suites, name) {
  const suite = suites.find((candidate) => candidate.name === name)
  if (suite !== undefined) return suite
  const known = suites.map((candidate) => candidate.name).join(', ')
  throw new Error(`Unknown suite "${name}". Choose from ${known}.`)
}
