import { toAddress } from '@app/values/address.ts'
import { toEvmAddress } from '@app/values/evm-address.ts'
import { expect, it } from 'vitest'
import type { GraphStep } from './build-graph.ts'
import { readGraphSteps, writeGraphSteps } from './use-graph.ts'

const A = toAddress('0x179b6b1cb6755e31')
const B = toAddress('0xf3fcd2c1a78f5eee')
const OF_EVM = toEvmAddress('71'.repeat(20))

it('keeps the steps in the URL, in their order', () => {
  const steps: GraphStep[] = [
    { kind: 'expand', address: A },
    { kind: 'join', address: B },
    { kind: 'expand', address: OF_EVM },
  ]
  const search = writeGraphSteps('?a=1&graph=old', steps)
  expect(search).toBe(`?a=1&graph=${A},to-${B},${OF_EVM}`)
  expect(readGraphSteps(search)).toEqual(steps)
})

it('leaves the URL without the last step as it was before', () => {
  expect(writeGraphSteps(`?graph=${A}`, [])).toBe('')
  expect(writeGraphSteps(`?graph=${A}&b=2`, [])).toBe('?b=2')
})

it('is closed without the parameter, and open with an empty one', () => {
  expect(readGraphSteps('?case=1')).toBeNull()
  expect(readGraphSteps('?graph=')).toEqual([])
})

it('leaves out what is no address, and all beyond twenty steps', () => {
  expect(readGraphSteps(`?graph=x,${A},to-,<b>`)).toEqual([{ kind: 'expand', address: A }])
  expect(readGraphSteps(`?graph=${A}%2C${A}`)).toHaveLength(2)
  expect(readGraphSteps(`?graph=${Array(50).fill(A).join()}`)).toHaveLength(20)
})
