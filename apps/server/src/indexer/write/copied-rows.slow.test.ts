import { describe, expect, it } from 'vitest'
import { openFileContext } from '../../testing/create-test-context.ts'
import { clearChainTables, dumpSums } from '../../testing/dump-sums.ts'
import { buildTransferRows, toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
import { encodeCopyRows, MIN_COPIED_ROWS } from './write-rows.ts'

const context = await openFileContext()

const PAYMENTS = Array.from({ length: MIN_COPIED_ROWS }, (_, index) => ({
  height: 1 + (index % 50),
  from: index % 7 === 0 ? null : toTestAddress(index % 90),
  to: toTestAddress(100 + (index % 60)),
  // From one digit of the numeric type to five.
  units: 10n ** BigInt(index % 20) + BigInt(index),
  token: index % 3 === 0 ? 'A.f8d6e0586b0a20c7.Tägliches\tBrot\n\\.Vault' : undefined,
  seconds: 1_700_000_000 + index * 60,
  isSwept: index % 11 === 0,
  isDust: index % 13 === 0,
}))

const ROWS = buildTransferRows(
  PAYMENTS.map(({ token, ...payment }) => ({ ...payment, ...(token && { token }) })),
)

async function writeAndDump(parts: number) {
  await clearChainTables(context.pool)
  const size = Math.ceil(ROWS.length / parts)
  for (let part = 0; part < parts; part += 1) {
    const transfers = ROWS.slice(part * size, (part + 1) * size)
    await writeIndexedRows(context, { transfers })
  }
  const order = 'address, height, tx_index, event_index, split_index'
  const { rows } = await context.pool.query(`select * from chain_transfer order by ${order}`)
  return { rows, sums: await dumpSums(context.pool) }
}

describe('rows that are copied', () => {
  it('and their sums equal those that are inserted in small parts', async () => {
    expect(ROWS.length).toBeGreaterThan(MIN_COPIED_ROWS)
    const copied = await writeAndDump(1)
    expect(copied.rows).toHaveLength(ROWS.length)
    expect(await writeAndDump(5)).toEqual(copied)
  })

  it('are counted once, when some of them exist', async () => {
    const copied = await writeAndDump(1)
    await writeIndexedRows(context, { transfers: ROWS })
    expect(await dumpSums(context.pool)).toEqual(copied.sums)
  })
})

describe('the binary format', () => {
  it('has whole texts, however long a contract makes them', () => {
    const rows = ['ä'.repeat(70_000), 'short'].map((detail) => ({ detail }))
    const encoded = Buffer.concat([
      ...encodeCopyRows({ name: 'any', columns: { detail: 'text' } }, rows),
    ])
    for (const { detail } of rows) expect(encoded.includes(detail)).toBe(true)
    expect(encoded.length).toBe(19 + 6 + 140_000 + 6 + 5 + 2)
  })

  it('has no encoding for a type that no raw table has', () => {
    const rows = encodeCopyRows({ name: 'any', columns: { at: 'timestamptz' } }, [{ at: 1 }])
    expect(() => [...rows]).toThrow('the type timestamptz has no binary encoding')
  })
})
