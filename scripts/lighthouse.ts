// Measures the pages of a running `npm start` with Lighthouse: npm run lighthouse [-- --runs 5] [URL]

import { once } from 'node:events'
import { createServer } from 'node:net'
import { parseArgs } from 'node:util'
import { openBrowser } from '@app/world/testing/clients/open-browser.ts'
import { auditPage } from './lighthouse/audit-page.ts'
import {
  CATEGORIES,
  formatTable,
  isGoodEnough,
  type PageScores,
  takeMedians,
} from './lighthouse/scores.ts'
import { readRunningWorld } from './read-running-world.ts'

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '5' } },
  allowPositionals: true,
})

const world = await readRunningWorld()
const origin = positionals[0] ?? world?.webUrl
if (origin === undefined) {
  console.error('Nothing runs: run npm start first, or give the URL of the pages.')
  process.exit(1)
}

const address = world?.people.alice.address ?? '0x0000000000000001'
const paths = ['/', '/dashboard', `/wallet/${address}`, '/governance']
const port = await findFreePort()
const browser = await openBrowser([`--remote-debugging-port=${port}`])
const results: [string, PageScores][] = []
try {
  for (const path of paths) results.push([path, await measure(new URL(path, origin).href)])
} finally {
  await browser.close()
}
console.log(formatTable(results))
if (results.every(([, scores]) => isGoodEnough(scores))) console.log('All pages reach the goal.')
else {
  console.error(`A page is below the goal in one of ${CATEGORIES.join(', ')}.`)
  process.exitCode = 1
}

/** Lighthouse joins the browser by its debugging port. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const found = server.address()
  server.close()
  if (found === null || typeof found === 'string') throw new Error('No port is free.')
  return found.port
}

async function measure(url: string): Promise<PageScores> {
  const runs: PageScores[] = []
  for (let run = 0; run < Number(values.runs); run++) runs.push(await auditPage(url, port))
  return takeMedians(runs)
}
