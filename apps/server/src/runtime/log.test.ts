import { expect, it } from 'vitest'
import { formatUnexpectedError } from './log.ts'

it('shows the stacks of an error and its cause, and no other property', () => {
  const cause = Object.assign(new Error('refused'), { connection: 'postgres://u:secret@host' })
  const error = new Error('no database', { cause })
  const text = formatUnexpectedError(error)
  expect(text).toContain('Error: no database')
  expect(text).toContain('Caused by: Error: refused')
  expect(text).toContain('log.test.ts')
  expect(text).not.toContain('secret')
  expect(formatUnexpectedError('nothing')).toBe('nothing')
})
