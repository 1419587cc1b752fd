import { flagWallet } from '@app/api/routes/actions.ts'
import { getAgentHistory } from '@app/api/routes/agent.ts'
import { getScore } from '@app/api/routes/score.ts'
import { describe, expect, it } from 'vitest'
import { checkAddresses } from './check-addresses.ts'

const LOCAL = '0xf8d6e0586b0a20c7'
const TESTNET = '0x8c5303eaa26202d6'

const input = (part: object) => ({ params: {}, query: {}, body: {}, ...part })

describe('checkAddresses', () => {
  it.each([
    ['the path', getScore, input({ params: { address: TESTNET } })],
    ['the query', getAgentHistory, input({ query: { address: TESTNET } })],
    ['the body', flagWallet, input({ body: { targetAddress: TESTNET } })],
  ])("refuses another network's address in %s", (_, route, given) => {
    expect(() => checkAddresses(route, given, 'local')).toThrow(
      `${TESTNET} is not an address of the local network`,
    )
    expect(() => checkAddresses(route, given, 'testnet')).not.toThrow()
  })

  it('accepts any letter case', () => {
    const given = input({ params: { address: `0x${LOCAL.slice(2).toUpperCase()}` } })
    expect(() => checkAddresses(getScore, given, 'local')).not.toThrow()
  })

  it('refuses an address with one digit changed', () => {
    const given = input({ params: { address: '0xf8d6e0586b0a20c8' } })
    expect(() => checkAddresses(getScore, given, 'local')).toThrow('Check it for typing errors')
  })
})
