import { SAMPLE_REASON } from '@app/api/testing/sample-statement.ts'
import { expect, test } from 'vitest'
import { draw } from '../../testing/draw.tsx'
import { ReasonsThen } from './protection-status.tsx'

test('a reason that costs points by an ordinary number says so', () => {
  expect(draw(<ReasonsThen reasons={[SAMPLE_REASON]} />)).toContain('ordinary by itself')
})
