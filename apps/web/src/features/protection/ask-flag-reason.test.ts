import { expect, test } from 'vitest'
import { closeDialog, type DialogRequest, getPendingDialogs } from '../../ui/dialogs/dialogs.ts'
import { askFlagReason } from './ask-flag-reason.ts'

const PROMPT = 'Enter reason for flagging (minimum 10 characters):'
const TOO_SHORT = 'Reason must be at least 10 characters'

/** Checks the kind and text of the open dialog, then closes it. Returns its request. */
function expectAndCloseDialog<K extends DialogRequest['kind']>(kind: K, text: string) {
  const [request] = getPendingDialogs()
  expect(request).toMatchObject({ kind, text })
  closeDialog(request!)
  return request as Extract<DialogRequest, { kind: K }>
}

test('a reason of ten characters is accepted', async () => {
  const reason = askFlagReason()
  expectAndCloseDialog('prompt', PROMPT).answer('0123456789')
  expect(await reason).toBe('0123456789')
  expect(getPendingDialogs()).toEqual([])
})

test.each(['012345678', '         x         ', '', null])(
  'after %j an alert shows that it is too short',
  async (answer) => {
    const reason = askFlagReason()
    expectAndCloseDialog('prompt', PROMPT).answer(answer)
    await Promise.resolve()
    expectAndCloseDialog('alert', TOO_SHORT).answer(true)
    expect(await reason).toBeNull()
  },
)
