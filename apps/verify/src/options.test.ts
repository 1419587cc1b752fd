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

  it('name the API and the node', () => {
    const options = parseOptions([ADDRESS, '--full', '--api', 'http://a:1/', '--node=https://b'])
    expect(options).toMatchObject({ isFull: true, api: 'http://a:1', node: 'https://b' })
  })

  it('may ask for help alone', () => {
    expect(parseOptions(['--help']).target).toBeNull()
  })

  it.each([
    [[], 'Name one address, or one file.'],
    [[ADDRESS, ADDRESS], 'Name one address, or one file.'],
    [[ADDRESS, '--file', 'x.json'], 'Name one address, or one file.'],
    [['alice'], "'alice' is no Flow address: 0x followed by 16 hex characters."],
    [
      [ADDRESS, '--api', 'nowhere'],
      "--api should be an address such as http://127.0.0.1:3001, not 'nowhere'.",
    ],
    [
      [ADDRESS, '--api', 'https://me:secret@api.example'],
      '--api takes no name and password: the API asks for none.',
    ],
    [['--file', 'x.json', '--full'], '--full with --file needs a Flow access node'],
    [[ADDRESS, '--fast'], "Unknown option '--fast'"],
  ])('%j are refused with a sentence', (args, sentence) => {
    expect(() => parseOptions(args)).toThrow(sentence)
  })
})
