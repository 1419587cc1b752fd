import type { ComponentProps, MouseEvent } from 'react'
import { Spinner } from './spinner.tsx'

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
type ButtonSize = 'normal' | 'large' | 'small'

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

const BASE_CLASS =
  'inline-flex items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap transition-colors duration-150 aria-disabled:cursor-not-allowed aria-disabled:opacity-60'

const VARIANT_CLASSES: Readonly<Record<ButtonVariant, string>> = {
  primary: 'bg-brand-fill text-on-brand not-aria-disabled:hover:bg-brand-fill-strong',
  secondary:
    'border border-line-strong bg-surface text-ink not-aria-disabled:hover:border-brand not-aria-disabled:hover:text-brand',
  quiet: 'text-ink-soft not-aria-disabled:hover:bg-sunken not-aria-disabled:hover:text-ink',
  danger: 'bg-bad-fill text-on-brand not-aria-disabled:hover:bg-bad',
}

const SIZE_CLASSES: Readonly<Record<ButtonSize, string>> = {
  small: 'min-h-9 px-3 text-small',
  normal: 'min-h-11 px-4 text-small',
  large: 'min-h-13 px-6 text-body',
}

/** Returns the classes of a button, or of a link that looks like one. */
export function buildButtonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'normal') {
  return `${BASE_CLASS} ${VARIANT_CLASSES[variant]} ${SIZE_CLASSES[size]}`
}
