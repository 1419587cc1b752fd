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
  /** What a high value means. */
  meaning: string
}

export const FACTOR_DISPLAYS: Readonly<Record<Factor, FactorDisplay>> = {
  txFrequency: {
    icon: Waves,
    meaning: 'How regular and human the frequency of transactions is',
  },
  largeOutFlow: {
    icon: ArrowUpRight,
    meaning: 'Whether money stays, or leaves in large amounts as soon as it arrives',
  },
  knownScamInteract: {
    icon: ShieldAlert,
    meaning: 'Distance from wallets on a scam list, by direction and share of the money',
  },
  nftHoldings: {
    icon: Gem,
    meaning: 'Collections held, apart from those the wallet mints for itself',
  },
  onchainAge: {
    icon: Clock,
    meaning: 'How early the account was made among all accounts of the network',
  },
  communitySignals: {
    icon: MessagesSquare,
    meaning: 'What members of the community reported',
  },
}
