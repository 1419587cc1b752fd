import { type Address, parsePastedAddress } from '@app/values/address.ts'
import { Columns2 } from 'lucide-react'
import { Suspense } from 'react'
import { explainAddressInput, parseAddressInput } from '../../lib/address-input.ts'
import { navigate } from '../../lib/router/location.ts'
import { useConfig } from '../../lib/runtime-config.ts'
import { Button } from '../../ui/button.tsx'
import { askText, showAlert } from '../../ui/dialogs/dialogs.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LoadingCard } from '../../ui/loading-card.tsx'

export function CompareButton({ address }: { address: Address }) {
  const { people } = useConfig()
  const compare = async () => {
    const text = await askText('Compare with which wallet? Enter its address.')
    if (text === null) return
    const other = parseAddressInput(text, people)
    if (other === null) void showAlert(explainAddressInput(text, people) || 'Enter an address.')
    else if (other === address) void showAlert('This is the same wallet. Enter another address.')
    else navigate(buildComparePath(address, other))
  }
  return (
    <Button variant="quiet" size="small" onClick={() => void compare()}>
      <Columns2 className="size-4" aria-hidden="true" />
      Compare
    </Button>
  )
}

const PARAMETER = 'compare'

export const buildComparePath = (address: Address, other: Address): string =>
  `/wallet/${address}?${PARAMETER}=${other}`

/** Returns the wallet that a URL asks to compare with `address`; null for none, and for the same wallet. */
export function readCompared(search: string, address: Address | null): Address | null {
  const other = parsePastedAddress(new URLSearchParams(search).get(PARAMETER) ?? '')
  return other === address ? null : other
}

const Comparison = lazyPart(async () => (await import('./comparison.tsx')).Comparison)

/** Two wallets side by side; the code loads when they are first compared. */
export function LazyComparison(props: { addresses: readonly [Address, Address] }) {
  return (
    <Suspense fallback={<LoadingCard text="Loading..." />}>
      <Comparison {...props} />
    </Suspense>
  )
}
