import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../set-up/paths.mjs'

/** Longer than anything takes on a busy machine: such a timeout only ends what hangs. */
const MIN_TIMEOUT_MS = 60_000

const CLOCK = /\bperformance\.now\(|\bhrtime\b|\bDate\.now\(\) - \w*(?:Ms|At)\b|- Date\.now\(\)/g

/** A timeout among the arguments of a call that waits, before the next statement. */
const TIMEOUT =
  /\b(?:setDefaultTimeout\(|(?:poll|waitUntil|waitFor|setConfig)\((?:(?!\n\s*(?:await|const|expect|it|test)\b)[\s\S]){0,300}?\b\w*[tT]imeout: )([\d_]+)/g

/**
 * Returns each place where a test measures time by a clock, or gives up waiting for a condition before a busy
 * machine would reach it.
 */
export function findWallTime(source: string): string[] {
  const short = [...source.matchAll(TIMEOUT)].filter(
    ([, ms]) => Number(ms?.replaceAll('_', '')) < MIN_TIMEOUT_MS,
  )
  return [...source.matchAll(CLOCK), ...short].map(([match]) =>
    match.replaceAll(/\s+/g, ' ').slice(0, 60),
  )
}

/** Its examples are what the check finds. */
const OWN_TEST = 'find-wall-time.test.ts'

if (import.meta.main) {
  const files = glob('{apps,packages,bench,scripts}/**/*.test.{ts,tsx}', {
    cwd: ROOT,
    exclude: (name) => name === 'node_modules' || name.endsWith(OWN_TEST),
  })
  const found: string[] = []
  for await (const file of files) {
    const places = findWallTime(await readFile(join(ROOT, file), 'utf8'))
    found.push(...places.map((place) => `${file}: ${place}`))
  }
  if (found.length > 0) {
    console.error(
      `A test may not depend on how busy the machine is. Wait for a condition with the default timeout, count work, or measure in bench/:\n${found.join('\n')}`,
    )
    process.exit(1)
  }
}
