import { type ToggleEvent, useEffect, useRef, useState } from 'react'

/**
 * Tells whether a `details` element was ever open, so that its content is drawn only then: also where it was opened before
 * the scripts ran. `props` belong to the element.
 */
export function useOpened(isOpenFirst = false) {
  const element = useRef<HTMLDetailsElement>(null)
  const [wasOpened, setOpened] = useState(isOpenFirst)
  useEffect(() => {
    if (element.current?.open) setOpened(true)
  }, [])
  const onToggle = ({ currentTarget }: ToggleEvent<HTMLDetailsElement>) =>
    currentTarget.open && setOpened(true)
  return { wasOpened, props: { ref: element, onToggle } }
}
