import { runChecks } from '../check/run-checks.mjs'
import { runAccuracy } from './run-accuracy.mjs'
import { runCadenceTests } from './run-cadence.mjs'
import { runGoTests } from './run-go.mjs'
import { runVitest } from './run-vitest.mjs'
import { createReport } from './test-report.mjs'

/**
 * @typedef {'toolbox' | 'go' | 'web' | 'labelled'} Need
 * @typedef {object} Suite
 * @property {string} name
 * @property {Need[]} needs
 * @property {() => Promise<import('./test-report.mjs').TestReport>} run
 */

/** Quick suites first. A suite that is not listed here runs last. */
const ORDER = [
  'check',
  'accuracy',
  'unit',
  'web',
  'server',
  'chain',
  'cadence',
  'toolbox',
  'world',
  'browser',
]

/** @type {Record<string, Need[]>} */
const PROJECT_NEEDS = {
  unit: [],
  web: [],
  server: [],
  chain: ['toolbox'],
  world: ['toolbox', 'web'],
  browser: ['toolbox', 'web'],
}

/**
 * @param {string} vitestConfig text of vitest.config.ts: every project in it is run
 * @returns {Suite[]}
 */
export function listSuites(vitestConfig) {
  const projects = [...vitestConfig.matchAll(/\bname: '([\w-]+)'/g)].map(([, name = '']) => name)
  /** @type {Suite[]} */
  const suites = [
    { name: 'check', needs: [], run: async () => createReport(await runChecks()) },
    { name: 'accuracy', needs: ['labelled'], run: runAccuracy },
    { name: 'cadence', needs: ['toolbox'], run: runCadenceTests },
    { name: 'toolbox', needs: ['go'], run: runGoTests },
    ...projects.map((name) => ({
      name,
      needs: PROJECT_NEEDS[name] ?? ['toolbox', 'web'],
      run: () => runVitest(name),
    })),
  ]
  return suites.sort((a, b) => rankSuite(a.name) - rankSuite(b.name))
}

/** @param {string} name */
function rankSuite(name) {
  const index = ORDER.indexOf(name)
  return index === -1 ? ORDER.length : index
}

/**
 * @param {Suite[]} suites
 * @param {string[]} args of the command line: nothing, or --only with names
 * @returns {Suite[]}
 * @throws {Error} with a sentence when a name or an option is unknown
 */
export function selectSuites(suites, args) {
  if (args.length === 0) return suites
  const [option, names = '', ...rest] = args
  if (option !== '--only' || rest.length > 0) {
    throw new Error('Usage: npm test -- [--only NAME,NAME]')
  }
  const wanted = names.split(',')
  const known = suites.map(({ name }) => name)
  const unknown = wanted.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new Error(`Unknown suite "${unknown}". Choose from ${known.join(', ')}.`)
  }
  return suites.filter(({ name }) => wanted.includes(name))
}
