import {
  type ElementType,
  Fragment,
  type Key,
  type PropsWithChildren,
  type ReactElement,
  type ReactNode,
} from 'react'
import { jsx as createElement, jsxs as createStaticElement } from 'react/jsx-runtime'

export type { JSX } from 'react/jsx-runtime'
export { Fragment }

/**
 * What JSX is compiled to, around React's own: texts beside each other become one, and a text beside anything else, or in
 * a fragment, stands in a `span`. Translators and extensions move and replace text nodes: React throws when it removes
 * one or inserts before it, and changes one that is not shown. Elements stay in their places, and a single text in an
 * element is set as a whole.
 */
export const jsx: typeof createElement = (type, props, key) =>
  createElement(type, separateTexts(type, props), key)

/** The same for children that are written as a list; it can have become one text. */
export const jsxs: typeof createElement = (type, props, key) => {
  const separated = separateTexts(type, props)
  const create = Array.isArray(separated.children) ? createStaticElement : createElement
  return create(type, separated, key)
}

/** The same in tests and during development. */
export const jsxDEV = (
  type: ElementType,
  props: unknown,
  key: Key | undefined,
  isStatic: boolean,
): ReactElement => (isStatic ? jsxs : jsx)(type, props, key)

/** Components get their children as written: what they draw them in comes here as well. */
function separateTexts(type: ElementType, props: unknown): PropsWithChildren {
  const given = props as PropsWithChildren
  if (typeof type !== 'string' && type !== Fragment) return given
  const { children } = given
  if (type === Fragment && isText(children)) return { children: wrapTexts([children]) }
  if (!Array.isArray(children)) return given
  const parts = children.flat(Number.POSITIVE_INFINITY)
  const isOneText = type !== Fragment && parts.every(isText)
  return { ...given, children: isOneText ? parts.join('') : wrapTexts(children) }
}

/** Every child keeps its index; a text has that of its first part. */
function wrapTexts(children: readonly ReactNode[]): ReactNode[] {
  const texts: string[] = []
  let first: number | undefined
  for (const [index, child] of children.entries()) {
    if (isText(child)) {
      first ??= index
      texts[first] = `${texts[first] ?? ''}${child}`
    } else if (child !== null && child !== undefined && typeof child !== 'boolean') {
      first = undefined
    }
  }
  return children.map((child, index) => {
    if (Array.isArray(child)) return wrapTexts(child)
    if (!isText(child)) return child
    return texts[index] && createElement('span', { children: texts[index] }, `text ${index}`)
  })
}

const isText = (child: ReactNode): child is string | number =>
  typeof child === 'string' || typeof child === 'number'
