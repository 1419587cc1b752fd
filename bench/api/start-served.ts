import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ServeOptions } from './serve.ts'

/** Serves in a process of its own, which ends with `resources`. Returns its URL. */
export async function startServed(
  options: ServeOptions,
  resources: AsyncDisposableStack,
): Promise<string> {
  const child = fork(join(import.meta.dirname, 'serve.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  resources.defer(async () => {
    child.disconnect()
    await ended
  })
  child.send(options)
  const [url] = await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error('the served process ended'))),
  ])
  return String(url)
}
