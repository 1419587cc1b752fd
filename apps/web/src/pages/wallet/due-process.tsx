import type { Address } from '@app/values/address.ts'
import { CasePage } from './case/case-page.tsx'
import type { WantedCase } from './case/read-wanted-case.ts'
import { OwnAppeal } from './status/own-appeal.tsx'
import { WalletStatus } from './status/wallet-status.tsx'

export type DueProcessProps =
  | { part: 'appeal' }
  | { part: 'case'; address: Address; wanted: WantedCase }
  | { part: 'status'; address: Address; scoreFlags: readonly string[] }

/** What is held against wallets and what their owners do: every part of it, so that its code is one chunk. */
export function DueProcess(props: DueProcessProps) {
  switch (props.part) {
    case 'appeal':
      return <OwnAppeal />
    case 'case':
      return <CasePage address={props.address} wanted={props.wanted} />
    case 'status':
      return <WalletStatus address={props.address} scoreFlags={props.scoreFlags} />
  }
}
