import { once } from 'node:events'
import { askProcess } from './ask-process.ts'
import type { ServeOptions } from './serve.ts'

/** Serves in a process of its own, which ends with `resources`. Returns its URL. */
export async function startServed(
  options: ServeOptions,
  resources: AsyncDisposableStack,
): Promise<string> {
  const { child, answer } = await askProcess<string>('serve.ts', options)
  resources.defer(async () => {
    const ended = once(child, 'exit')
    child.disconnect()
    await ended
  })
  return answer
}
