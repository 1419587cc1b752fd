import type { ComponentProps, MouseEvent } from 'react'
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
      {...(isBusy && DEAF)}
      className={`${buttonClass(variant, size)} ${rest.className ?? ''}`}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  )
}

/** What makes a button take no clicks; unlike a disabled one it keeps the focus, so nobody loses their place. */
export const DEAF = {
  'aria-disabled': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
} as const
