import type { Facts } from '@app/score/facts.ts'

/** A wallet of a research set, with its label and facts. */
export interface LabelledWallet {
  address: string
  label: string
  isIllicit: boolean
  facts: Facts
}
