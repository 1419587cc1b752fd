import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { writeWalks } from './walks.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    length: { type: 'string', default: '30' },
    out: { type: 'string' },
  },
})

const print = (line: string) => process.stdout.write(`${line}\n`)

if (positionals[0] === 'walks') {
  const { text, met } = writeWalks({
    seed: Number(values.seed),
    count: Number(values.count),
    length: Number(values.length),
  })
  if (values.out === undefined) process.stdout.write(text)
  else {
    writeFileSync(values.out, text)
    for (const [thing, times] of met) print(`${times} ${thing}`)
  }
}
