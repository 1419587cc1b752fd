import type { Address } from '@app/values/address.ts'
import { type ClipboardEvent, type FormEvent, type ReactNode, useId, useState } from 'react'
import { explainAddressInput, parseAddressInput } from '../../lib/address-input.ts'
import { useConfig } from '../../lib/runtime-config.ts'

interface AddressFieldProps {
  input: ReturnType<typeof useAddressInput>
  /** In one row on every screen, with its label for screen readers alone. */
  isCompact?: boolean
  children: ReactNode
}

export function AddressField({ input, isCompact = false, children }: AddressFieldProps) {
  const id = useId()
  const problemId = `${id}-problem`
  const hasProblem = input.problem !== ''
  return (
    <>
      <label
        htmlFor={id}
        className={isCompact ? 'sr-only' : 'mb-1.5 block text-small font-medium text-ink-soft'}
      >
        Flow address
      </label>
      <div className={isCompact ? 'flex gap-2' : 'flex flex-col gap-3 sm:flex-row'}>
        <input
          id={id}
          value={input.text}
          onChange={(event) => input.change(event.target.value)}
          onBlur={input.explain}
          onPaste={input.paste}
          placeholder="0x1234567890abcdef"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          aria-invalid={hasProblem}
          aria-describedby={hasProblem ? problemId : undefined}
          className={`field figures min-w-0 font-mono aria-invalid:border-bad ${isCompact ? 'min-h-11' : 'min-h-13'}`}
        />
        {children}
      </div>
      <p id={problemId} role="status" className="mt-1.5 text-small text-bad empty:mt-0">
        {input.problem}
      </p>
    </>
  )
}

interface AddressInputOptions {
  /** Value of the input until the user edits it. */
  initial: string
  onAddress: (address: Address) => void
  /** Called on submit with a text that is no address, after its explanation is shown. */
  onInvalid?: () => void
}

/** The state of a box for an address: a pasted address is taken at once, and what cannot be one is explained. */
export function useAddressInput({ initial, onAddress, onInvalid }: AddressInputOptions) {
  const { people } = useConfig()
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const text = typed ?? initial
  const change = (changed: string) => {
    setTyped(changed)
    setProblem('')
  }
  const explain = () => {
    const isUnreadable = parseAddressInput(text, people) === null
    setProblem(isUnreadable ? explainAddressInput(text, people) : '')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = parseAddressInput(text, people)
    if (address !== null) return onAddress(address)
    setProblem(explainAddressInput(text, people) || 'Enter an address first.')
    onInvalid?.()
  }
  const paste = (event: ClipboardEvent) => {
    const address = parseAddressInput(event.clipboardData.getData('text'), people)
    if (address === null) return
    event.preventDefault()
    change(address)
    onAddress(address)
  }
  return { text, problem, change, explain, submit, paste }
}
