import type { Factor } from '@app/values/factor.ts'
import {
  ArrowUpRight,
  Clock,
  Gem,
  type LucideIcon,
  MessagesSquare,
  ShieldAlert,
  Waves,
} from 'lucide-react'

interface FactorDisplay {
  icon: LucideIcon
  /** What it looks at, as one sentence without its full stop. */
  meaning: string
}

export const FACTOR_DISPLAYS: Readonly<Record<Factor, FactorDisplay>> = {
  txFrequency: {
    icon: Waves,
    meaning: 'How the wallet is used: how many accounts it deals with, and how often they return',
  },
  largeOutFlow: {
    icon: ArrowUpRight,
    meaning: 'Whether money stays, or leaves in large amounts as soon as it arrives',
  },
  knownScamInteract: {
    icon: ShieldAlert,
    meaning:
      'Contact with wallets on a scam list, by direction and share of the money. Not finding any is weak evidence, so this stays near the middle for honest wallets',
  },
  nftHoldings: {
    icon: Gem,
    meaning: 'Collections held, apart from those the wallet mints for itself',
  },
  onchainAge: {
    icon: Clock,
    meaning: 'How early the account was made, and for how long it has been used',
  },
  communitySignals: {
    icon: MessagesSquare,
    meaning: 'What members of the community reported, and what was decided by vote',
  },
}
