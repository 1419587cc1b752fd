import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PointsBadge } from './badge.tsx'

test.each([
  [3.2, '+3.2', 'text-good'],
  [-3.2, '−3.2', 'text-bad'],
  [0, '0', 'text-ink-soft'],
])('%d points are shown as %s, in the right tone', (points, text, tone) => {
  const markup = renderToStaticMarkup(createElement(PointsBadge, { points }))
  expect(markup).toContain(`>${text}</span>`)
  expect(markup).toContain(tone)
})
