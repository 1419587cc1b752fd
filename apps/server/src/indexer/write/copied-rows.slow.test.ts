import { expect, it } from 'vitest'
import { openFileContext } from '../../testing/create-test-context.ts'
import { clearChainTables, dumpSums } from '../../testing/dump-sums.ts'
import { buildTransferRows, toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
import { MIN_COPIED_ROWS } from './write-rows.ts'

const context = await openFileContext()

const PAYMENTS = Array.from({ length: MIN_COPIED_ROWS }, (_, index) => ({
  height: 1 + (index % 50),
  from: index % 7 === 0 ? null : toTestAddress(index % 90),
  to: toTestAddress(100 + (index % 60)),
  // From one digit of the numeric type to five.
  units: 10n ** BigInt(index % 20) + BigInt(index),
  token: index % 3 === 0 ? 'A.f8d6e0586b0a20c7.Tägliches\tBrot\r\n\\N.Vault' : undefined,
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

it('rows that are copied, and their sums equal those that are inserted in small parts, and count once', async () => {
  expect(ROWS.length).toBeGreaterThan(MIN_COPIED_ROWS)
  const copied = await writeAndDump(1)
  expect(copied.rows).toHaveLength(ROWS.length)
  await writeIndexedRows(context, { transfers: ROWS })
  expect(await dumpSums(context.pool)).toEqual(copied.sums)
  expect(await writeAndDump(5)).toEqual(copied)
})
