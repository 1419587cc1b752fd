import type { ComponentProps } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { WhenNear } from '../../ui/when-near.tsx'

const CaseContent = lazyPart(async () => (await import('./later-sections.tsx')).CaseContent)
const ProofContent = lazyPart(async () => (await import('./later-sections.tsx')).ProofContent)

const PLACEHOLDER = <div className="min-h-[36rem]" />

/** The content of the section Case, once it comes near; its space is kept before. */
export const LazyCaseContent = (props: ComponentProps<typeof CaseContent>) => (
  <WhenNear placeholder={PLACEHOLDER}>
    <CaseContent {...props} />
  </WhenNear>
)

/** The content of the section Proof, in the same way. */
export const LazyProofContent = (props: ComponentProps<typeof ProofContent>) => (
  <WhenNear placeholder={PLACEHOLDER}>
    <ProofContent {...props} />
  </WhenNear>
)
