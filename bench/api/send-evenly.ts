import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { answerProcess } from './ask-process.ts'

/** Requests of an even load. */
export interface EvenLoad {
  url: string
  paths: string[]
  headers: Record<string, string>
  /** Requests per second. */
  rate: number
  connections: number
}

/** What became of an even load. */
export interface EvenLoadReport {
  /** Milliseconds from when each request was due until the last byte of its answer. */
  times: Float64Array
  failures: number
  seconds: number
}

/** Milliseconds between two groups of requests. */
const GROUP_MS = 2

// A process of its own: its times would have the pauses for the garbage of the benchmark otherwise.
answerProcess(async (load: EvenLoad): Promise<EvenLoadReport> => {
  const report = await sendEvenly(load)
  process.once('disconnect', () => process.exit())
  return report
})

/** Sends the requests evenly, whether or not earlier ones are answered. */
async function sendEvenly({
  url,
  paths,
  headers,
  rate,
  connections,
}: EvenLoad): Promise<EvenLoadReport> {
  const pool = new Pool(url, { connections })
  const times = new Float64Array(paths.length)
  const { promise: allAnswered, resolve, reject } = Promise.withResolvers<void>()
  let answered = 0
  let failures = 0
  const send = async (index: number, dueMs: number) => {
    const path = String(paths[index])
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
    await body.bytes()
    times[index] = performance.now() - dueMs
    if (statusCode !== 200) failures += 1
    answered += 1
    if (answered === paths.length) resolve()
  }
  const startMs = performance.now()
  for (let sent = 0; sent < paths.length; ) {
    const dueCount = Math.min(paths.length, ((performance.now() - startMs) / 1000) * rate)
    for (; sent < dueCount; sent += 1) send(sent, startMs + (sent * 1000) / rate).catch(reject)
    await delay(GROUP_MS)
  }
  await allAnswered
  await pool.close()
  return { times, failures, seconds: (performance.now() - startMs) / 1000 }
}
