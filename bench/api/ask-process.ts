import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Runs a file of this folder in a process of its own, with `question`. Returns the process and its answer. */
export async function askProcess<Answer>(
  file: string,
  question: object,
): Promise<{ child: ChildProcess; answer: Answer }> {
  const child = fork(join(import.meta.dirname, file), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
    // Not those of this process, which would let the new one end while it waits for a question.
    execArgv: [],
  })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended early`)))
  ended.catch(() => {})
  const receive = async () => (await Promise.race([once(child, 'message'), ended]))[0]
  // What is sent before the process listens can be lost.
  await receive()
  child.send(question)
  return { child, answer: await receive() }
}

/** Answers the question of the process that has started this one with `askProcess`. */
export function answerProcess<Question, Answer>(
  answer: (question: Question) => Promise<Answer>,
): void {
  process.once('message', async (question: Question) => process.send?.(await answer(question)))
  process.send?.('listening')
}
