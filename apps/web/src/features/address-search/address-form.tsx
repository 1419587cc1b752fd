import type { Address } from '@app/values/address.ts'
import { Search } from 'lucide-react'
import { Link } from '../../lib/router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { showAlert } from '../../ui/dialogs/dialogs.tsx'
import { AddressField, useAddressInput } from './address-field.tsx'

const INVALID_ADDRESS_MESSAGE =
  'Invalid Flow address format. Must be 0x followed by 16 hex characters.'

interface AddressFormProps {
  /** Value of the input until the user edits it. */
  initial: string
  connectedAddress: Address | null
  isBusy: boolean
  onAnalyze: (address: Address) => void
}

/** Input of the address to analyze. A new `key` resets what the user typed. */
export function AddressForm(props: AddressFormProps) {
  const { initial, connectedAddress, isBusy, onAnalyze } = props
  const input = useAddressInput({
    initial,
    onAddress: onAnalyze,
    onInvalid: () => void showAlert(INVALID_ADDRESS_MESSAGE),
  })
  return (
    <form onSubmit={input.submit} noValidate>
      <AddressField input={input} isCompact>
        <Button type="submit" isBusy={isBusy} className="sm:min-w-32">
          {!isBusy && <Search className="size-4" aria-hidden="true" />}
          {isBusy ? 'Analyzing...' : 'Analyze'}
        </Button>
      </AddressField>
      {connectedAddress && (
        <p className="mt-1.5 text-small">
          <Link to={`/wallet/${connectedAddress}`} className="link">
            Use my connected wallet ({connectedAddress.slice(0, 8)}...)
          </Link>
        </p>
      )}
    </form>
  )
}
