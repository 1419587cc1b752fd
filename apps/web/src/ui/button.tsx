import type { ComponentProps } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'
import { Spinner } from './spinner.tsx'

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Shows a spinner and takes no clicks. */
  isBusy?: boolean
}

export function Button({ variant, size, isBusy = false, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={isBusy || rest.disabled}
      className={`${buttonClass(variant, size)} ${rest.className ?? ''}`}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  )
}
