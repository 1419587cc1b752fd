import { expect, test, vi } from 'vitest'
import { closeDialog, type DialogRequest, getPendingDialogs } from '../../ui/dialogs/dialogs.tsx'
import { askFlagReason } from './protection-actions.tsx'

/** Waits for a dialog of this kind, and closes it. */
async function takeDialog<K extends DialogRequest['kind']>(kind: K) {
  await vi.waitUntil(() => getPendingDialogs().length > 0, 60_000)
  const [request] = getPendingDialogs()
  expect(request?.kind).toBe(kind)
  closeDialog(request!)
  return request as Extract<DialogRequest, { kind: K }>
}

const TOO_SHORT = /^Reason must be at least 10 characters$/

// What else a text must not have is tested at `findTextProblem`.
test.each([
  ['0123456789', '0123456789', null],
  [' \uFEFF01234\r\n56\u00AD789\u200F', '01234\n56789', null],
  ['012345678', null, TOO_SHORT],
  ['         x         ', null, TOO_SHORT],
  ['\u2800'.repeat(10), null, TOO_SHORT],
  [null, null, TOO_SHORT],
  ['Proof is at evil.com', null, /'evil.com' reads as one/],
])('the answer %j is taken as %j, and refused by %s', async (answer, taken, problem) => {
  const reason = askFlagReason()
  const prompt = await takeDialog('prompt')
  expect(prompt.text).toBe('Enter reason for flagging (minimum 10 characters):')
  prompt.answer(answer)
  if (problem !== null) {
    const alert = await takeDialog('alert')
    expect(alert.text).toMatch(problem)
    alert.answer(true)
  }
  expect(await reason).toBe(taken)
  expect(getPendingDialogs()).toEqual([])
})

test('a text that is refused stands in the prompt again, until one is taken', async () => {
  const refused = { current: '' }
  for (const [answer, initial] of [
    ['short', ''],
    ['not as short as before', 'short'],
    [null, ''],
  ] as const) {
    const reason = askFlagReason('', refused)
    const prompt = await takeDialog('prompt')
    expect(prompt.initial).toBe(initial)
    prompt.answer(answer)
    if (answer === 'not as short as before') expect(await reason).toBe(answer)
    else (await takeDialog('alert')).answer(true)
    await reason
  }
})
