import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { askConfirmation } from './run-cli.ts'

const createTerminal = (typed: string) => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  stdin.write(typed)
  return { stdin, stdout: new PassThrough() }
}

test.each([
  ['y\n', true],
  ['YES \n', true],
  ['n\n', false],
  ['\n', false],
  ['yes please\n', false],
  ['\u0003', false],
  ['\u0004', false],
])('%j returns %s', async (typed, isConfirmed) => {
  expect(await askConfirmation('Send?', createTerminal(typed))).toBe(isConfirmed)
})

test('throws without an interactive terminal', async () => {
  const terminal = { stdin: new PassThrough(), stdout: new PassThrough() }
  await expect(askConfirmation('Send?', terminal)).rejects.toThrow('Nothing was sent: add --yes')
})
