import { type ReactNode, useId } from 'react'
import type { useAddressInput } from './use-address-input.ts'

interface AddressFieldProps {
  input: ReturnType<typeof useAddressInput>
  /** In one row on every screen, with its label for screen readers alone. */
  isCompact?: boolean
  /** The button beside the field. */
  children: ReactNode
}

/** A labelled field for an address with its button; the problem of its text stands below. */
export function AddressField({ input, isCompact = false, children }: AddressFieldProps) {
  const id = useId()
  const problemId = `${id}-problem`
  const hasProblem = input.problem !== ''
  return (
    <>
      <label
        htmlFor={id}
        className={isCompact ? 'sr-only' : 'mb-1.5 block text-sm font-medium text-ink-soft'}
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
      <p id={problemId} role="status" className="mt-1.5 text-sm text-bad empty:mt-0">
        {input.problem}
      </p>
    </>
  )
}
