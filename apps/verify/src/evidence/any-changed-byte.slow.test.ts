import { FatalError } from '@app/values/errors.ts'
import { expect, it } from 'vitest'
import { buildSampleEvidence } from '../testing/build-sample-evidence.ts'
import { parseEvidenceFile } from './evidence.ts'
import { verifyEvidence } from './verify-evidence.ts'

const OFFLINE = { flow: null, pastScores: null, scan: null }
const SILENT = { checking: () => {}, undecided: () => {}, noted: () => {}, proven: () => {} }

it('no byte can be changed undetected, except in values that only the chain can confirm', async () => {
  const text = JSON.stringify(buildSampleEvidence())
  const open = [/"computedAt":"[^"]*"/g, /"(from|to)Height":\d+/g, /"evidence":\[[^\]]*\]/g]
  const left = open.flatMap((part) => [...text.matchAll(part)])
  const isOpen = (position: number) =>
    left.some(({ index, 0: part }) => position >= index && position < index + part.length)
  const undetected: string[] = []
  for (let position = 0; position < text.length; position++) {
    if (isOpen(position) || (await isChangeDetected(changeCharAt(text, position)))) continue
    undetected.push(text.slice(Math.max(0, position - 40), position + 10))
  }
  expect(undetected).toEqual([])
})

function changeCharAt(text: string, position: number): string {
  const byte = text.charCodeAt(position)
  const isDigit = byte >= 48 && byte < 58
  const other = isDigit ? 48 + ((byte - 48 + 1) % 10) : byte ^ 1
  return text.slice(0, position) + String.fromCharCode(other) + text.slice(position + 1)
}

async function isChangeDetected(text: string): Promise<boolean> {
  try {
    return (
      (await verifyEvidence(parseEvidenceFile('It', JSON.parse(text)), OFFLINE, SILENT)) !== null
    )
  } catch (error) {
    return error instanceof FatalError || error instanceof SyntaxError
  }
}
