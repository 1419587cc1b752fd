import { createHash } from 'node:crypto'
import type { CaseFile, Erc1497 } from '@app/api/schemas/case.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { toPlainText } from '@app/values/plain-text.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCaseStages } from '../../cases/create-case-stage.ts'
import { createMirrorStage } from '../../governance/mirror/create-mirror-stage.ts'
import { ROWS, START, TARGET } from '../../governance/testing/dao-events.ts'
import { runUntilIdle } from '../../runtime/stage.ts'
import { buildLiveCursor } from '../../testing/ledger.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'

const TIME = 150_000

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
  const { db } = api.context
  const cursor = { ...buildLiveCursor(0, TIME), block_ms: (START + TIME) * 1000 }
  await db.insertInto('chain_cursor').values(cursor).execute()
  await db.insertInto('chain_contract_cursor').values({ height: TIME }).execute()
  for (const row of ROWS.filter(({ height }) => height <= TIME)) {
    const hashed = { ...row, fields: withHashes(String(row.fields)) }
    await db.insertInto('chain_contract_event').values(hashed).execute()
  }
  const cases = createCaseStages(api.context).map(({ stage }) => stage)
  await runUntilIdle([createMirrorStage(api.context), ...cases])
})
afterAll(() => api.finish())

/** A reason that did not come through this API. */
const REASON = 'because of what https://evil.example says'

/** The flags of these events have short hashes, and the proposal another reason. */
const withHashes = (fields: string): string =>
  fields
    .replace(/"reasonHash":"([a-z])"/, (_, letter) => `"reasonHash":"${letter.repeat(64)}"`)
    .replace('"because"', JSON.stringify(REASON))
    .replace(hashReason('because'), hashReason(REASON))

const get = (path: string) => api.app.inject({ url: path, headers: { host: 'example.net:3001' } })

async function readExport(): Promise<Erc1497> {
  const response = await get(`/v1/cases/${TARGET}/case/erc1497`)
  expect(response.statusCode).toBe(200)
  return (response.json() as { data: Erc1497 }).data
}

describe('the export of a case as ERC-1497', () => {
  it('has the SHA-256 of exactly the bytes that its fileURI serves', async () => {
    const { metaEvidence } = await readExport()
    const uri = new URL(metaEvidence.fileURI)
    // Not the Host header, which the caller chooses.
    expect(uri.origin).toBe(api.context.config.api.publicUrl)
    const { rawPayload } = await get(`${uri.pathname}${uri.search}`)
    expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(metaEvidence.fileHash)
    expect(metaEvidence.fileTypeExtension).toBe('json')
  })

  it('has one evidence for each entry with a text or a signature, with a pointer to it', async () => {
    const { metaEvidence, evidence } = await readExport()
    const url = new URL(metaEvidence.fileURI)
    const { data } = (await get(`${url.pathname}${url.search}`)).json() as { data: CaseFile }
    const told = data.entries.filter(
      ({ textHash, message }) => textHash !== null || message !== null,
    )
    expect(told.length).toBeGreaterThan(0)
    expect(evidence.map(({ fileURI }) => new URL(fileURI).hash)).toEqual(
      told.map((entry) => `#/data/entries/${data.entries.indexOf(entry)}`),
    )
    expect(evidence.map(({ fileHash }) => fileHash)).toEqual(told.map(() => metaEvidence.fileHash))
    for (const [index, entry] of told.entries()) {
      expect(evidence[index]?.description).toContain(entry.hash)
      expect(evidence[index]?.description).toContain(
        entry.text === null ? entry.textHash : toPlainText(entry.text),
      )
    }
  })

  it('shows a reason without its links, while the file has the text of the hash', async () => {
    const { metaEvidence, evidence } = await readExport()
    const [shown] = evidence.filter(({ description }) => description.includes('because'))
    expect(shown?.description).toContain('Text: because of what [link removed] says')
    expect(shown?.description).toContain(hashReason(REASON))
    expect(JSON.stringify(evidence)).not.toContain('evil.example')
    const { data } = (await get(new URL(metaEvidence.fileURI).pathname)).json() as {
      data: CaseFile
    }
    expect(data.entries.map(({ text }) => text)).toContain(REASON)
  })

  it('does not show a text that is withheld', async () => {
    const { db } = api.context
    const entry = await db
      .selectFrom('case_entry')
      .innerJoin('case_text', (join) =>
        join
          .onRef('case_text.address', '=', 'case_entry.address')
          .onRef('case_text.case_id', '=', 'case_entry.case_id')
          .onRef('case_text.number', '=', 'case_entry.number'),
      )
      .select(['text', 'text_hash', 'case_entry.number as number'])
      .executeTakeFirstOrThrow()
    const withheld = { text_hash: entry.text_hash ?? '', at_ms: 0, reason: 'It names somebody.' }
    await db.insertInto('case_withheld_text').values(withheld).execute()
    const json = JSON.stringify(await readExport())
    expect(json).not.toContain(entry.text)
    expect(json).toContain('Text: Withheld by the operator, 1970-01-01: It names somebody.')
  })
})
