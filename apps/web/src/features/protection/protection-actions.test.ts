import { expect, test, vi } from 'vitest'
import { closeDialog, type DialogRequest, getPendingDialogs } from '../../ui/dialogs/dialogs.tsx'
import { askFlagReason } from './protection-actions.tsx'

const PROMPT = 'Enter reason for flagging (minimum 10 characters):'
const TOO_SHORT = 'Reason must be at least 10 characters'

/** Waits for a dialog, checks its kind and text, then closes it. Returns its request. */
async function expectAndCloseDialog<K extends DialogRequest['kind']>(kind: K, text: string) {
  const [request] = await vi.waitUntil(
    () => getPendingDialogs().length > 0 && getPendingDialogs(),
    60_000,
  )
  expect(request).toMatchObject({ kind, text })
  closeDialog(request!)
  return request as Extract<DialogRequest, { kind: K }>
}

test.each([
  ['0123456789', '0123456789'],
  [' \uFEFF01234\r\n56\u00AD789\u200F', '01234\n56789'],
])('a reason of ten characters is accepted, and normalized: %j', async (answer, normalized) => {
  const reason = askFlagReason()
  ;(await expectAndCloseDialog('prompt', PROMPT)).answer(answer)
  expect(await reason).toBe(normalized)
  expect(getPendingDialogs()).toEqual([])
})

test.each(['012345678', '         x         ', 'x        y', '\u2800'.repeat(10), '', null])(
  'after %j an alert shows that it is too short',
  async (answer) => {
    const reason = askFlagReason()
    ;(await expectAndCloseDialog('prompt', PROMPT)).answer(answer)
    ;(await expectAndCloseDialog('alert', TOO_SHORT)).answer(true)
    expect(await reason).toBeNull()
  },
)

test('after a link an alert shows what reads as one', async () => {
  const reason = askFlagReason()
  ;(await expectAndCloseDialog('prompt', PROMPT)).answer('Proof is at evil.com')
  const alert = await expectAndCloseDialog(
    'alert',
    expect.stringContaining("'evil.com' reads as one"),
  )
  alert.answer(true)
  expect(await reason).toBeNull()
})
