import { type Address, parseAddress } from '@app/values/address.ts'
import { Search } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { showAlert } from '../../ui/dialogs/dialogs.ts'

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
export function AddressForm({ initial, connectedAddress, isBusy, onAnalyze }: AddressFormProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? initial
  const inputId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = parseAddress(text.trim())
    if (address === null) void showAlert(INVALID_ADDRESS_MESSAGE)
    else onAnalyze(address)
  }
  return (
    <form onSubmit={submit} noValidate className="card p-4 sm:p-5">
      <label htmlFor={inputId} className="mb-1.5 block text-sm font-medium text-ink-soft">
        Flow address
      </label>
      <div className="flex flex-col gap-3 sm:flex-row">
        <input
          id={inputId}
          value={text}
          onChange={(event) => setTyped(event.target.value)}
          placeholder="0x1234567890abcdef"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="field figures min-h-11 font-mono"
        />
        <Button type="submit" isBusy={isBusy} className="sm:min-w-36">
          {!isBusy && <Search className="size-4" aria-hidden="true" />}
          {isBusy ? 'Analyzing...' : 'Analyze'}
        </Button>
      </div>
      {connectedAddress && (
        <p className="mt-3 text-sm">
          <Link to={`/wallet/${connectedAddress}`} className="link">
            Use my connected wallet ({connectedAddress.slice(0, 8)}...)
          </Link>
        </p>
      )}
    </form>
  )
}
