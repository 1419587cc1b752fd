import type { ComponentProps, MouseEvent } from 'react'
import { type ButtonSize, type ButtonVariant, buildButtonClass } from './build-button-class.ts'
import { Spinner } from './spinner.tsx'

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Shows a spinner and ignores clicks. */
  isBusy?: boolean
}

export function Button({ variant, size, isBusy = false, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(isBusy && ARIA_DISABLED_PROPS)}
      className={`${buildButtonClass(variant, size)} ${rest.className ?? ''}`}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  )
}

/** Props of a button that ignores clicks. Unlike a disabled one it keeps the focus. */
export const ARIA_DISABLED_PROPS = {
  'aria-disabled': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
} as const
