import { toAddress } from '@app/values/address.ts'
import { SearchX } from 'lucide-react'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { OutcomeBanner } from './features/protection/protection-actions.tsx'
import { CasePage } from './pages/wallet/case/case-page.tsx'
import { draw } from './testing/draw.tsx'
import { EmptyState } from './ui/empty-state.tsx'
import { StatusLine } from './ui/status/status-line.tsx'

const FOREIGN = 'W'.repeat(1000)

test.each<[string, ReactElement]>([
  ['an empty state', <EmptyState key="" icon={SearchX} title="Nothing" text={FOREIGN} />],
  ['the line of problems', <StatusLine key="" messages={[FOREIGN]} />],
  [
    'the outcome of an action',
    <OutcomeBanner key="" outcome={{ isSuccess: false, message: FOREIGN }} />,
  ],
])('the message of a server in %s wraps anywhere', (_, element) => {
  expect(draw(element)).toMatch(new RegExp(`class="user-text [^"]*">${FOREIGN}<`))
})

test('what is no id of a case is not repeated on its page', () => {
  const address = toAddress('0x179b6b1cb6755e31')
  const html = draw(<CasePage address={address} wanted={{ caseId: null }} />)
  expect(html).toContain('<title>Case not found · Dharma Guard</title>')
  expect(html).toContain('No case found')
})
