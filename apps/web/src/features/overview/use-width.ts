import { useCallback, useState } from 'react'

/** Returns the width of an element in whole pixels, 0 before it is known, and the ref that measures it. */
export function useWidth<E extends Element>(): [number, (element: E | null) => void] {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: E | null) => {
    if (element === null) return
    setWidth(Math.round(element.getBoundingClientRect().width))
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.round(entry.contentRect.width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [width, ref]
}
