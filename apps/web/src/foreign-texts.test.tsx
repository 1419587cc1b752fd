import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { draw } from './testing/draw.tsx'
import { UserText } from './ui/user-text.tsx'

const ROOT = import.meta.dirname

const SOURCES = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
)

/** Ways to make HTML or a script of a text; React escapes everything else. */
const UNESCAPED =
  /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcDoc|createContextualFragment|\beval\(|new Function\(|javascript:/

describe('a text from elsewhere', () => {
  test('is nowhere made to HTML or code by the pages', () => {
    expect(SOURCES.length).toBeGreaterThan(150)
    const found = SOURCES.filter((path) => UNESCAPED.test(readFileSync(join(ROOT, path), 'utf8')))
    expect(found).toEqual([])
  })

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
  ])('as the reason %s is shown as it is written', (attack) => {
    const html = draw(<UserText>{attack}</UserText>)
    expect(html.replace(/<[^>]*>/g, '')).toBe(
      attack.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    )
  })
})
