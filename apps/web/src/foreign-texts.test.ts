import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { ReasonList, type ScoreReason } from './features/score/reasons/reason-item.tsx'

const ROOT = import.meta.dirname

const SOURCES = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

/** Ways to make HTML or a script of a text; React escapes everything else. */
const UNESCAPED =
  /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcDoc|createContextualFragment|\beval\(|new Function\(|javascript:/

const ATTACKS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  '{{constructor.constructor("alert(1)")()}}',
]

const buildReason = (text: string): ScoreReason => ({
  factor: 'knownScamInteract',
  code: 'list_entry',
  points: -4,
  headline: text,
  text,
  evidence: [],
})

describe('a text from elsewhere', () => {
  test('is nowhere made to HTML or code by the pages', () => {
    expect(SOURCES.length).toBeGreaterThan(200)
    expect(SOURCES.filter(({ text }) => UNESCAPED.test(text)).map(({ path }) => path)).toEqual([])
  })

  test.each(ATTACKS)('as the reason %s is shown as it is written', (attack) => {
    const html = renderToStaticMarkup(createElement(ReasonList, { reasons: [buildReason(attack)] }))
    expect(html).not.toMatch(/<(script|img|svg)/)
    expect(html.replace(/<[^>]*>/g, '')).toContain(
      attack.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    )
  })
})
