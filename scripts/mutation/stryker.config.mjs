import { join } from 'node:path'
import { STATE_DIR } from '../set-up/paths.mjs'
import { PARTS } from './parts.ts'

const part = process.env.MUTATION_PART ?? ''
const directory = join(STATE_DIR, 'mutation', part)

/** Options of Stryker for the part that MUTATION_PART names. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: true },
  mutate: PARTS[part]?.mutate ?? [],
  coverageAnalysis: 'perTest',
  // What runs once, when a module is loaded (texts, schemas, lists), would need all tests of its part for each change.
  ignoreStatic: true,
  // Other work needs the second processor of a small machine.
  concurrency: 1,
  timeoutMS: 10_000,
  incremental: true,
  incrementalFile: join(directory, 'incremental.json'),
  tempDirName: join(directory, 'sandbox'),
  // Stryker would rewrite tsconfig.json with an API that TypeScript 7 does not have; Vitest does not read that file.
  tsconfigFile: 'none',
  ignorePatterns: ['.dharma', '.ci', 'apps/web/dist', 'docs', 'tools'],
  reporters: ['clear-text', 'html', 'json', 'progress-append-only'],
  htmlReporter: { fileName: join(directory, 'report.html') },
  jsonReporter: { fileName: join(directory, 'report.json') },
  clearTextReporter: { logTests: false, allowEmojis: false, reportScoreTable: true },
  thresholds: { high: 95, low: 85, break: 85 },
}
