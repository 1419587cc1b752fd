import { type ComponentType, createElement, lazy, type ReactElement, useEffect } from 'react'
import { loadPart } from '../lib/loading/load-part.ts'
import { reloadAsAsked, reloadOnce } from '../lib/loading/reload-page.ts'
import { askToConfirm } from './dialogs/dialogs.tsx'
import { Modal, ModalTitle } from './dialogs/modal.tsx'
import { Part } from './part.tsx'

/** A component whose code loads when it is first shown, below a `Suspense`. */
interface LazyPart<P> {
  (props: P): ReactElement
  /** Loads the code before, so that the component renders at once; resolves also where that fails. */
  preload: () => Promise<void>
}

type Frame<P> = (failure: ReactElement, props: P) => ReactElement

/**
 * Makes a component of code that loads when it is first shown. Where that fails for good, `frame` is drawn around the
 * message and its button, which loads it again, and the whole page if need be.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  frame: Frame<P> = (failure) => failure,
): LazyPart<P> {
  const code = createCode(load)
  return Object.assign((props: P) => <CodePart code={code} frame={frame} props={props} />, {
    preload: code.preload,
  })
}

/** The code of a component: loaded, loading, failed, or not needed so far. */
interface Code<P> {
  getComponent: () => ComponentType<P>
  preload: () => Promise<void>
  /** Loads the code again if it failed; `reload` is for the case that it fails once more. */
  renew: (reload: () => Promise<boolean>) => void
}

function createCode<P>(load: () => Promise<ComponentType<P>>): Code<P> {
  let hasFailed = false
  const start = (reload: () => Promise<boolean>) =>
    lazy(async () => {
      try {
        return { default: await loadPart(load, reload) }
      } catch (error) {
        hasFailed = true
        throw error
      }
    })
  let component: ComponentType<P> = start(reloadOnce)
  return {
    getComponent: () => component,
    preload: async () => {
      component = await loadPart(load).catch(() => component)
    },
    renew: (reload) => {
      if (hasFailed) component = start(reload)
      hasFailed = false
    },
  }
}

interface CodePartProps<P> {
  code: Code<P>
  frame: Frame<P>
  props: P
}

function CodePart<P extends object>({ code, frame, props }: CodePartProps<P>) {
  useEffect(() => () => code.renew(reloadOnce), [code])
  return (
    <Part
      frame={(failure) => frame(failure, props)}
      onReset={({ reason }) => code.renew(reason === 'keys' ? reloadOnce : askToReload)}
    >
      <Component code={code} props={props} />
    </Part>
  )
}

/** Rendered again by the boundary alone after its reset. */
const Component = <P extends object>({ code, props }: Omit<CodePartProps<P>, 'frame'>) =>
  createElement(code.getComponent(), props)

/** For what the user asked for again: loads the page again, and asks first where a text would be lost. */
export const askToReload = () => reloadAsAsked(() => askToConfirm(RELOAD_QUESTION))

const RELOAD_QUESTION =
  'This part needs the page to be loaded again. What you have written is lost then.'

export const frameAsDialog = (failure: ReactElement, { onClose }: { onClose: () => void }) => (
  <Modal onClose={onClose} className="max-w-md">
    <ModalTitle className="sr-only">Not loaded</ModalTitle>
    {failure}
  </Modal>
)
