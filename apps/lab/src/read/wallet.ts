import type { Facts } from '@app/score/facts.ts'

/** A wallet of a research set: its label there, and what the set tells of it. */
export interface LabelledWallet {
  address: string
  label: string
  isIllicit: boolean
  facts: Facts
}
