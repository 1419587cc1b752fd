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

interface FactorLabels {
  label: string
  icon: LucideIcon
  /** What a high value means. */
  meaning: string
}

export const FACTOR_LABELS: Readonly<Record<Factor, FactorLabels>> = {
  txFrequency: {
    label: 'Transaction Frequency',
    icon: Waves,
    meaning: 'How regular and human the frequency of transactions is',
  },
  largeOutFlow: {
    label: 'Large Outflow',
    icon: ArrowUpRight,
    meaning: 'Whether money stays, or leaves in large amounts as soon as it arrives',
  },
  knownScamInteract: {
    label: 'Known Scam Interaction',
    icon: ShieldAlert,
    meaning: 'Distance from wallets on a scam list, by direction and share of the money',
  },
  nftHoldings: {
    label: 'NFT Holdings',
    icon: Gem,
    meaning: 'Collections held, apart from those the wallet mints for itself',
  },
  onchainAge: {
    label: 'Onchain Age',
    icon: Clock,
    meaning: 'How early the account was made among all accounts of the network',
  },
  communitySignals: {
    label: 'Community Signals',
    icon: MessagesSquare,
    meaning: 'What members of the community reported',
  },
}
