import type { ComponentProps, MouseEvent } from 'react'
import { navigate } from './location.ts'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** Path, query or hash within this application. */
  to: string
  state?: unknown
}

/** A link within the application: a plain click shows the page without loading it. */
export function Link({ to, state, onClick, ...props }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event) || isForOtherTab(event)) return
    event.preventDefault()
    navigate(to, { replace: event.currentTarget.href === window.location.href, state })
  }
  return <a {...props} href={to} onClick={follow} />
}

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

const isForOtherTab = ({ currentTarget: { target } }: MouseEvent<HTMLAnchorElement>) =>
  target !== '' && target !== '_self'
