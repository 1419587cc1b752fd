import { Fragment, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

const Group = ({ isFull = false, children }: { isFull?: boolean; children: ReactNode }) => (
  <p>
    {isFull && <i />}
    {children}
  </p>
)

const NOTHING: string = ''
const fragment = (
  <Fragment key="f">
    {7}
    <b />
  </Fragment>
)
const mixed = (
  <Group key="g">
    {1} of <b>{2}</b> and {3}
  </Group>
)
const changing = (
  <Group key="g">
    Closed{NOTHING === '' && ' now'}.{NOTHING}
  </Group>
)
const full = (
  <Group key="g" isFull>
    Analyze
  </Group>
)

test.each<[string, ReactNode, string]>([
  ['alone', <p key="p">Some</p>, '<p>Some</p>'],
  ['beside other texts is one with them', <p key="p">{7} votes</p>, '<p>7 votes</p>'],
  ['of a component is one', <Group key="g">Copy {2}</Group>, '<p><span>Copy 2</span></p>'],
  ['beside what has come', full, '<p><i></i><span>Analyze</span></p>'],
  ['on both sides of an element', mixed, '<p><span>1 of </span><b>2</b><span> and 3</span></p>'],
  ['that comes and goes is one with others', changing, '<p><span>Closed now.</span></p>'],
  ['in a fragment', fragment, '<span>7</span><b></b>'],
  ['in an option', <option key="o">All ({2})</option>, '<option>All (2)</option>'],
])('a text %s', (_, element, html) => {
  expect(renderToStaticMarkup(element)).toBe(html)
})
