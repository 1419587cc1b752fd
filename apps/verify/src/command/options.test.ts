import { describe, expect, it } from 'vitest'
import { parseOptions } from './options.ts'

const ADDRESS = '0x179b6b1cb6755e31'

describe('the options', () => {
  it('are an address in any letter case, or a file', () => {
    expect(parseOptions([ADDRESS.replace('b', 'B')])).toEqual({
      target: { address: ADDRESS },
      api: null,
      node: null,
      isFull: false,
    })
    expect(parseOptions(['--file', 'evidence.json'])).toMatchObject({
      target: { file: 'evidence.json' },
    })
  })

  it('set the API and the node', () => {
    const options = parseOptions([ADDRESS, '--full', '--api', 'http://a:1/', '--node=https://b'])
    expect(options).toMatchObject({ isFull: true, api: 'http://a:1', node: 'https://b' })
  })

  it('may be only --help', () => {
    expect(parseOptions(['--help']).target).toBeNull()
  })

  it.each([
    [[], 'Give one address, or one file.'],
    [[ADDRESS, ADDRESS], 'Give one address, or one file.'],
    [[ADDRESS, '--file', 'x.json'], 'Give one address, or one file.'],
    [['alice'], "'alice' is not a Flow address: 0x followed by 16 hex characters."],
    [
      [ADDRESS, '--api', 'nowhere'],
      "--api must be a URL such as http://127.0.0.1:3001, not 'nowhere'.",
    ],
    [
      [ADDRESS, '--api', 'https://me:secret@api.example'],
      '--api must not contain a user name or password: the API needs none.',
    ],
    [['--file', 'x.json', '--full'], '--full with --file needs a Flow access node'],
    [[ADDRESS, '--fast'], "Unknown option '--fast'"],
  ])('throw a sentence for %j', (args, sentence) => {
    expect(() => parseOptions(args)).toThrow(sentence)
  })
})
